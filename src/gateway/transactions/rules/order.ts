import type { BuyerDevice, InterestPlan, PaymentKind } from '../../providers/index.ts';

export interface Customer {
  readonly name?: string | undefined;
  readonly document?: string | undefined;
  readonly email?: string | undefined;
}

/** The buyer's browser, for 3-D Secure. */
export type Device = Omit<BuyerDevice, 'userAgent'>;

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
}

/** Paid by card. */
export interface CardPayment {
  readonly kind: 'card';
  readonly type: PaymentKind;
  /** As answered. Debit is always captured at once. */
  readonly capture: boolean;
  readonly installments: number;
  /** As sent: 3 is the store, 4 the issuer, any other value means the store. */
  readonly interestType: number;
  readonly authenticate: 1 | 2 | 3;
  readonly softDescriptor: string | undefined;
  readonly saveCard: boolean;
  readonly recurrent: boolean;
  /** Of the last attempt; undefined while nobody has tried to pay an intention. */
  readonly card: KeptCard | undefined;
}

/** What the merchant lets the buyer choose on the hosted page. It never changes. */
export interface Intention {
  readonly types: PaymentKind | 'any';
  /** The most that the buyer may choose, or exactly that many. */
  readonly installments: number;
  readonly fixedInstallments: boolean;
  /** For credit. Debit is always authenticated. */
  readonly authenticate: 1 | 2 | 3;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The reusable link that it was made from. */
  readonly linkId: string | undefined;
  /** Whether the buyer is asked for a CPF or CNPJ. */
  readonly askDocument?: boolean | undefined;
  /**
   * What the merchant told of its customer, empty where it told nothing. Undefined in intentions made before
   * this was kept.
   */
  readonly customer?: Customer | undefined;
  /** Whether the merchant wants the card kept; the payment says whether the buyer agreed. Set by the first try. */
  readonly keepsCard?: boolean | undefined;
}

/** What the merchant asked for. It changes only while a buyer tries to pay an intention, by what the buyer chose. */
export interface Order {
  readonly description: string | undefined;
  readonly userAgent: string | undefined;
  /** Without 3-D Secure, only the fields that could be read. */
  readonly device: Partial<Device> | undefined;
  readonly postBackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  readonly customer: Customer | undefined;
  /** The acquirer, in capitals. */
  readonly provider: string;
  readonly providerVersion: string;
  readonly payment: CardPayment;
  /** Paid by the buyer on the hosted page; undefined for a sale that came with its card. */
  readonly intention: Intention | undefined;
  /** The charge of the seller's back office that it is made for. */
  readonly chargeId?: number | undefined;
}

export function interestPlan(interestType: number): InterestPlan {
  return interestType === 4 ? 'issuer' : 'store';
}

/** Debit has no separate authorization (docs/contract/decided.md 3). */
export function isCapturedAtOnce({ type, capture }: Pick<CardPayment, 'type' | 'capture'>): boolean {
  return type === 'debit' || capture;
}
