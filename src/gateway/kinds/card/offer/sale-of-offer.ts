import { mergedCustomer } from '../../../transactions/rules/merged-customer.ts';
import type { Customer } from '../../../transactions/rules/order.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { Authenticate, type Device } from '../payment.ts';
import type { CardFields, CardSale, SentBuyer } from '../sale/card-sale.ts';
import { agreedAuthenticate, type CardOffer, paymentOfOffer } from './card-offer.ts';

/** What a buyer chose and typed on the hosted page, or what a merchant sends to pay its own intention. What a sale that pays a link may say of itself is named here, or is lost. */
export interface CardChoice extends Partial<Pick<CardSale, 'cardHash' | 'cardToken' | 'proof'>> {
  readonly kind: 'card';
  readonly type: 'credit' | 'debit';
  readonly installments: number;
  readonly cardFields: CardFields;
  readonly customer: Customer | undefined;
  readonly userAgent: string | undefined;
  readonly device: Partial<Device> | undefined;
  readonly buyer: SentBuyer;
  /** Whether the buyer agreed that the card is kept, where the merchant wants that. */
  readonly keepsCard: boolean;
}

/** The intention as a sale that comes with its card. */
export function saleOfOffer(
  { amount, referenceId, order }: Pick<Transaction, 'amount' | 'referenceId' | 'order'>,
  offer: CardOffer,
  choice: CardChoice,
): CardSale {
  const { provider: _, providerVersion: __, payment: ___, ...common } = order;
  const { card: ____, ...agreed } = paymentOfOffer(offer);
  const { type, installments, cardHash, cardToken, cardFields, customer, userAgent, device, buyer } = choice;
  const authenticate = agreedAuthenticate(offer, type);
  return {
    referenceId,
    amount,
    provider: offer.isRouted ? undefined : offer.provider,
    providerVersion: offer.isRouted ? undefined : offer.providerVersion,
    offeredWith: offer.provider,
    order: {
      ...common,
      intention: undefined,
      customer: mergedCustomer(order.intention?.customer ?? order.customer, customer),
      payment: {
        ...agreed,
        type,
        installments,
        authenticate,
        userAgent,
        device,
        saveCard: type === 'credit' && offer.saveCard && choice.keepsCard,
      },
    },
    buyer: authenticate === Authenticate.never ? { kind: 'none' } : buyer,
    proof: choice.proof,
    cardHash,
    cardToken,
    cardFields,
  };
}
