import type { WriteTransaction } from '../../../platform/database/index.ts';

/** Writes rows of one table. */
export type RowsWriter = (write: WriteTransaction, rows: readonly object[]) => Promise<void>;

/** A row that a kind of payment keeps beside its transaction, written in the same commit. */
export interface RowBeside {
  readonly writer: RowsWriter;
  readonly row: object;
}
