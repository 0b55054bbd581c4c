import type { WriteTransaction } from '../../../platform/database/index.ts';
import type { RowBeside } from '../rules/row-beside.ts';

/** Writes what kinds of payment keep beside their transactions, a table at a time. */
export async function writeRowsBeside(write: WriteTransaction, rows: readonly RowBeside[]): Promise<void> {
  for (const [writer, ofTable] of Map.groupBy(rows, ({ writer }) => writer)) {
    await writer(
      write,
      ofTable.map(({ row }) => row),
    );
  }
}
