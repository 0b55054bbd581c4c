import { mergedCustomer } from '../../../transactions/rules/merged-customer.ts';
import type { Customer } from '../../../transactions/rules/order.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import type { PixSale } from '../prepare.ts';
import { amountByPix, type PixOffer } from './pix-offer.ts';

/** A buyer's wish for a code, or that of a merchant for its own page. */
export interface PixChoice {
  readonly kind: 'pix';
  /** Until when the code is to be paid at most, milliseconds since 1970; undefined: an hour from now. */
  readonly expiresAt?: number | undefined;
  /** Who is to pay, where the intention does not say. */
  readonly customer?: Customer | undefined;
}

/** How long a code can be paid that a buyer asked for: he can have another one afterwards. */
const CODE_LIFE_MS = 60 * 60_000;

/** The intention as a sale by Pix, whose code ends with it at the latest. */
export function pixSaleOfOffer(
  { amount, referenceId, order }: Pick<Transaction, 'amount' | 'referenceId' | 'order'>,
  offer: PixOffer,
  choice: PixChoice,
  now: number,
): PixSale {
  const { provider: _, providerVersion: __, payment: ___, intention, ...common } = order;
  const ends = [choice.expiresAt ?? now + CODE_LIFE_MS, intention?.expiresAt, offer.expiresAt].filter(
    (at) => at !== undefined,
  );
  return {
    referenceId,
    amount: amountByPix(intention?.amount ?? amount, offer),
    provider: offer.provider,
    mayEndSooner: true,
    order: {
      ...common,
      customer: mergedCustomer(intention?.customer ?? order.customer, choice.customer),
      intention: undefined,
      payment: { kind: 'pix', key: offer.key, expiresAt: Math.min(...ends) },
    },
  };
}
