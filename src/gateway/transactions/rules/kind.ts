import type { ChargeRoute, ChargeTerms, HostAnswer, MinorUnits } from '../../providers/index.ts';
import type { Attempt } from './attempt.ts';
import type { Offer, Order, Payment } from './order.ts';
import type { RowBeside } from './row-beside.ts';
import type { Status, Transaction } from './transaction.ts';

/** What is searched and filtered of what was asked for: it stands inside the order's JSON too. */
export interface SearchColumns {
  readonly provider: string | undefined;
  /** `credit`, `debit`: what of its kind the payment is. */
  readonly kind: string | undefined;
  readonly installments: number | undefined;
  /** In capitals. */
  readonly brand: string | undefined;
  readonly last4: string | undefined;
  /** The customer's name as `searchKey` writes it. */
  readonly customerKey: string | undefined;
  /** Letters and digits only. */
  readonly customerDocument: string | undefined;
}

/** What is stored of a payment in the JSON of its order, by short names. */
export type Members = Readonly<Record<string, unknown>>;

/** An intention as it was stored when it could offer one kind only: what its buyer may choose stood beside its own members. */
export interface FormerIntention extends Partial<Pick<Order, 'provider' | 'providerVersion'>> {
  readonly choice: Members;
  readonly payment: Payment;
}

/**
 * A kind of payment, as the engine knows it: how it is stored and found, and what proves that an answer of the provider is
 * about it. The kinds are in src/gateway/kinds; this room imports none of them.
 */
export interface PaymentKind<Paid extends Payment = Payment> {
  readonly kind: Paid['kind'];
  /** What the column `kind` of its transactions holds. */
  readonly types: readonly string[];
  /** Its transactions' statuses while nothing is decided. */
  readonly statuses: {
    /** Asked for, and not answered: 10 for a card, 0 where there is nothing to confirm before the buyer pays. */
    readonly unanswered: Status;
    /** The buyer has to act. */
    readonly awaited: Status;
  };
  /**
   * Who sets the money in motion: the merchant, who may want an approval undone that comes late, or afterwards the buyer by
   * himself.
   */
  readonly paidBy: 'merchant' | 'buyer';
  /** `several`: more than one refund may be under way, and one in part leaves the status as it is. */
  readonly refunds: 'one_at_a_time' | 'several';
  /** Its members in the JSON of an order, beside those of the order itself. */
  write(payment: Paid, columns: SearchColumns): Members;
  /** Of whichever version. */
  read(stored: Members, columns: SearchColumns): Paid;
  /** Whether the tries of one intention differ by a mask. */
  readonly hasMasks: boolean;
  /** An order before anybody tried to pay it in this way. */
  asOffered(offer: Offer): Pick<Order, 'provider' | 'providerVersion' | 'payment'>;
  /** What is due of an intention's amount that is paid in this way. Without it: all. */
  amountOf?(offer: Offer, amount: MinorUnits): MinorUnits;
  /** The same of what a merchant offers to a buyer. */
  writeOffer(offer: Offer): Members;
  readOffer(stored: Members): Offer;
  readFormerOffer?(former: FormerIntention): Offer;
  /** What lists find it by. */
  searched(payment: Paid): Pick<SearchColumns, 'kind' | 'installments' | 'brand' | 'last4'>;
  /** What can be done with a charge of it. */
  terms(route: ChargeRoute, payment: Paid): ChargeTerms;
  /** Compares what only this kind has, where the host reports it. An answer about another charge proves nothing. */
  matches(order: Order<Paid>, answer: HostAnswer, attempt?: Pick<Attempt, 'mask'>): boolean;
  /**
   * What it keeps of a try that reached the provider, in the commit of its outcome. `isFirst`: the first one, which each try has
   * once; one that was unknown may be approved or
   * refused later.
   */
  rowsOfTry?(
    asked: Asked<Paid>,
    attempt: Attempt & { readonly endedAt: number },
    isFirst: boolean,
  ): readonly RowBeside[];
}

/** All kinds of payment that this service knows. */
export interface PaymentKinds {
  of(payment: Pick<Payment, 'kind'>): PaymentKind;
  /** The kind of a stored transaction. */
  stored(columns: Pick<SearchColumns, 'kind'>): PaymentKind;
}

/** What an intention or a reusable link offers, as JSON. */
export function writeOffers(kinds: PaymentKinds, offers: readonly Offer[]): readonly Members[] {
  return offers.map((offer) => ({ kind: offer.kind, ...kinds.of(offer).writeOffer(offer) }));
}

export function readOffers(kinds: PaymentKinds, stored: readonly Members[]): readonly Offer[] {
  return stored.map((offer) => kinds.of({ kind: String(offer.kind) }).readOffer(offer));
}

/** Of an intention or a reusable link of before there were several. */
export function readFormerOffers(kinds: PaymentKinds, former: FormerIntention): readonly Offer[] {
  const offer = kinds.of(former.payment).readFormerOffer?.(former);
  return offer ? [offer] : [];
}

/** What was asked of the provider. */
export type Asked<Paid extends Payment = Payment> = Pick<Transaction, 'amount'> & {
  readonly order: Order<Paid>;
};

/**
 * The transaction as a try of an intention asked for it, whose buyer may have chosen another kind of payment since, and pays
 * what is due for that kind.
 */
export function askedByTry(
  kinds: PaymentKinds,
  { order, amount }: Asked,
  { mask }: Pick<Attempt, 'mask'>,
): Asked {
  const { intention } = order;
  const hasMask = mask !== '';
  const possible = intention?.offers.filter((one) => kinds.of(one).hasMasks === hasMask) ?? [];
  // Pix and slip both have no mask: the order says which of them was tried last.
  const offer = possible.find(({ kind }) => kind === order.payment.kind) ?? possible[0];
  if (!intention || !offer) return { order, amount };
  const kind = kinds.of(offer);
  const whole = intention.amount ?? amount;
  return {
    order: offer.kind === order.payment.kind ? order : { ...order, ...kind.asOffered(offer) },
    amount: kind.amountOf?.(offer, whole) ?? whole,
  };
}

/** `oldest` has the rows that were stored before there was a column for the kind. */
export function paymentKinds(oldest: PaymentKind, ...others: readonly PaymentKind[]): PaymentKinds {
  const kinds = [oldest, ...others];
  return {
    of: ({ kind: name }) => {
      const kind = kinds.find(({ kind }) => kind === name);
      if (!kind) throw new Error(`no kind of payment is called ${name}`);
      return kind;
    },
    stored: ({ kind: type }) =>
      kinds.find(({ types }) => type !== undefined && types.includes(type)) ?? oldest,
  };
}
