import type { StatementLine } from '../../providers/index.ts';
import type { StatementClass } from './statement-classes.ts';

/** What a line of the acquirer is that belongs to no sale of ours: perhaps one of another system of the shop. */
export function classOfLone({
  kind,
  key,
  tid,
  nsu,
  order,
  debitKind,
}: Pick<StatementLine, 'kind' | 'key' | 'tid' | 'nsu' | 'order' | 'debitKind'>): StatementClass {
  if (kind === 'netting') return 'netted';
  if (key.includes('#')) return 'duplicate';
  if (kind !== 'debit') return 'unknown_sale';
  if (debitKind === 'chargeback') return 'dispute';
  const isOfSale = tid !== undefined || nsu !== undefined || order !== undefined;
  return isOfSale && debitKind !== 'tax' ? 'unknown_sale' : 'tax';
}
