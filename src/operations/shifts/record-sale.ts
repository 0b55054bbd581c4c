import type { WriteTransaction } from '../../platform/database/index.ts';
import type { ShiftEntry } from './shift.ts';
import { insertEntry, lockOpenShift } from './store.ts';
import type { ShiftTables } from './tables.ts';

/**
 * Writes a sale that was paid, or canceled after it was, into the open shift of its terminal, in the commit of that
 * change. Without one nothing is written.
 */
export async function recordInShift(
  transaction: WriteTransaction,
  terminalId: number,
  entry: Omit<ShiftEntry, 'shiftId' | 'note'>,
): Promise<void> {
  const tables = transaction.tables<ShiftTables>();
  const shift = await lockOpenShift(tables, terminalId);
  if (shift) await insertEntry(tables, { ...entry, shiftId: shift.id, note: undefined });
}
