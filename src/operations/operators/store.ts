import type { Kysely } from 'kysely';
import type { ListPage } from '../interface/long-list.ts';
import type { Operator } from './operator.ts';
import { OPERATORS, type OperatorTables } from './tables.ts';

type Tables = Kysely<OperatorTables>;

export async function insertOperator(tables: Tables, operator: Operator): Promise<void> {
  await tables.insertInto('operators').values(OPERATORS.toRow(operator)).execute();
}

export async function updateOperator(tables: Tables, operator: Operator): Promise<void> {
  const { id, ...row } = OPERATORS.toRow(operator);
  await tables.updateTable('operators').set(row).where('id', '=', id).execute();
}

export async function findOperator(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Operator | undefined> {
  const row = await tables
    .selectFrom('operators')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && OPERATORS.fromRow(row);
}

/**
 * The active operator with a login that somebody typed. All logins of the person are read and compared here: what was
 * typed may be a password, and must not be part of a statement.
 */
export async function findOperatorByTypedLogin(
  tables: Tables,
  personId: number,
  typed: string,
): Promise<Operator | undefined> {
  const logins = await tables
    .selectFrom('operators')
    .select(['id', 'login'])
    .where('person_id', '=', personId)
    .where('active', '=', 1)
    .execute();
  const id = logins.find(({ login }) => login === typed.toLowerCase())?.id;
  return id === undefined ? undefined : findOperator(tables, personId, id);
}

export async function findOperatorByLogin(
  tables: Tables,
  personId: number,
  login: string,
): Promise<Operator | undefined> {
  const row = await tables
    .selectFrom('operators')
    .selectAll()
    .where('person_id', '=', personId)
    .where('login', '=', login)
    .executeTakeFirst();
  return row && OPERATORS.fromRow(row);
}

/** In the order of the ids. */
export async function selectOperators(
  tables: Tables,
  personId: number,
  { afterId, limit }: ListPage,
): Promise<readonly Operator[]> {
  const rows = await tables
    .selectFrom('operators')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(OPERATORS.fromRow);
}

/** In the order of the ids. */
export async function selectActiveOperators(
  tables: Tables,
  personId: number,
  limit: number,
): Promise<readonly Operator[]> {
  const rows = await tables
    .selectFrom('operators')
    .selectAll()
    .where('person_id', '=', personId)
    .where('active', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(OPERATORS.fromRow);
}

/** The names of the operators with these ids. */
export async function findOperatorNames(
  tables: Tables,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables.selectFrom('operators').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
