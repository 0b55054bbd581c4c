import {
  type CardChoice,
  type CardSaleDependencies,
  type ChoiceRefusal,
  cardOfferOf,
  prepareCard,
  refusalOfChoice,
  saleOfOffer,
} from '../kinds/card/index.ts';
import {
  isPixOffer,
  type Pix,
  type PixChoice,
  pixOfferOf,
  pixSaleOfOffer,
  SHORTEST_CODE_MS,
} from '../kinds/pix/index.ts';
import { isSlipOffer, type SlipChoice, type Slips, slipOfferOf } from '../kinds/slip/index.ts';
import type { Intention, PreparedPayment, Transaction } from '../transactions/index.ts';

/** What a buyer chose and typed on the hosted page, or what a merchant sends to pay its own intention. */
export type BuyerPayment = CardChoice | PixChoice | SlipChoice;

export interface ReadyDependencies extends CardSaleDependencies {
  readonly pix: Pick<Pix, 'prepare' | 'liveCharge' | 'isBeingCanceled' | 'superseded'>;
  readonly slips: Pick<Slips, 'prepareOffered' | 'liveCharge'>;
}

/** A try that may be sent. */
export interface ReadyTry {
  readonly kind: 'ready';
  readonly prepared: PreparedPayment;
  /** The buyer agreed that the card is kept. */
  readonly keepsCard: boolean;
}

export type NotReady =
  | { readonly kind: 'refused'; readonly reason: ChoiceRefusal | 'not_payable' }
  /** There is a code already. */
  | { readonly kind: 'has_code' };

/** Checks what the buyer chose against what is offered. Throws Refusal for a wrong card. */
export async function readyTry(
  dependencies: ReadyDependencies,
  transaction: Transaction,
  payment: BuyerPayment,
  now: number,
): Promise<ReadyTry | NotReady> {
  const { intention } = transaction.order;
  if (!intention) return { kind: 'refused', reason: 'not_payable' };
  const { pix, slips } = dependencies;
  const isByCharge = intention.offers.some((offer) => isPixOffer(offer) || isSlipOffer(offer));
  // Also where the bank refused the code meanwhile, which ends the intention in a moment.
  if (isByCharge && (await pix.isBeingCanceled(transaction)))
    return { kind: 'refused', reason: 'not_payable' };
  if (payment.kind === 'card') return readyCard(dependencies, { transaction, intention }, payment);
  const live = await (payment.kind === 'pix' ? pix : slips).liveCharge(transaction);
  if (live) {
    const isOver = live.ending !== undefined || now >= live.expiresAt;
    return isOver ? { kind: 'refused', reason: 'not_payable' } : { kind: 'has_code' };
  }
  return payment.kind === 'pix'
    ? readyPix(dependencies, { transaction, intention }, payment, now)
    : readySlip(dependencies, { transaction, intention }, payment);
}

interface Intended {
  readonly transaction: Transaction;
  readonly intention: Intention;
}

async function readyCard(
  dependencies: ReadyDependencies,
  { transaction, intention }: Intended,
  payment: CardChoice,
): Promise<ReadyTry | NotReady> {
  const offer = cardOfferOf(intention);
  const reason = offer ? refusalOfChoice(offer, payment) : 'type_not_offered';
  if (!offer || reason) return { kind: 'refused', reason: reason ?? 'type_not_offered' };
  const sale = saleOfOffer(transaction, offer, payment);
  const { id: transactionId, merchantId } = transaction;
  const prepared = await prepareCard(dependencies, { merchantId, transactionId }, sale);
  return { kind: 'ready', prepared, keepsCard: prepared.order.payment.saveCard };
}

async function readyPix(
  { pix }: ReadyDependencies,
  { transaction, intention }: Intended,
  payment: PixChoice,
  now: number,
): Promise<ReadyTry | NotReady> {
  const offer = pixOfferOf(intention);
  if (!offer) return { kind: 'refused', reason: 'type_not_offered' };
  const sale = pixSaleOfOffer(transaction, offer, payment, now);
  const { expiresAt = now } = sale.order.payment;
  if (expiresAt < now + SHORTEST_CODE_MS) return { kind: 'refused', reason: 'not_payable' };
  return { kind: 'ready', prepared: await pix.prepare(transaction.merchantId, sale), keepsCard: false };
}

async function readySlip(
  { slips }: ReadyDependencies,
  { transaction, intention }: Intended,
  payment: SlipChoice,
): Promise<ReadyTry | NotReady> {
  const offer = slipOfferOf(intention);
  if (!offer) return { kind: 'refused', reason: 'type_not_offered' };
  const prepared = await slips.prepareOffered(transaction, offer, payment);
  return prepared
    ? { kind: 'ready', prepared, keepsCard: false }
    : { kind: 'refused', reason: 'not_payable' };
}
