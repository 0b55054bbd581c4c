import { PAYMENT_METHODS } from '../../payment-methods/index.ts';
import { flowOf } from './flow.ts';
import type { Sale } from './sale.ts';

/** Methods whose sales store a card and take no money. */
export const CARD_STORING_METHODS: readonly number[] = PAYMENT_METHODS.filter(
  (method) => flowOf(method) === 'form',
).map(({ id }) => id);

/**
 * Whether lists and figures of till sales have a sale: one that a transaction charges is among those of the gateway, and
 * one that only stores a card sells nothing.
 */
export function isListed({ methodId, transactionId }: Pick<Sale, 'methodId' | 'transactionId'>): boolean {
  return transactionId === undefined && !CARD_STORING_METHODS.includes(methodId);
}
