const LOCAL = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;
/** Brasília, which Cielo does not write. */
const ZONE = '-03:00';
const BEHIND_UTC_MS = 3 * 3_600_000;
const DAY_LETTERS = 10;

/** A time of Cielo's in milliseconds since 1970; undefined for anything else. */
export function localMoment(value: unknown): number | undefined {
  const [, day, time] = typeof value === 'string' ? (LOCAL.exec(value) ?? []) : [];
  const moment = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${ZONE}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Whether two moments are of one day in Brasília. */
export function isOneDay(one: number, other: number): boolean {
  return dayOf(one) === dayOf(other);
}

function dayOf(moment: number): string {
  return new Date(moment - BEHIND_UTC_MS).toISOString().slice(0, DAY_LETTERS);
}
