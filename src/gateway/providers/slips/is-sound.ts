import type { RegisteredSlip } from '../outcome.ts';
import { barcodeOf, readSlipCode } from '../slip-code/index.ts';

/**
 * Whether what a bank answered may be shown to anybody: the check digits of barcode and line are right, both say the same, and
 * the amount is what was asked for. A buyer pays what the code says.
 */
export function isSound(
  { barcode, line }: Pick<RegisteredSlip, 'barcode' | 'line'>,
  { amount, today }: { readonly amount: number; readonly today: string },
): boolean {
  const read = readSlipCode(barcode, today);
  return typeof read !== 'string' && read.amount === amount && barcodeOf(line) === barcode;
}
