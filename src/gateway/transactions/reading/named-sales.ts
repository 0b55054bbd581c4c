import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { AttemptTables } from '../tables/attempts-table.ts';
import { IS_CAPTURED, type TransactionTables } from '../tables/transactions-table.ts';

/** Sales of one account by the names that an acquirer's statement has for them: name → sale. */
export type SalesByName = ReadonlyMap<string, string>;

/** What a statement tells of a sale that it does not name. Amounts in centavos, times in milliseconds since 1970. */
export interface UnnamedSale {
  readonly merchantId: number;
  readonly accountId: number;
  readonly captured: number;
  /** Begun before. */
  readonly before: number;
  readonly nsu: string | undefined;
  readonly lastFour: string | undefined;
}

type Tables = TransactionTables & AttemptTables;

/** Longest receipt's number: acquirers fill it up with zeros, or leave them out. */
const NSU_DIGITS = 12;
/** Of one amount, and one receipt or card: more tell nobody which one it is. */
const MOST_ALIKE = 50;

/** By the acquirer's own name (TID), or by the name that we gave it. */
export async function salesByName(
  database: Database,
  accountId: number,
  column: 'provider_reference' | 'attempts.reference',
  names: readonly string[],
): Promise<SalesByName> {
  if (names.length === 0) return new Map();
  const rows = await capturedOf(database.readAside<Tables>(), accountId)
    .select(['transactions.id', `${column} as name`])
    .where(column, 'in', names)
    .execute();
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[name, id] as const])));
}

/** Those of the same amount that have the same receipt's number, or the same last digits of the card. */
export async function salesAlike(database: Database, told: UnnamedSale): Promise<readonly string[]> {
  const { merchantId, accountId, captured, before, nsu, lastFour } = told;
  const alike = () =>
    capturedOf(database.readAside<Tables>(), accountId)
      .select('transactions.id')
      .where('captured_amount', '=', captured)
      .limit(MOST_ALIKE);
  const found = await Promise.all([
    // With the merchant and the time beside it, the engine would go through all of the merchant's sales.
    nsu === undefined ? [] : alike().where('transactions.nsu', 'in', withZeros(nsu)).execute(),
    lastFour === undefined
      ? []
      : alike()
          .where('last4', '=', lastFour)
          .where('merchant_id', '=', merchantId)
          .where('transactions.created_at', '<', before)
          .orderBy('transactions.created_at', 'desc')
          .execute(),
  ]);
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** The day of the account's first sale begins here; undefined: it has none. */
export async function firstSaleAt(
  database: Database,
  { merchantId, accountId }: Pick<UnnamedSale, 'merchantId' | 'accountId'>,
): Promise<number | undefined> {
  const row = await capturedOf(database.readAside<Tables>(), accountId)
    .select('transactions.created_at')
    .where('merchant_id', '=', merchantId)
    .orderBy('transactions.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Sales that were made up for a demonstration are left out. */
function capturedOf(tables: Kysely<Tables>, accountId: number) {
  return tables
    .selectFrom('transactions')
    .innerJoin('attempts', 'attempts.transaction_id', 'transactions.id')
    .where(IS_CAPTURED)
    .where('demo', 'is', null)
    .where('attempts.account_id', '=', accountId)
    .where('attempts.state', '=', 'approved');
}

function withZeros(nsu: string): readonly string[] {
  const digits = nsu.replace(/^0+/, '');
  const zeros = Math.max(0, NSU_DIGITS - digits.length);
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + digits);
}
