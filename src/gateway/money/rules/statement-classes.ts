import type { ReceivableState } from './receivable-state.ts';

/** What became of a line, ours or the acquirer's: each is in one of them. */
export const STATEMENT_CLASSES = [
  'matched',
  'matched_rounding',
  'fee_differs',
  'missing',
  'unknown_sale',
  'amount_differs',
  'date_differs',
  'anticipated',
  'ceded',
  'suspended',
  'netted',
  'dispute',
  'duplicate',
  'tax',
] as const;
export type StatementClass = (typeof STATEMENT_CLASSES)[number];

/** How a line of ours stands once it was found in a statement. */
export function stateIn(found: StatementClass): ReceivableState {
  return found === 'suspended' || found === 'ceded' || found === 'anticipated' ? found : 'paid';
}
