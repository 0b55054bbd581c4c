import {
  type CardChoice,
  type CardSaleDependencies,
  type ChoiceRefusal,
  cardOfferOf,
  prepareCard,
  refusalOfChoice,
  saleOfOffer,
} from '../kinds/card/index.ts';
import type { PreparedPayment, Transaction } from '../transactions/index.ts';

/** What a buyer chose and typed on the hosted page, or what a merchant sends to pay its own intention. */
export type BuyerPayment = CardChoice;

/** A try that may be sent. */
export interface ReadyTry {
  readonly kind: 'ready';
  readonly prepared: PreparedPayment;
  /** The buyer agreed that the card is kept. */
  readonly keepsCard: boolean;
}

type Offered = Pick<Transaction, 'merchantId' | 'amount' | 'referenceId'> & {
  readonly order: Transaction['order'] & Required<Pick<Transaction['order'], 'intention'>>;
};

/** Checks what the buyer chose against what is offered. Throws Refusal for a wrong card. */
export async function readyTry(
  dependencies: CardSaleDependencies,
  transaction: Offered,
  payment: BuyerPayment,
): Promise<ReadyTry | { readonly kind: 'refused'; readonly reason: ChoiceRefusal }> {
  const { intention } = transaction.order;
  const offer = intention && cardOfferOf(intention);
  const reason = offer ? refusalOfChoice(offer, payment) : 'type_not_offered';
  if (!offer || reason) return { kind: 'refused', reason: reason ?? 'type_not_offered' };
  const prepared = await prepareCard(
    dependencies,
    transaction.merchantId,
    saleOfOffer(transaction, offer, payment),
  );
  return { kind: 'ready', prepared, keepsCard: prepared.order.payment.saveCard };
}
