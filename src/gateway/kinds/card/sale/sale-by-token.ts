import type { Origin } from '../../../history/index.ts';
import type { MinorUnits } from '../../../providers/index.ts';
import type { Customer } from '../../../transactions/rules/order.ts';
import { cardPayment } from '../payment.ts';
import type { CardSale } from './card-sale.ts';

/** A sale on credit by a stored card, without its buyer. */
export interface StoredCardCharge {
  readonly merchantId: number;
  readonly origin: Origin;
  /** The merchant's token of the card. */
  readonly token: string;
  readonly amount: MinorUnits;
  readonly installments: number;
  /** One of a series that the buyer agreed to. */
  readonly recurrent: boolean;
  /** Nobody asks for it now: it is due. */
  readonly isAutomatic?: boolean;
  readonly referenceId: string | undefined;
  readonly description: string | undefined;
  readonly customer: Customer | undefined;
  /** The caller's own name for this charge: the same one charges once, however often it is asked. At most 200 characters. */
  readonly requestId: string;
  /** The id that its transaction gets, so that it is charged once even when the request's name is forgotten. */
  readonly transactionId?: string | undefined;
  /** The charge of the seller's back office that it is made for. */
  readonly chargeId?: number | undefined;
}

interface KeyedSale {
  readonly merchantId: number;
  readonly origin: Origin;
  readonly sale: CardSale;
  readonly idempotency: { readonly key: string; readonly content: unknown };
  readonly newId: string | undefined;
}

/** The charge as a sale, with a key that no caller of the interface can use. */
export function saleByToken({
  merchantId,
  origin,
  requestId,
  transactionId,
  chargeId,
  // Not part of what is repeated: it may be edited between two requests.
  customer,
  isAutomatic = false,
  ...content
}: StoredCardCharge): KeyedSale {
  const { token, amount, installments, recurrent, referenceId, description } = content;
  return {
    merchantId,
    origin,
    idempotency: { key: `stored-card ${requestId}`, content },
    newId: transactionId,
    sale: {
      referenceId,
      amount,
      isAutomatic,
      provider: undefined,
      providerVersion: undefined,
      order: {
        description,
        postBackUrl: undefined,
        returnUrl: undefined,
        customer,
        intention: undefined,
        ...(chargeId === undefined ? {} : { chargeId }),
        payment: cardPayment({ installments, recurrent }),
      },
      buyer: { kind: 'none' },
      cardHash: undefined,
      cardToken: token,
      cardFields: {
        number: undefined,
        cvv: undefined,
        expirationMonth: undefined,
        expirationYear: undefined,
        holderName: undefined,
        brand: undefined,
      },
    },
  };
}
