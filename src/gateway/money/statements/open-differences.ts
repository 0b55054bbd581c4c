import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import { IS_MISSING, IS_TO_EXPLAIN } from '../tables/statement-migrations.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

/** Counted no further: where there are more, something is wrong with all of them. */
const MOST = 100_000;

/** Differences since a day that cost money, and that nobody explained. */
export interface OpenDifferences {
  readonly missing: number;
  readonly feeDiffers: number;
  readonly amountDiffers: number;
}

export async function countOpenDifferences(database: Database, since: string): Promise<OpenDifferences> {
  const missing = database
    .readAside<MoneyTables>()
    .selectFrom('receivables')
    .select('line')
    .where(IS_MISSING)
    .where('due_day', '>=', since)
    .limit(MOST);
  const [gone, told] = await Promise.all([
    database
      .readAside()
      .selectFrom(missing.as('found'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirst(),
    database
      .readAside<StatementTables>()
      .selectFrom('statement_lines')
      .select(['class', sql<number>`count(*)`.as('count')])
      .where(IS_TO_EXPLAIN)
      .where('day', '>=', since)
      .groupBy('class')
      .execute(),
  ]);
  const of = (name: string) => Number(told.find((row) => row.class === name)?.count ?? 0);
  return {
    missing: Number(gone?.count ?? 0),
    feeDiffers: of('fee_differs'),
    amountDiffers: of('amount_differs'),
  };
}
