import type { Origin } from '../history/index.ts';
import { agreedAuthenticate, type CardSale, cardOfferOf } from '../kinds/card/index.ts';
import { checkPixExpiration, type PixSale } from '../kinds/pix/index.ts';
import type { Claim, SaleResult, Transaction } from '../transactions/index.ts';
import { type PayDependencies, type PayRefusal, type PayResult, payIntention } from './pay-intention.ts';
import { refuseIntention } from './refusals.ts';

const REFUSALS = {
  not_payable: 'intention_not_payable',
  no_tries_left: 'intention_tries_used_up',
  card_refused_for_good: 'intention_card_refused',
  type_not_offered: 'intention_type_not_offered',
  installments_not_offered: 'intention_installments_not_offered',
  link_used_up: 'intention_not_payable',
} as const satisfies Record<PayRefusal, Parameters<typeof refuseIntention>[0]>;

const FIELDS: Partial<Record<PayRefusal, string>> = {
  type_not_offered: 'payment.card.type',
  installments_not_offered: 'payment.card.installments',
};

interface IntentionSale {
  readonly origin: Origin;
  readonly idempotency: Claim | undefined;
  /** Whether it was asked for; undefined: not said. */
  readonly capture: boolean | undefined;
}

/**
 * Pays a merchant's own intention with the card of a sale: what was agreed on when the intention was made holds, the sale
 * brings card, installments and browser, and may not ask for more care than that. Against the buyer on the hosted page one of them wins. Throws the refusals of
 * `payIntention`, amount_of_intention and intention_agreed_otherwise; then nothing was stored or sent.
 */
export async function sellIntention(
  dependencies: PayDependencies,
  { capture, ...request }: IntentionSale,
  transaction: Transaction,
  { amount, order, buyer, proof, cardHash, cardToken, cardFields }: CardSale,
): Promise<SaleResult> {
  if (amount !== transaction.amount) throw refuseIntention('amount_of_intention', { field: 'amount' });
  const { customer, payment } = order;
  const { type, installments, userAgent, device } = payment;
  const { intention } = transaction.order;
  const offer = intention && cardOfferOf(intention);
  if (offer && payment.authenticate < agreedAuthenticate(offer, type)) {
    throw refuseIntention('intention_agreed_otherwise', { field: 'payment.card.authenticate' });
  }
  if (capture === false && offer?.capture) {
    throw refuseIntention('intention_agreed_otherwise', { field: 'payment.card.capture' });
  }
  const paid = await payIntention(
    dependencies,
    {
      ...request,
      payment: {
        kind: 'card',
        type,
        installments,
        proof,
        cardHash,
        cardToken,
        cardFields,
        customer,
        userAgent,
        device,
        buyer,
        // The merchant has its own page, and asks there.
        keepsCard: true,
      },
    },
    transaction,
  );
  return soldOrRefused(paid, FIELDS);
}

/**
 * Makes the code of a merchant's own intention, for a page of its own. What was agreed on holds: the sale brings who is to
 * pay, and until when, within the time of the intention. Where a code is out, that one is answered. Throws the refusals of
 * `payIntention`, amount_of_intention and pix_expiration_invalid; then nothing was stored or sent.
 */
export async function sellIntentionByPix(
  dependencies: PayDependencies,
  request: Omit<IntentionSale, 'capture'>,
  transaction: Transaction,
  { amount, order: { customer, payment } }: PixSale,
): Promise<SaleResult> {
  // A discount for Pix is taken off it, as on the page.
  const agreed = transaction.order.intention?.amount ?? transaction.amount;
  if (amount !== agreed) throw refuseIntention('amount_of_intention', { field: 'amount' });
  checkPixExpiration(payment.expiresAt, dependencies.clock.now());
  const choice = { kind: 'pix', expiresAt: payment.expiresAt, customer } as const;
  const paid = await payIntention(dependencies, { ...request, payment: choice }, transaction);
  return soldOrRefused(paid, { type_not_offered: 'payment.pix' });
}

function soldOrRefused(paid: PayResult, fields: Partial<Record<PayRefusal, string>>): SaleResult {
  if (paid.kind !== 'refused') return paid;
  const field = fields[paid.reason] ?? 'transactionId';
  throw refuseIntention(REFUSALS[paid.reason], { field });
}
