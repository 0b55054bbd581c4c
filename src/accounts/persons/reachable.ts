import { type Kysely, sql } from 'kysely';
import { readDocument } from './record/document.ts';
import type { Acting } from './record/permission.ts';
import type { Person } from './record/person.ts';
import { selectPersons } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

export interface ReachableWanted {
  readonly afterId: number;
  readonly limit: number;
  /** A CPF or CNPJ, or a part of a name; undefined: everybody. */
  readonly text?: string | undefined;
}

/** In the order of the ids: the persons that this one may act for, waiting and inactive ones included. */
export async function selectReachable(
  tables: Kysely<PersonTables>,
  { personId, role }: Acting,
  { text, ...page }: ReachableWanted,
): Promise<readonly Person[]> {
  const document = text === undefined ? undefined : readDocument(text, false)?.text;
  return selectPersons(tables, { ...page, status: undefined }, (row) => {
    const own = row('persons.id', '=', personId);
    const created = row('persons.created_by', '=', personId);
    const reached = role === 'operator' ? [] : [role === 'integrator' ? row.or([own, created]) : own];
    if (text === undefined) return row.and(reached);
    if (document !== undefined) return row.and([...reached, row('persons.document', '=', document)]);
    const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const like = (name: 'persons.name' | 'persons.trade_name') =>
      sql<boolean>`lower(${sql.ref(name)}) like ${pattern} escape '\\'`;
    return row.and([...reached, row.or([like('persons.name'), like('persons.trade_name')])]);
  });
}
