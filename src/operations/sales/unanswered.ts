import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, GroupedWrite } from '../../platform/database/index.ts';
import type { SaleTables } from './tables.ts';

/**
 * Sales of this process whose caller was answered. A sale that a repetition could be guessed for is unanswered from its
 * commit on, also over a crash, until its answer went out: what is sent again after that is another sale.
 */
export interface AnsweredSales {
  /** Its answer was handed to the caller's connection. */
  add(saleId: number): void;
  /** Until that is stored, or no repetition can be guessed any more. */
  has(saleId: number): boolean;
}

/** After each try that failed. Together as long as a repetition can be guessed: after that nobody asks any more. */
const PAUSES_MS = [100, 400, 1_500, 3_000, 5_000, 10_000];

/** Not of low priority: until it is stored, other workers answer the next buyer's equal sale with this one. */
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

export function createAnsweredSales(
  database: Pick<Database, 'writeGrouped'>,
  pause: (ms: number) => Promise<void> = (ms) => sleep(ms, undefined, { ref: false }),
): AnsweredSales {
  const storing = new Set<number>();
  const isStored = (saleId: number) =>
    database.writeGrouped(ANSWERED, saleId).then(
      () => true,
      () => false,
    );
  const store = async (saleId: number): Promise<void> => {
    for (const pauseMs of PAUSES_MS) {
      if (await isStored(saleId)) break;
      await pause(pauseMs);
    }
    storing.delete(saleId);
  };
  return {
    has: (saleId) => storing.has(saleId),
    add: (saleId) => {
      storing.add(saleId);
      void store(saleId);
    },
  };
}
