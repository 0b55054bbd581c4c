import type { Database } from '../../../../platform/database/index.ts';
import type { PixReturnRow } from '../returned.ts';
import { PIX_RETURNS, type PixReturnTables } from '../returns-table.ts';

/** The states of those of these returns that are in the book. */
export async function knownReturns(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PixReturnRow['state']>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .read<PixReturnTables>()
    .selectFrom('pix_returns')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(PIX_RETURNS.fromRow).map(({ id, state }) => [id, state]));
}
