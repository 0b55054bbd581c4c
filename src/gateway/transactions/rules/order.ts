import type { MinorUnits } from '../../providers/index.ts';

export interface Customer {
  readonly name?: string | undefined;
  readonly document?: string | undefined;
  readonly email?: string | undefined;
}

/** What a payment is made by. Each kind adds what it needs (src/gateway/kinds). */
export interface Payment {
  readonly kind: string;
}

/** One way to pay that a merchant leaves to its buyer. Each kind adds what it needs (src/gateway/kinds). */
export interface Offer {
  readonly kind: string;
}

/** What a merchant can be paid by, with the payment as it is before anybody tried. */
export interface Offered extends Pick<Order, 'provider' | 'providerVersion' | 'payment'> {
  readonly offer: Offer;
}

/** What the merchant lets the buyer choose on the hosted page. It never changes. */
export interface Intention {
  /** One for each kind of payment, as the page shows them. */
  readonly offers: readonly Offer[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The reusable link that it was made from. */
  readonly linkId: string | undefined;
  /**
   * What the merchant told of its customer, empty where it told nothing. Undefined in intentions made before
   * this was kept.
   */
  readonly customer?: Customer | undefined;
  /** What it costs where nothing is taken off for the kind of payment, which the transaction says until it is paid. */
  readonly amount?: MinorUnits | undefined;
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
