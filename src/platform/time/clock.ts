/** Time comes in as an argument, so that tests can move it. `now` is in milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
  /**
   * Tells by how much the clock was set ahead: what waits for its time by a timer is due as much earlier. The returned
   * function ends the telling. Absent where a clock only runs.
   */
  onSetAhead?(tell: (ms: number) => void): () => void;
}

export const systemClock: Clock = { now: () => Date.now() };

const NANOSECONDS_PER_MS = 1_000_000;
const ZONE_NAME = /^[A-Za-z+-][\w+:/-]*$/;
const SECOND_MS = 1_000;
const QUARTER_HOUR_MS = 15 * 60_000;
const HALF_DAY_MS = 12 * 60 * 60_000;
const DAY_MS = 2 * HALF_DAY_MS;

export interface LocalTime {
  /** `yyyy-MM-ddTHH:mm:ss`, as the gateway writes it (docs/contract/decided.md 3). */
  iso(epochMs: number): string;
  /**
   * The moment of a local `yyyy-MM-ddTHH:mm:ss`, in milliseconds since 1970; NaN when it is no date. A time that the clock
   * jumps over is as much later as the jump is long; of one that comes twice, the first is meant.
   */
  fromIso(local: string): number;
  /** The local day, `yyyy-MM-dd`. */
  day(epochMs: number): string;
  /**
   * The first moment of a local day `yyyy-MM-dd`, in milliseconds since 1970. On a day whose clock jumps over midnight
   * that is not 00:00.
   */
  startOfDay(day: string): number;
  /** `dd/MM/yyyy HH:mm:ss.ffff`, as the operational interface writes it (docs/contract/decided.md 4). */
  brazilian(epochMs: number): string;
}

/**
 * Writes local date-times of one zone. Zone offsets change on quarter hours only, so the offset of the
 * current quarter hour is kept: asking the time-zone database for every answer would cost more than the rest. So are the
 * texts of the last second and the last day.
 */
export function localTime(timeZone: string): LocalTime {
  let knownQuarter = Number.NaN;
  let knownOffsetMs = 0;

  const toLocalMs = (epochMs: number): number => {
    const quarter = Math.floor(epochMs / QUARTER_HOUR_MS);
    if (quarter !== knownQuarter) {
      knownOffsetMs = offsetMs(timeZone, epochMs);
      knownQuarter = quarter;
    }
    return epochMs + knownOffsetMs;
  };
  const toLocal = (epochMs: number): string => new Date(toLocalMs(epochMs)).toISOString();

  let knownDay = Number.NaN;
  let knownDayText = '';
  const day = (epochMs: number): string => {
    const localMs = toLocalMs(epochMs);
    const number = Math.floor(localMs / DAY_MS);
    if (number !== knownDay) {
      knownDayText = new Date(localMs).toISOString().slice(0, 10);
      knownDay = number;
    }
    return knownDayText;
  };

  let knownSecond = Number.NaN;
  let knownSecondText = '';
  const iso = (epochMs: number): string => {
    const second = Math.floor(epochMs / SECOND_MS);
    if (second !== knownSecond) {
      knownSecondText = toLocal(epochMs).slice(0, 19);
      knownSecond = second;
    }
    return knownSecondText;
  };

  return {
    iso,
    fromIso: (local) => {
      const asUtc = Date.parse(`${local}Z`);
      if (Number.isNaN(asUtc)) return asUtc;
      const before = asUtc - offsetMs(timeZone, asUtc - DAY_MS);
      if (toLocalMs(before) === asUtc) return before;
      const after = asUtc - offsetMs(timeZone, asUtc + DAY_MS);
      return toLocalMs(after) === asUtc ? after : before;
    },
    day,
    startOfDay: (wanted) => {
      // No zone is farther than 14 hours from UTC; local days never go back.
      let before = Date.parse(`${wanted}T00:00:00Z`) - 2 * HALF_DAY_MS;
      let from = before + 4 * HALF_DAY_MS;
      while (from - before > 1) {
        const middle = Math.floor((before + from) / 2);
        if (day(middle) >= wanted) from = middle;
        else before = middle;
      }
      return from;
    },
    brazilian: (epochMs) => {
      const local = toLocal(epochMs);
      const date = `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)}`;
      return `${date} ${local.slice(11, 23)}0`;
    },
  };
}

/** Whether it is the name of a zone, or an offset such as `-03:00`. */
export function isTimeZone(name: string): boolean {
  try {
    offsetMs(name, 0);
    // A whole date with a zone would be taken too.
    return ZONE_NAME.test(name);
  } catch {
    return false;
  }
}

/** Throws a RangeError for an unknown zone. `Intl` knows it too, but takes 8 MB of memory to tell. */
function offsetMs(timeZone: string, epochMs: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return local.offsetNanoseconds / NANOSECONDS_PER_MS;
}
