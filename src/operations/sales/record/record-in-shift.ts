import type { WriteTransaction } from '../../../platform/database/index.ts';
import { ENTRY_KIND, recordInShift } from '../../shifts/index.ts';
import { isPaid, SALE_STATUS, type Sale } from './sale.ts';

/**
 * Writes into the open shift of the sale's terminal that it was paid, or given back after that. It counts in the shift in
 * which the money moved, whenever the sale was made. `before` is absent for a new sale.
 */
export async function recordSaleInShift(
  transaction: WriteTransaction,
  { before, after, origin }: { readonly before?: Sale; readonly after: Sale; readonly origin: string },
): Promise<void> {
  const kind = kindOf(before, after);
  if (kind === undefined || after.finalValue === 0) return;
  await recordInShift(transaction, after.terminalId, {
    kind,
    sourceId: after.id,
    at: after.updatedAt,
    methodId: after.methodId,
    operatorId: after.operatorId,
    amount: after.finalValue,
    origin,
  });
}

function kindOf(before: Sale | undefined, after: Sale) {
  // A cancel that was refused leads back to credited: that is no other sale.
  if (before?.creditedAt === undefined && after.creditedAt !== undefined) return ENTRY_KIND.sale;
  if (before && isPaid(before.status) && after.status === SALE_STATUS.canceled) return ENTRY_KIND.refund;
  return undefined;
}
