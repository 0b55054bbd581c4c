import type { Database } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Charge, type ChargeOwner, ChargeUnsettled, isRunningElsewhere } from './charge.ts';
import { selectDueCharges } from './due-store.ts';
import { findChargeById, rescheduleCharge } from './store.ts';
import type { ChargeTables } from './tables.ts';

const EVERY_MS = 1_000;
const BATCH = 100;
/** Of one person in a batch: the entries that many clients owe on the same day do not hold up other sellers. */
const BATCH_OF_PERSON = 20;
const PERSONS_AT_ONCE = 8;
/** A run starts nothing more after this time; what a slow acquirer left undone waits for the next run. */
const RUN_MS = 10_000;
/** Delay before a charge whose owner could not be settled is tried again. */
const RETRY_AFTER_MS = 30_000;

const JOB_NAMES: Readonly<Record<ChargeOwner, string>> = {
  sale: 'charges of the back office',
  entry: 'recurring charges',
};

/**
 * Brings a charge's owner in line with the state at the gateway. Idempotent. Returns when to check again even without a
 * notification; undefined: never.
 */
export type SettleCharge = (charge: Charge) => Promise<number | undefined>;

/** What answers a buyer or a shop waits no longer than this for the back office; the job does the rest. */
const ANSWER_WAITS_MS = 3_000;

/**
 * Settles the owner of a charge that a call has just changed, before the call is answered: who is told "approved" finds the
 * sale paid. What cannot be settled now is left to the job.
 */
export function createSettleNow({
  database,
  settle,
}: Pick<ChargeJobOptions, 'database' | 'settle'>): (chargeId: number) => Promise<void> {
  const settleNow = async (chargeId: number) => {
    const charge = await findChargeById(database.read<ChargeTables>(), chargeId);
    if (charge?.dueAt === undefined) return;
    const next = await settle[charge.owner](charge);
    await database.write((transaction) => rescheduleCharge(transaction.tables<ChargeTables>(), charge, next));
  };
  return async (chargeId) => {
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ANSWER_WAITS_MS);
    await Promise.race([settleNow(chargeId).catch(() => undefined), isLate]);
    clearTimeout(timer);
  };
}

interface ChargeJobOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly settle: Readonly<Record<ChargeOwner, SettleCharge>>;
  onError(chargeId: number, error: unknown): void;
}

/** One job for each kind of owner, so that sales never wait for the entries of a day on which many are due. */
export function chargeJobs(options: ChargeJobOptions): readonly Job[] {
  return [chargeJob('sale', options), chargeJob('entry', options)];
}

/**
 * Settles the owners of charges that changed, or whose request was lost in a crash. Those of one person run one after
 * another, several persons at once, so that a slow acquirer does not delay the others.
 */
function chargeJob(owner: ChargeOwner, { database, clock, settle, onError }: ChargeJobOptions): Job {
  const putOff = (charge: Charge, next: number | undefined) =>
    database.write((transaction) => rescheduleCharge(transaction.tables<ChargeTables>(), charge, next));
  const settleOne = async (charge: Charge) => {
    try {
      await putOff(charge, await settle[owner](charge));
    } catch (error) {
      // What is charged or refunded by a call at this moment is no fault.
      if (!isRunningElsewhere(error)) onError(charge.id, error);
      const isTimed = error instanceof ChargeUnsettled;
      await putOff(charge, isTimed ? error.retryAt : clock.now() + RETRY_AFTER_MS);
    }
  };
  let afterPerson = 0;
  return {
    name: JOB_NAMES[owner],
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const startedAt = clock.now();
      const { charges: due, lastPerson } = await selectDueCharges(database.read<ChargeTables>(), {
        owner,
        now: startedAt,
        limit: BATCH,
        ofPerson: BATCH_OF_PERSON,
        afterPerson,
      });
      afterPerson = lastPerson;
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
