import type { Database } from '../../../platform/database/index.ts';
import type { ReturnRow } from './returned.ts';
import { RETURNS, type ReturnTables } from './returns-table.ts';

/** The states of those of these returns that are in the book. */
export async function knownReturns(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReturnRow['state']>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .read<ReturnTables>()
    .selectFrom('pix_returns')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(RETURNS.fromRow).map(({ id, state }) => [id, state]));
}
