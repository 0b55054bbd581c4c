import type { HostAnswer } from '../acquirers/index.ts';
import type { Transaction } from './record/index.ts';

const BIN_DIGITS = 6;
const LAST_DIGITS = 4;

/**
 * Whether the host speaks of this very sale: amount and card are compared where the host tells them. An answer about
 * anything else proves nothing.
 */
export function isAbout(transaction: Transaction, { seen }: HostAnswer): boolean {
  if (!seen) return true;
  const { mask } = transaction.order.card;
  return (
    (seen.amount === undefined || seen.amount === transaction.amount) &&
    (seen.cardBin === undefined || seen.cardBin.slice(0, BIN_DIGITS) === mask.slice(0, BIN_DIGITS)) &&
    (seen.cardLast4 === undefined || seen.cardLast4 === mask.slice(-LAST_DIGITS))
  );
}
