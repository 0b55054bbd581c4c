import type { Route, SchemeIds } from '../../../providers/index.ts';
import type { StoredCards } from '../../../stored-cards/index.ts';
import type { SaleResult } from '../../../transactions/flow/results.ts';
import { Status } from '../../../transactions/rules/transaction.ts';
import { cardPaymentOf } from '../payment.ts';
import type { Card } from './card-sale.ts';

/** How long an approved sale waits with its answer until its card is kept; a later query shows the token too. */
const MAX_KEEPING_MS = 3_000;

/**
 * `saveCard` of a credit sale with a card that was typed; held for a sale that may still be approved, when its card is no
 * longer here. Never fails the sale, and delays the answer of an approved one by at most MAX_KEEPING_MS: the card is stored
 * all the same. Neither throws nor rejects.
 */
export async function keepCardOf(
  { storedCards }: { readonly storedCards: Pick<StoredCards, 'keepForSale' | 'learn'> },
  {
    card,
    route,
    schemeIds,
  }: { readonly card: Card; readonly route: Route; readonly schemeIds: SchemeIds | undefined },
  { kind, transaction }: Pick<SaleResult, 'kind' | 'transaction'>,
): Promise<void> {
  const { id, merchantId, order, result } = transaction;
  const payment = cardPaymentOf(order);
  if ('token' in card) {
    if (kind === 'approved' && schemeIds && !card.schemeIds) {
      await storedCards.learn(merchantId, card.token, schemeIds);
    }
    return;
  }
  if (!payment.saveCard || payment.type !== 'credit') return;
  const isApproved = kind === 'approved';
  if (!isApproved && result.status !== Status.started && result.status !== Status.pending) return;
  const kept = storedCards.keepForSale(id, { merchantId, card, route, schemeIds, isHeld: !isApproved });
  if (isApproved) await keptInTime(kept);
}

async function keptInTime(kept: Promise<unknown>): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_KEEPING_MS);
  await Promise.race([kept, isLate]);
  clearTimeout(timer);
}
