import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { shareRunning } from '../caches/share-running.ts';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';
import type { Reading } from '../time/shared-clock.ts';
import { type Beat, cannotJudgeUntil } from './liveness.ts';
import { lockForServing, type ServingLock } from './serving-lock.ts';
import { listInstances, removeInstance, type SeenInstance, seenWithin, writeBeat } from './store.ts';

const DEAD_AFTER_MS = 8_000;
const BEATS_BEFORE_DEATH = 4;
/** A heartbeat counts as late after this many intervals. */
const LATE_BEATS = 1.5;
/** Rows of dead instances are kept this long for diagnosis. */
const KEPT_MS = 24 * 60 * 60_000;
const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 8;

/** One serving process among those that share the database. */
export interface Instance {
  /** Eight letters and digits, random for each start. Written into the rows of what the instance works on. */
  readonly id: string;
  /** The heartbeat. */
  readonly jobs: readonly Job[];
  isAlive(id: string): Promise<boolean>;
  /** Which of these instances are dead, so that what they had under way can be taken over. */
  findDeadInstances(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * False once other instances may take this one for dead, because its heartbeat could not be written or it
   * was paused. Check it right before an action that is wrong after a takeover.
   */
  isSurelyAlive(): boolean;
  /**
   * Creates a fence. Call it before writing what others would take over; the returned function then tells,
   * right before the action, whether this instance was alive without interruption. After a pause it stays
   * false, although the heartbeat continues. A heartbeat that is late, as after an outage of the database, is
   * written first: throws DatabaseUnavailable when it cannot be.
   */
  createFence(): Promise<() => boolean>;
  /** All instances of the database, oldest first, with those that died in the last day. */
  list(): Promise<readonly ListedInstance[]>;
  /** Reports at once that this instance is gone. Nothing may be done in its name afterwards. Never throws. */
  leave(): Promise<void>;
}

export interface ListedInstance extends SeenInstance {
  readonly alive: boolean;
}

/**
 * Registers this process. On PostgreSQL an instance without a heartbeat for 8 s, by the database's clock, is
 * dead; on the embedded database every other instance is. Throws AlreadyServed when another process serves
 * that.
 */
export async function createInstance(options: {
  database: Database;
  /** Locked on the embedded database, which only one process serves at a time (serving-lock.ts). */
  dataDir: string;
  /** Of the program, for people who look at the instances. */
  version?: string;
  /** Every instance of a database must use the same; tests use a shorter one. */
  deadAfterMs?: number;
  /** Told what the database's clock showed at each heartbeat. */
  onBeat?: (reading: Reading) => void;
  /** A monotonic clock, in milliseconds. */
  ownClock?: () => number;
  /** A clock that continues while the machine sleeps, in milliseconds. */
  wallClock?: () => number;
}): Promise<Instance> {
  const { database, deadAfterMs = DEAD_AFTER_MS, ownClock = () => performance.now() } = options;
  const { wallClock = Date.now } = options;
  const own = { id: randomId(), host: hostname(), version: options.version ?? '' };
  const { id } = own;
  if (database.engine === 'sqlite') return onlyInstance(own, await lockForServing(options.dataDir));

  const everyMs = deadAfterMs / BEATS_BEFORE_DEATH;
  const limits = { deadAfterMs, gapMs: deadAfterMs - everyMs, jumpMs: everyMs };
  let last: Beat | undefined;
  /** When the last written heartbeat was begun: from then on the instance is safe for a while. */
  let begunAt = { own: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  /** How often others may have taken this instance for dead. */
  let lapses = 0;
  let noJudgingUntil = Number.POSITIVE_INFINITY;

  const isYounger = (ms: number): boolean => ownClock() - begunAt.own < ms && wallClock() - begunAt.wall < ms;
  const isSurelyAlive = (): boolean => isYounger(limits.gapMs);
  const beat = async (): Promise<void> => {
    const begun = { own: ownClock(), wall: wallClock() };
    const databaseMs = await writeBeat(database, own, KEPT_MS);
    const written: Beat = { databaseMs, ownMs: ownClock() };
    options.onBeat?.({ shownMs: databaseMs, begunMs: begun.own, endedMs: written.ownMs });
    noJudgingUntil = cannotJudgeUntil(last, written, limits) ?? noJudgingUntil;
    last = written;
    if (!isSurelyAlive()) lapses += 1;
    begunAt = begun;
  };
  const renew = shareRunning(beat);
  const canJudge = (): boolean => {
    const now = ownClock();
    return now >= noJudgingUntil && last !== undefined && now - last.ownMs <= limits.gapMs;
  };
  const findDeadInstances = async (ids: readonly string[]): Promise<readonly string[]> => {
    const others = ids.filter((other) => other !== id);
    if (others.length === 0 || !canJudge()) return [];
    const seen = await seenWithin(database, others, deadAfterMs);
    // The answer may have come after an outage in which nobody could write.
    return canJudge() ? others.filter((other) => !seen.has(other)) : [];
  };

  await beat();
  return {
    id,
    jobs: [{ name: 'heartbeat', everyMs, where: 'everywhere', run: beat }],
    isAlive: async (other) => (await findDeadInstances([other])).length === 0,
    findDeadInstances,
    isSurelyAlive,
    createFence: async () => {
      if (!isYounger(LATE_BEATS * everyMs)) await renew();
      const before = lapses;
      return () => isSurelyAlive() && lapses === before;
    },
    list: async () =>
      (await listInstances(database)).map((one) => ({ ...one, alive: one.silentMs < deadAfterMs })),
    // While the database is unavailable the heartbeat just stops.
    leave: () => removeInstance(database, id).catch(() => undefined),
  };
}

function onlyInstance(own: Omit<SeenInstance, 'startedAt' | 'silentMs'>, lock: ServingLock): Instance {
  const { id } = own;
  const startedAt = Date.now();
  return {
    id,
    jobs: [],
    isAlive: async (other) => other === id,
    findDeadInstances: async (ids) => ids.filter((other) => other !== id),
    isSurelyAlive: () => true,
    createFence: async () => () => true,
    list: async () => [{ ...own, startedAt, silentMs: 0, alive: true }],
    leave: async () => lock.release(),
  };
}

function randomId(): string {
  return Array.from(randomBytes(ID_LENGTH), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}
