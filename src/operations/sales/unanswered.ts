import type { Database, GroupedWrite } from '../../platform/index.ts';
import type { SaleTables } from './tables.ts';

/**
 * Sales of this process whose caller was answered. A sale that a repetition could be guessed for is unanswered from its
 * commit on, also over a crash, until its answer went out: what is sent again after that is another sale.
 */
export interface AnsweredSales {
  /** Its answer was handed to the caller's connection. */
  add(saleId: number): void;
  /** Until that is stored. */
  has(saleId: number): boolean;
}

const ANSWERED: GroupedWrite<number, undefined> = {
  name: 'answered sales',
  priority: 'low',
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

export function createAnsweredSales(database: Pick<Database, 'writeGrouped'>): AnsweredSales {
  const storing = new Set<number>();
  return {
    has: (saleId) => storing.has(saleId),
    add: (saleId) => {
      storing.add(saleId);
      const stored = () => storing.delete(saleId);
      // What cannot be stored now is known to this process as long as a repetition can be guessed.
      database.writeGrouped(ANSWERED, saleId).then(stored, () => undefined);
    },
  };
}
