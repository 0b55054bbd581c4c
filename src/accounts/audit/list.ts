import { type Kysely, sql } from 'kysely';
import type { AccountsOptions } from '../options.ts';
import type { AuditOrigin } from './entry.ts';
import type { AuditRow, AuditTables } from './tables.ts';

export const AUDIT_ROWS_PER_PAGE = 100;

export interface AuditFilter {
  /** Who did it, or for whom it was done. */
  readonly personId?: number | undefined;
  /** The user of the panel who did it. */
  readonly userId?: number | undefined;
  readonly operation?: string | undefined;
  readonly origin?: AuditOrigin | undefined;
  /** Milliseconds since 1970: from, inclusive, and until, exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Continues after this id, the last one of the page before. */
  readonly beforeId?: string | undefined;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Pass it on to get the next page; undefined on the last one. */
  readonly nextBeforeId: string | undefined;
}

/** Newest first, at most AUDIT_ROWS_PER_PAGE. A command that has ended is listed once, by its end. */
export async function listAudit(
  { database }: Pick<AccountsOptions, 'database'>,
  filter: AuditFilter = {},
): Promise<AuditPage> {
  const tables = database.readAside<AuditTables>();
  const before = filter.beforeId === undefined ? undefined : await placeOf(tables, filter.beforeId);
  const found = new Map<string, AuditRow>();
  // One query for each side of the filter by person: a single query would read and sort all rows.
  for (const side of filter.personId === undefined ? [undefined] : PERSON_COLUMNS) {
    const rows = await auditQuery(tables, { ...filter, side, before }).execute();
    for (const row of rows) found.set(row.id, row);
  }
  const newest = [...found.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const rows = newest.slice(0, AUDIT_ROWS_PER_PAGE);
  return { rows, nextBeforeId: newest.length > rows.length ? rows.at(-1)?.id : undefined };
}

const PERSON_COLUMNS = ['person_id', 'for_person_id'] as const;

interface Place {
  readonly at: number;
  readonly id: string;
}

/** The list is ordered by `at`, then `id`; an unknown id comes before everything. */
async function placeOf(tables: Kysely<AuditTables>, id: string): Promise<Place> {
  const row = await tables.selectFrom('audit').select('at').where('id', '=', id).executeTakeFirst();
  return { at: row?.at ?? 0, id };
}

/** Each filter has an index in the order of the list (`indexForList`). */
export function auditQuery(
  tables: Kysely<AuditTables>,
  wanted: Omit<AuditFilter, 'beforeId'> & {
    readonly side?: (typeof PERSON_COLUMNS)[number] | undefined;
    readonly before?: Place | undefined;
  },
) {
  const { personId, side, userId, operation, origin, from, until, before } = wanted;
  let query = tables.selectFrom('audit').selectAll().where(
    // A count instead of an `exists`, for which PostgreSQL would hash the whole table.
    sql<boolean>`(result <> 'begun' or (select count(*) from audit e where e.id = audit.id || '.end') = 0)`,
  );
  if (side !== undefined && personId !== undefined) query = query.where(side, '=', personId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (origin !== undefined) query = query.where('origin', '=', origin);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (before !== undefined) {
    query = query.where((row) => row(row.refTuple('at', 'id'), '<', row.tuple(before.at, before.id)));
  }
  return query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(AUDIT_ROWS_PER_PAGE + 1);
}
