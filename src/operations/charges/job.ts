import type { Clock, Database, Job } from '../../platform/index.ts';
import { type Charge, type ChargeOwner, ChargeUnsettled } from './charge.ts';
import { putOffCharge, selectDueCharges } from './store.ts';
import type { ChargeTables } from './tables.ts';

const EVERY_MS = 1_000;
const BATCH = 100;
const PERSONS_AT_ONCE = 8;
/** After this a run starts nothing more: what is left of a slow acquirer's waits for the next one. */
const RUN_MS = 10_000;
/** One whose owner could not be settled is tried again after this. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Brings a charge's owner in line with what the gateway knows. Repeating it changes nothing. Gives when it is to be done
 * again although nothing new is told; undefined: not at all.
 */
export type SettleCharge = (charge: Charge) => Promise<number | undefined>;

/**
 * Settles the owners of charges that changed, or whose request was cut off by a crash: those of a person one after another,
 * several persons at once, so that a slow acquirer does not hold up the others.
 */
export function chargeJob({
  database,
  clock,
  settle,
  onError,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly settle: Readonly<Record<ChargeOwner, SettleCharge>>;
  onError(chargeId: number, error: unknown): void;
}): Job {
  const putOff = (charge: Charge, next: number | undefined) =>
    database.write((transaction) => putOffCharge(transaction.tables<ChargeTables>(), charge, next));
  const settleOne = async (charge: Charge) => {
    try {
      await putOff(charge, await settle[charge.owner](charge));
    } catch (error) {
      onError(charge.id, error);
      const isTimed = error instanceof ChargeUnsettled;
      await putOff(charge, isTimed ? error.retryAt : clock.now() + AGAIN_AFTER_MS);
    }
  };
  return {
    name: 'charges of the back office',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const startedAt = clock.now();
      const due = await selectDueCharges(database.read<ChargeTables>(), startedAt, BATCH);
      const waiting = Map.groupBy(due, ({ personId }) => personId).values();
      const work = async () => {
        for (const charges of waiting) {
          for (const charge of charges) {
            if (signal.aborted || clock.now() - startedAt > RUN_MS) return;
            await settleOne(charge);
          }
        }
      };
      await Promise.all(Array.from({ length: PERSONS_AT_ONCE }, work));
    },
  };
}
