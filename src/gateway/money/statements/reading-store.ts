import type { Database } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { firstSaleAt } from '../../transactions/index.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import {
  STATEMENT_READINGS,
  type StatementReading,
  type StatementTables,
} from '../tables/statement-tables.ts';
import type { StatementOwner } from './line-of.ts';

type Noted = Partial<Omit<StatementReading, keyof StatementOwner | 'updatedAt'>>;

/** Until where each account's statements were read. */
export interface ReadingStore {
  list(): Promise<readonly StatementReading[]>;
  of(accountId: number): Promise<StatementReading | undefined>;
  note(owner: StatementOwner, noted: Noted): Promise<void>;
  /** The day of the account's first sale; undefined: it has none. */
  firstSaleDay(owner: StatementOwner): Promise<string | undefined>;
  /** The oldest day of a payout that was not paid when it was read. */
  oldestOpenDay(accountId: number): Promise<string | undefined>;
}

export function createReadingStore({
  database,
  clock,
  time,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): ReadingStore {
  const tables = () => database.read<StatementTables & MoneyTables>();
  const of = async (accountId: number) => {
    const row = await tables()
      .selectFrom('statement_readings')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row && STATEMENT_READINGS.fromRow(row);
  };
  return {
    list: async () => {
      const rows = await tables()
        .selectFrom('statement_readings')
        .selectAll()
        .orderBy('account_id')
        .execute();
      return rows.map(STATEMENT_READINGS.fromRow);
    },
    of,
    note: async (owner, noted) => {
      const { accountId, merchantId, provider } = owner;
      await database.write(async (write) => {
        const known = await write
          .tables<StatementTables>()
          .selectFrom('statement_readings')
          .selectAll()
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        const before: StatementReading = known
          ? STATEMENT_READINGS.fromRow(known)
          : {
              ...{ accountId, merchantId, provider, readFrom: '', corrections: 0, updatedAt: 0 },
              ...{ readUntil: undefined, slot: undefined, progress: undefined, problem: undefined },
            };
        const row = STATEMENT_READINGS.toRow({ ...before, ...noted, updatedAt: clock.now() });
        await write
          .tables<StatementTables>()
          .insertInto('statement_readings')
          .values(row)
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
          .execute();
      });
    },
    firstSaleDay: async (owner) => {
      const at = await firstSaleAt(database, owner);
      return at === undefined ? undefined : time.day(at);
    },
    oldestOpenDay: async (accountId) => {
      const row = await tables()
        .selectFrom('statement_payouts')
        .select('pay_day')
        .where('account_id', '=', accountId)
        .where('state', 'in', ['suspended', 'expected'])
        .orderBy('pay_day')
        .limit(1)
        .executeTakeFirst();
      return row?.pay_day;
    },
  };
}
