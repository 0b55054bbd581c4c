import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';
import { lockForServing, type ServingLock } from './serving-lock.ts';
import { removeInstance, seenWithin, writeBeat } from './store.ts';
import { type Beat, distrustUntil } from './trust.ts';

const DEAD_AFTER_MS = 8_000;
const BEATS_BEFORE_DEATH = 4;
/** Rows of the dead are kept so long, for whoever looks into what happened. */
const KEPT_MS = 24 * 60 * 60_000;
const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 8;

/** One serving process among those that share the database. */
export interface Instance {
  /** Eight letters and digits, random for each start: written beside what the instance works on. */
  readonly id: string;
  /** The heartbeat. */
  readonly jobs: readonly Job[];
  isAlive(id: string): Promise<boolean>;
  /** Which of these instances are gone for good: what they left undone is anyone's. */
  findDeadInstances(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * False once others may take this instance for dead, because its beats could not be written or it stood still. Ask
   * right before doing what must not be done after another instance took over.
   */
  isTakenForAlive(): boolean;
  /**
   * To be called before something is stated in the database that others would take over. What it gives tells, right
   * before that is done, whether this instance was taken for alive all the while: one that stood still and beats again
   * has lost what it had under way.
   */
  createFence(): () => boolean;
  /** Tells the others at once that it is gone. Nothing may be done in its name any more. Never throws. */
  leave(): Promise<void>;
}

/**
 * Makes this process known. On PostgreSQL an instance that was not seen for 8 s by the database's clock is dead; on
 * the embedded database every other one is. Throws AlreadyServed when another process serves that.
 */
export async function createInstance(options: {
  database: Database;
  /** Locked on the embedded database, which one process serves at a time (serving-lock.ts). */
  dataDir: string;
  /** Every instance of a database must use the same; tests use a shorter one. */
  deadAfterMs?: number;
  /** Milliseconds of a clock that nobody sets. */
  ownClock?: () => number;
  /** Milliseconds of a clock that goes on while the machine sleeps. */
  wallClock?: () => number;
}): Promise<Instance> {
  const { database, deadAfterMs = DEAD_AFTER_MS, ownClock = () => performance.now() } = options;
  const { wallClock = Date.now } = options;
  const id = randomId();
  if (database.engine === 'sqlite') return onlyInstance(id, await lockForServing(options.dataDir));

  const everyMs = deadAfterMs / BEATS_BEFORE_DEATH;
  const limits = { deadAfterMs, gapMs: deadAfterMs - everyMs, jumpMs: everyMs };
  let last: Beat | undefined;
  /** A beat is written after it is begun: so long the instance is safe from being taken for dead. */
  let begunAt = { own: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  /** How often others may have taken this instance for dead. */
  let breaks = 0;
  let distrust = Number.POSITIVE_INFINITY;

  const isTakenForAlive = (): boolean =>
    ownClock() - begunAt.own < limits.gapMs && wallClock() - begunAt.wall < limits.gapMs;
  const beat = async (): Promise<void> => {
    const begun = { own: ownClock(), wall: wallClock() };
    const databaseMs = await writeBeat(database, id, KEPT_MS);
    const written: Beat = { databaseMs, ownMs: ownClock() };
    distrust = distrustUntil(last, written, limits) ?? distrust;
    last = written;
    if (!isTakenForAlive()) breaks += 1;
    begunAt = begun;
  };
  const judges = (): boolean => {
    const now = ownClock();
    return now >= distrust && last !== undefined && now - last.ownMs <= limits.gapMs;
  };
  const findDeadInstances = async (ids: readonly string[]): Promise<readonly string[]> => {
    const others = ids.filter((other) => other !== id);
    if (others.length === 0 || !judges()) return [];
    const seen = await seenWithin(database, others, deadAfterMs);
    // The answer may have come after an outage, in which nobody could write.
    return judges() ? others.filter((other) => !seen.has(other)) : [];
  };

  await beat();
  return {
    id,
    jobs: [{ name: 'heartbeat', everyMs, where: 'everywhere', run: beat }],
    isAlive: async (other) => (await findDeadInstances([other])).length === 0,
    findDeadInstances,
    isTakenForAlive,
    createFence: () => {
      const before = breaks;
      return () => isTakenForAlive() && breaks === before;
    },
    // With the database away its beats just stop.
    leave: () => removeInstance(database, id).catch(() => undefined),
  };
}

function onlyInstance(id: string, lock: ServingLock): Instance {
  return {
    id,
    jobs: [],
    isAlive: async (other) => other === id,
    findDeadInstances: async (ids) => ids.filter((other) => other !== id),
    isTakenForAlive: () => true,
    createFence: () => () => true,
    leave: async () => lock.release(),
  };
}

function randomId(): string {
  return Array.from(randomBytes(ID_LENGTH), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}
