import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { SaleTables } from '../record/tables.ts';
import { type TillSearchKey, tillSearchKeys } from './till-sale-filter.ts';

/** A text that more sales have, such as a frequent name, is searched in the newest sales instead of with its index. */
export const MAX_MATCHES = 1_000;
/** Of the newest sales, how many are read for the transactions that charge those with a frequent name. */
const MAX_CHARGED_LOOKED_AT = 10_000;
const AFTER_ANY_TEXT = '\u{10ffff}';

/** What a filter and lists need of a sale. */
export const LOOKED_AT = [
  'id',
  'person_id',
  'created_at',
  'status',
  'credited_at',
  'final_value',
  'method_id',
  'brand',
  'acquirer',
  'installments',
  'transaction_id',
  'reference',
  'nsu',
  'authorization_code',
  'client_document',
  'client_key',
] as const;

/** At most `limit` sales with this key, in no order. */
export function matchesOf(
  tables: Kysely<SaleTables>,
  key: TillSearchKey,
  { personId }: { readonly personId?: number | undefined },
  limit: number,
): SelectQueryBuilder<SaleTables, 'sales', Pick<SaleTables['sales'], (typeof LOOKED_AT)[number]>> {
  const found = tables.selectFrom('sales').where(hasKey(key)).limit(limit).select(LOOKED_AT);
  if (personId === undefined) return found;
  // As an expression, which has no index: otherwise all sales of the person would be read for a rare name.
  return key.column === 'client_key'
    ? found.where(sql<number>`person_id + 0`, '=', personId)
    : found.where('person_id', '=', personId);
}

/** Whether a sale has any key of the text. */
export function hasAnyKey(search: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(tillSearchKeys(search).map(hasKey), sql` or `)})`;
}

function hasKey(key: TillSearchKey): RawBuilder<boolean> {
  const column = sql.ref(key.column);
  return key.column === 'client_key'
    ? sql<boolean>`(${column} >= ${key.beginning} and ${column} < ${`${key.beginning}${AFTER_ANY_TEXT}`})`
    : sql<boolean>`${column} = ${key.value}`;
}

/**
 * The transactions that charge the newest sales with this number, client or document, which the transactions themselves
 * do not have. Of a name or document that very many sales have: those of the newest sales.
 */
export async function selectChargingTransactions(
  tables: Kysely<SaleTables>,
  { search, personId }: { readonly search: string; readonly personId: number | undefined },
  { limit, maxMatches = MAX_MATCHES }: { readonly limit: number; readonly maxMatches?: number | undefined },
): Promise<readonly string[]> {
  const keys = tillSearchKeys(search).filter(({ column }) => COLUMNS_OF_TILLS.has(column));
  if (keys.length === 0) return [];
  const parts = keys.flatMap((key) => {
    const matches = matchesOf(tables, key, { personId }, maxMatches + 1);
    return [
      sql`select transaction_id, 0 as matches from (${newestCharged(sql`(${matches})`, limit)}) as newest`,
      sql`select null as transaction_id, count(*) as matches from (${matches}) as matching`,
    ];
  });
  const { rows } = await sql<ChargedRow>`${sql.join(parts, sql` union all `)}`.execute(tables);
  if (!rows.some(({ matches }) => Number(matches) > maxMatches)) return idsIn(rows);
  const all = tables.selectFrom('sales').select(LOOKED_AT).orderBy('id', 'desc').limit(MAX_CHARGED_LOOKED_AT);
  const newest = personId === undefined ? all : all.where('person_id', '=', personId);
  const having = sql`(select * from (${newest}) as looked where ${hasAnyKey(search)})`;
  const ofNewest = await sql<ChargedRow>`${newestCharged(having, limit)}`.execute(tables);
  return idsIn([...ofNewest.rows, ...rows]);
}

interface ChargedRow {
  readonly transaction_id: string | null;
  readonly matches?: number;
}

function newestCharged(sales: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`select transaction_id from ${sales} as matching where transaction_id is not null
    order by id desc limit ${limit}`;
}

function idsIn(rows: readonly ChargedRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ transaction_id: id }) => id ?? []))];
}

const COLUMNS_OF_TILLS: ReadonlySet<TillSearchKey['column']> = new Set([
  'id',
  'client_document',
  'client_key',
]);
