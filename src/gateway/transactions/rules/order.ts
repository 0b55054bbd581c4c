import type { CardType } from '../../providers/index.ts';

export interface Customer {
  readonly name?: string | undefined;
  readonly document?: string | undefined;
  readonly email?: string | undefined;
}

/** What a payment is made by. Each kind adds what it needs (src/gateway/kinds). */
export interface Payment {
  readonly kind: string;
}

/** What the merchant lets the buyer choose on the hosted page. It never changes. */
export interface Intention {
  readonly types: CardType | 'any';
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
export interface Order<Paid extends Payment = Payment> {
  readonly description: string | undefined;
  readonly postBackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  readonly customer: Customer | undefined;
  /** The acquirer, in capitals. */
  readonly provider: string;
  readonly providerVersion: string;
  readonly payment: Paid;
  /** Paid by the buyer on the hosted page; undefined for a sale that came with its card. */
  readonly intention: Intention | undefined;
  /** The charge of the seller's back office that it is made for. */
  readonly chargeId?: number | undefined;
}
