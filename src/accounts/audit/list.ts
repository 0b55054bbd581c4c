import { sql } from 'kysely';
import type { AccountsOptions } from '../options.ts';
import type { AccountTables } from '../tables.ts';
import type { AuditRow } from './tables.ts';

export const AUDIT_ROWS_PER_PAGE = 100;

export interface AuditFilter {
  /** Who did it, or for whom it was done. */
  readonly personId?: number | undefined;
  readonly operation?: string | undefined;
  /** Milliseconds since 1970: from, inclusive, and until, exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Continues below this id, the last one of the page before. */
  readonly beforeId?: string | undefined;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Ask for the next page with it; undefined on the last one. */
  readonly nextBeforeId: string | undefined;
}

/** Newest first, at most AUDIT_ROWS_PER_PAGE. Of a command that ended only the end is listed. */
export async function listAudit(
  { database }: Pick<AccountsOptions, 'database'>,
  { personId, operation, from, until, beforeId }: AuditFilter = {},
): Promise<AuditPage> {
  let query = database
    .read<AccountTables>()
    .selectFrom('audit')
    .selectAll()
    .where(
      sql<boolean>`not (result = 'begun' and exists (select 1 from audit e where e.id = audit.id || '.end'))`,
    );
  if (personId !== undefined) {
    query = query.where((row) =>
      row.or([row('person_id', '=', personId), row('for_person_id', '=', personId)]),
    );
  }
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const found = await query
    .orderBy('id', 'desc')
    .limit(AUDIT_ROWS_PER_PAGE + 1)
    .execute();
  const rows = found.slice(0, AUDIT_ROWS_PER_PAGE);
  return { rows, nextBeforeId: found.length > rows.length ? rows.at(-1)?.id : undefined };
}
