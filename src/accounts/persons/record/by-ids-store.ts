import type { Kysely } from 'kysely';
import { ACTIVE } from './store.ts';
import type { PersonTables } from './tables.ts';

/** The trade name where there is one. */
export async function selectPersonNames(
  tables: Kysely<PersonTables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables
    .selectFrom('persons')
    .select(['id', 'name', 'trade_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.trade_name ?? row.name]));
}

/** Those of them that are active. */
export async function selectActivePersons(
  tables: Kysely<PersonTables>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tables
    .selectFrom('persons')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', ACTIVE)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
