import { shareRunning } from '../caches/share-running.ts';
import type { Database } from '../database/database.ts';
import { leaseHolder, releaseLease, takeLease } from './store.ts';

/** A lease is renewed after this part of it. */
const RENEWED_AFTER = 1 / 3;
/** For so long one that should not hold a lease leaves a free one to others. */
const PATIENCE_MS = 3_000;
/** A lease counts as lost this long before it ends, because clocks differ a little. */
const SPARE_MS = 1_000;

/** What a lease asks of the instance that wants it. */
export interface Holder {
  readonly id: string;
  findDeadInstances(ids: readonly string[]): Promise<readonly string[]>;
  isSurelyAlive(): boolean;
}

export interface Lease {
  /** Acquires the lease, or renews it when due. False while another living instance holds it. */
  take(): Promise<boolean>;
  /** Whether no other instance can hold it now. */
  isHeld(): boolean;
}

/** An exclusive right among the instances, for `leaseMs` since it was last acquired. */
export function createLease(options: {
  database: Database;
  holder: Holder;
  name: string;
  leaseMs: number;
  /** Whether others should rather hold it, if there are any. */
  isUnfit?: () => boolean;
}): Lease {
  const { database, holder, name, leaseMs, isUnfit = () => false } = options;
  let takenAt = Number.NEGATIVE_INFINITY;
  /** Since when nobody else has taken what this one, unfit, left to others. */
  let leftSince: number | undefined;
  const age = () => performance.now() - takenAt;
  const isHeld = () => age() < leaseMs - SPARE_MS && holder.isSurelyAlive();

  const leaveToOthers = async (current: string | undefined): Promise<boolean> => {
    if (!isUnfit()) {
      leftSince = undefined;
      return false;
    }
    if (leftSince === undefined && current === holder.id) await releaseLease(database, name, holder.id);
    leftSince ??= performance.now();
    return performance.now() - leftSince < PATIENCE_MS;
  };
  const takeFromDatabase = async (): Promise<boolean> => {
    const begunAt = performance.now();
    const other = await leaseHolder(database, name);
    const isFree = other === undefined || other === holder.id;
    const [dead] = isFree ? [] : await holder.findDeadInstances([other]);
    const mayTake = isFree || dead !== undefined;
    if (!mayTake) leftSince = undefined;
    const taken =
      mayTake &&
      !(await leaveToOthers(other)) &&
      (await takeLease(database, { name, holder: holder.id, leaseMs, dead }));
    takenAt = taken ? begunAt : Number.NEGATIVE_INFINITY;
    return taken;
  };
  const takeShared = shareRunning(takeFromDatabase);

  return {
    isHeld,
    take: async () => {
      if (isHeld() && age() < leaseMs * RENEWED_AFTER) return true;
      return takeShared();
    },
  };
}
