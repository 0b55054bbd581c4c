import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, GroupedWrite } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { SaleTables } from '../record/tables.ts';

/**
 * Sales whose caller was answered, or not. A sale that a repetition could be guessed for is unanswered from its commit on,
 * also over a crash, until its answer is about to go out: what is sent again after that, to whatever worker, is another sale.
 */
export interface AnsweredSales {
  /**
   * Its answer is about to be handed to the caller's connection. Resolves when all workers know; where the database refuses
   * that, it is stored later, and this process knows.
   */
  add(saleId: number): Promise<void>;
  /** The caller's connection broke before it had the answer. */
  cut(saleId: number): void;
  /** Until that is stored, or no repetition can be guessed any more. */
  has(saleId: number): boolean;
}

/** After each try that failed. Together as long as a repetition can be guessed: after that nobody asks any more. */
const PAUSES_MS = [100, 400, 1_500, 3_000, 5_000, 10_000];

/** Not of low priority: callers wait for it. */
const ANSWERED: GroupedWrite<number, undefined> = {
  name: 'answered sales',
  asksQueries: true,
  apply: async (transaction, ids) => {
    await transaction
      .tables<SaleTables>()
      .deleteFrom('unanswered_sales')
      .where('sale_id', 'in', [...new Set(ids)])
      .execute();
    return ids.map(() => undefined);
  },
};

interface Unanswered {
  readonly saleId: number;
  readonly createdAt: number;
}

const CUT: GroupedWrite<Unanswered, undefined> = {
  name: 'sales whose answer was cut off',
  asksQueries: true,
  apply: async (transaction, sales) => {
    const rows = new Map(sales.map(({ saleId, createdAt }) => [saleId, createdAt]));
    await transaction
      .tables<SaleTables>()
      .insertInto('unanswered_sales')
      .values([...rows].map(([sale_id, created_at]) => ({ sale_id, created_at })))
      .onConflict((conflict) => conflict.column('sale_id').doNothing())
      .execute();
    return sales.map(() => undefined);
  },
};

export function createAnsweredSales(
  database: Pick<Database, 'writeGrouped'>,
  clock: Clock,
  pause: (ms: number) => Promise<void> = (ms) => sleep(ms, undefined, { ref: false }),
): AnsweredSales {
  /** Those that are being stored, each with the end of that. */
  const storing = new Map<number, Promise<void>>();
  /** What is to be stored of an answer that was cut off, until its repetition is answered. */
  const cuts = new Map<number, Unanswered>();
  const isStored = (write: Promise<undefined>) =>
    write.then(
      () => true,
      () => false,
    );
  /** Tries again until it is stored, or too late for whom it may concern. */
  const store = async (write: () => Promise<undefined>, isWanted: () => boolean): Promise<void> => {
    for (const pauseMs of PAUSES_MS) {
      await pause(pauseMs);
      if (!isWanted() || (await isStored(write()))) return;
    }
  };
  return {
    has: (saleId) => storing.has(saleId),
    add: async (saleId) => {
      cuts.delete(saleId);
      const write = () => database.writeGrouped(ANSWERED, saleId);
      const first = isStored(write());
      const stored = first.then((isDone) => (isDone ? undefined : store(write, () => storing.has(saleId))));
      storing.set(saleId, stored);
      void stored.then(() => {
        if (storing.get(saleId) === stored) storing.delete(saleId);
      });
      await first;
    },
    cut: (saleId) => {
      const stored = storing.get(saleId);
      storing.delete(saleId);
      const unanswered = { saleId, createdAt: clock.now() };
      const write = () => database.writeGrouped(CUT, unanswered);
      const isWanted = () => cuts.get(saleId) === unanswered;
      cuts.set(saleId, unanswered);
      void (async () => {
        // Until that it was answered is stored, it is unanswered for the other workers.
        await stored;
        if (isWanted() && !(await isStored(write()))) await store(write, isWanted);
        if (isWanted()) cuts.delete(saleId);
      })();
    },
  };
}
