import type { BuyerDevice, CardType, InterestPlan } from '../../providers/index.ts';
import type { Order, Payment } from '../../transactions/rules/order.ts';
import type { RetryLimit } from './tries/retry-limits.ts';

/** As sent where the merchant says nothing: the shop's own installments. */
export const STORE_INTEREST = 3;
/** As sent for installments at the issuer's interest. */
export const ISSUER_INTEREST = 4;
/** As sent: 3-D Secure must succeed, may fail, is not asked for. */
export const Authenticate = { always: 1, ifPossible: 2, never: 3 } as const;
export type Authenticate = (typeof Authenticate)[keyof typeof Authenticate];

/** What is stored of the card: never its number or cvv. */
export interface KeptCard {
  /** First 6 and last 4 digits, with an asterisk for each digit between. */
  readonly mask: string;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly cvvSent: boolean;
  /** As sent, or detected, then in capitals; undefined when neither. */
  readonly brand: string | undefined;
  readonly holderName: string | undefined;
  /** The merchant's token, of a sale that was paid by a stored card. */
  readonly token?: string | undefined;
  /** HMAC of person and number, by which the tries of a card are counted. Unknown of sales of before they were. */
  readonly fingerprint?: string | undefined;
}

const LAST_DIGITS = 4;

/** What people know a card by. */
export function last4Of({ mask }: Pick<KeptCard, 'mask'>): string {
  return mask.slice(-LAST_DIGITS);
}

/** The buyer's browser. */
export type Device = Omit<BuyerDevice, 'userAgent'>;

/** Paid by card. */
export interface CardPayment extends Payment {
  readonly kind: 'card';
  readonly type: CardType;
  /** As answered. Debit is always captured at once. */
  readonly capture: boolean;
  readonly installments: number;
  /** As sent: 3 is the store, 4 the issuer, any other value means the store. */
  readonly interestType: number;
  readonly authenticate: Authenticate;
  readonly softDescriptor: string | undefined;
  readonly saveCard: boolean;
  readonly recurrent: boolean;
  readonly userAgent: string | undefined;
  /** Without 3-D Secure, only the fields that could be read. */
  readonly device: Partial<Device> | undefined;
  /** The ceiling of its scheme that the last attempt reached, or was above of. */
  readonly retryLimit?: RetryLimit | undefined;
  readonly isAboveLimit?: boolean | undefined;
  /** Of the last attempt; undefined while nobody has tried to pay an intention. */
  readonly card: KeptCard | undefined;
}

export function interestPlan(interestType: number): InterestPlan {
  return interestType === ISSUER_INTEREST ? 'issuer' : 'store';
}

/** Debit has no separate authorization (docs/contract/decided.md 3). */
export function isCapturedAtOnce({ type, capture }: Pick<CardPayment, 'type' | 'capture'>): boolean {
  return type === 'debit' || capture;
}

/** A payment by card of which only this is out of the usual: credit at sight, in the shop's own installments, captured at once. */
export function cardPayment(known: Partial<Omit<CardPayment, 'kind'>>): CardPayment {
  return {
    type: 'credit',
    capture: true,
    installments: 1,
    interestType: STORE_INTEREST,
    authenticate: Authenticate.never,
    softDescriptor: undefined,
    saveCard: false,
    recurrent: false,
    userAgent: undefined,
    device: undefined,
    card: undefined,
    ...known,
    kind: 'card',
  };
}

/** Whether a payment is made by card. */
export function isCardPayment(payment: Payment): payment is CardPayment {
  return payment.kind === 'card';
}

/** The payment of an order that is known to be paid by card. */
export function cardPaymentOf({ payment }: Pick<Order, 'payment'>): CardPayment {
  if (!isCardPayment(payment)) throw new Error(`a payment by ${payment.kind} is no payment by card`);
  return payment;
}
