import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { FeeTable } from '../rules/fees.ts';
import { readFees } from '../rules/read-fees.ts';
import { FEE_TABLES, type MoneyTables, type StoredFees } from '../tables/receivables-table.ts';

/** What a seller agreed with acquirers and banks, each version from a day on. */
export interface FeeStore {
  /** Newest first; of one provider, or of all. */
  list(personId: number, provider?: string): Promise<readonly StoredFees[]>;
  /** In the place of a version of the same day. Lines of sales from that day on are written anew, by the job. Throws FeeTableFault. */
  set(fees: Pick<StoredFees, 'personId' | 'provider' | 'firstDay' | 'content'>): Promise<void>;
  /** The table that was in force at a day. */
  finder(personIds: readonly number[]): Promise<FindFees>;
}

export type FindFees = (sale: {
  readonly merchantId: number;
  readonly provider: string;
  readonly day: string;
}) => FeeTable | undefined;

export function createFeeStore({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): FeeStore {
  const rowsOf = (personIds: readonly number[]) =>
    database
      .read<MoneyTables>()
      .selectFrom('fee_tables')
      .selectAll()
      .where('person_id', 'in', personIds)
      .orderBy('first_day', 'desc')
      .orderBy('provider')
      .execute();
  return {
    list: async (personId, provider) => {
      const rows = await rowsOf([personId]);
      return rows
        .filter((row) => provider === undefined || row.provider === provider)
        .map(FEE_TABLES.fromRow);
    },
    set: async (fees) => {
      // Read before it is stored: what is stored can be read.
      readFees(fees.content);
      const row = FEE_TABLES.toRow({ ...fees, createdAt: clock.now(), pending: 1 });
      await database.write(async (write) => {
        await write
          .tables<MoneyTables>()
          .insertInto('fee_tables')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['person_id', 'provider', 'first_day'])
              .doUpdateSet({ content: row.content, created_at: row.created_at, pending: 1 }),
          )
          .execute();
      });
    },
    finder: async (personIds) => {
      const rows = await rowsOf([...new Set(personIds)]);
      const parsed = rows.map((row) => ({ ...row, fees: readFees(row.content) }));
      return ({ merchantId, provider, day }) =>
        parsed.find(
          (row) => row.person_id === merchantId && row.provider === provider && row.first_day <= day,
        )?.fees;
    },
  };
}
