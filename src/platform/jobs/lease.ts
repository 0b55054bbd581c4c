import type { Database } from '../database/database.ts';
import type { Instance } from '../instances/instance.ts';
import { leaseHolder, takeLease } from './store.ts';

/** A lease is taken again once this part of it is over. */
const RENEWED_AFTER = 1 / 3;
/** Left of a lease when it counts as lost: the other clock may be a little faster. */
const SPARE_MS = 1_000;

export type Holder = Pick<Instance, 'id' | 'findDeadInstances' | 'isTakenForAlive'>;

export interface Lease {
  /** Takes the lease, or renews it when it is time to. False while another living instance has it. */
  take(): Promise<boolean>;
  /** Whether it is certain that no other instance can have it. */
  isHeld(): boolean;
}

/** The right to do something alone among the instances, for `leaseMs` since it was last taken. */
export function createLease(options: {
  database: Database;
  holder: Holder;
  name: string;
  leaseMs: number;
}): Lease {
  const { database, holder, name, leaseMs } = options;
  let takenAt = Number.NEGATIVE_INFINITY;
  const age = () => performance.now() - takenAt;
  const isHeld = () => age() < leaseMs - SPARE_MS && holder.isTakenForAlive();

  const takeFromDatabase = async (): Promise<boolean> => {
    const begunAt = performance.now();
    const other = await leaseHolder(database, name);
    const isFree = other === undefined || other === holder.id;
    const [dead] = isFree ? [] : await holder.findDeadInstances([other]);
    const mayTake = isFree || dead !== undefined;
    const taken = mayTake && (await takeLease(database, { name, holder: holder.id, leaseMs, dead }));
    takenAt = taken ? begunAt : Number.NEGATIVE_INFINITY;
    return taken;
  };
  let taking: Promise<boolean> | undefined;

  return {
    isHeld,
    take: async () => {
      if (isHeld() && age() < leaseMs * RENEWED_AFTER) return true;
      taking ??= takeFromDatabase().finally(() => {
        taking = undefined;
      });
      return taking;
    },
  };
}
