import type { PaymentKind } from '../../acquirers/index.ts';
import type { CardPayment, Customer, Intention, KeptCard, Order } from './order.ts';
import { type SearchColumns, searchColumnsOf } from './search-columns.ts';

/**
 * An order as stored: JSON with short names, without what is as usual and what the row's columns of the search say, because
 * every sale has one. A new member of an order needs a name here.
 */
interface ShortOrder {
  /** Provider and its version. */
  readonly p?: string | undefined;
  readonly v: string;
  readonly d?: string | undefined;
  readonly ua?: string | undefined;
  readonly dev?: Order['device'];
  /** Addresses: of postbacks, and where the buyer returns to. */
  readonly pb?: string | undefined;
  readonly ret?: string | undefined;
  readonly c?: readonly (string | null)[] | undefined;
  readonly card?: readonly (string | number | null)[] | undefined;
  readonly sd?: string | undefined;
  /** Absent: as in USUAL. */
  readonly t?: PaymentKind | undefined;
  readonly cap?: boolean | undefined;
  readonly n?: number | undefined;
  readonly it?: number | undefined;
  readonly au?: CardPayment['authenticate'] | undefined;
  readonly save?: boolean | undefined;
  readonly rec?: boolean | undefined;
  /** Under their own names. */
  readonly intention?: Intention | undefined;
  readonly chargeId?: number | undefined;
}

const USUAL = {
  type: 'credit',
  capture: true,
  installments: 1,
  interestType: 3,
  authenticate: 3,
  saveCard: false,
  recurrent: false,
} as const satisfies Partial<CardPayment>;

const FIRST_DIGITS = 6;
const HIDDEN_DIGITS = '******';

/** As orders were stored until version 0.2: flat, with whole names; `kind` is the type of the card payment. */
type LongOrder = Omit<Order, 'payment'> & Omit<CardPayment, 'kind' | 'type'> & { readonly kind: PaymentKind };

/** An order in the columns of its sale. */
export interface StoredOrder extends SearchColumns {
  readonly asked: string;
}

export function writeOrder(order: Order): StoredOrder {
  const columns = searchColumnsOf(order);
  return { ...columns, asked: writeText(order, columns) };
}

function writeText({ payment, ...order }: Order, columns: SearchColumns): string {
  const unlessUsual = <Name extends keyof typeof USUAL>(name: Name): CardPayment[Name] | undefined =>
    payment[name] === USUAL[name] ? undefined : payment[name];
  return JSON.stringify({
    p: unlessSame(order.provider, columns.provider),
    v: order.providerVersion,
    d: order.description,
    ua: order.userAgent,
    dev: order.device,
    pb: order.postBackUrl,
    ret: order.returnUrl,
    c:
      order.customer &&
      trimmed([order.customer.name, unlessSame(order.customer.document, columns.customerDocument)]),
    card: payment.card && writeCard(payment.card, columns),
    sd: payment.softDescriptor,
    t: unlessSame(payment.type, columns.kind),
    cap: unlessUsual('capture'),
    n: unlessSame(payment.installments, columns.installments),
    it: unlessUsual('interestType'),
    au: unlessUsual('authenticate'),
    save: unlessUsual('saveCard'),
    rec: unlessUsual('recurrent'),
    intention: order.intention,
    chargeId: order.chargeId,
  } satisfies ShortOrder);
}

function unlessSame<Value extends Kept, Kept>(value: Value, column: Kept): Value | undefined {
  return value === column ? undefined : value;
}

export function readOrder({ asked, ...columns }: StoredOrder): Order {
  const stored = JSON.parse(asked) as ShortOrder | LongOrder;
  return 'provider' in stored ? readLong(stored) : readShort(stored, columns);
}

function readShort(stored: ShortOrder, columns: SearchColumns): Order {
  return {
    description: stored.d,
    userAgent: stored.ua,
    device: stored.dev,
    postBackUrl: stored.pb,
    returnUrl: stored.ret,
    customer: stored.c && readCustomer(stored.c, columns),
    provider: stored.p ?? columns.provider ?? '',
    providerVersion: stored.v,
    payment: {
      kind: 'card',
      type: stored.t ?? (columns.kind as PaymentKind | undefined) ?? USUAL.type,
      capture: stored.cap ?? USUAL.capture,
      installments: stored.n ?? columns.installments ?? USUAL.installments,
      interestType: stored.it ?? USUAL.interestType,
      authenticate: stored.au ?? USUAL.authenticate,
      softDescriptor: stored.sd,
      saveCard: stored.save ?? USUAL.saveCard,
      recurrent: stored.rec ?? USUAL.recurrent,
      card: stored.card && readCard(stored.card, columns),
    },
    intention: stored.intention,
    chargeId: stored.chargeId,
  };
}

function readCustomer(
  [name, document]: readonly (string | null)[],
  { customerDocument }: SearchColumns,
): Customer {
  const known = document ?? customerDocument;
  return {
    ...(typeof name === 'string' && { name }),
    ...(known !== undefined && { document: known }),
  };
}

function writeCard(card: KeptCard, columns: SearchColumns): readonly (string | number | null)[] {
  const { mask, expirationMonth, expirationYear, cvvSent, holderName, token } = card;
  const brand = unlessSame(card.brand, columns.brand);
  const written = mask === maskOf(mask.slice(0, FIRST_DIGITS), columns) ? mask.slice(0, FIRST_DIGITS) : mask;
  return trimmed([written, expirationMonth, expirationYear, cvvSent ? 1 : 0, brand, holderName, token]);
}

/** The usual mask of 16 digits: its end stands in a column. */
function maskOf(first: string, { last4 = '' }: SearchColumns): string {
  return `${first}${HIDDEN_DIGITS}${last4}`;
}

function readCard(values: readonly (string | number | null)[], columns: SearchColumns): KeptCard {
  const textAt = (index: number): string | undefined => {
    const value = values[index];
    return typeof value === 'string' ? value : undefined;
  };
  const mask = textAt(0) ?? '';
  return {
    mask: mask.length === FIRST_DIGITS ? maskOf(mask, columns) : mask,
    expirationMonth: textAt(1) ?? '',
    expirationYear: textAt(2) ?? '',
    cvvSent: values[3] === 1,
    brand: textAt(4) ?? columns.brand,
    holderName: textAt(5),
    token: textAt(6),
  };
}

/** Without the absent values at the end. */
function trimmed<Value>(values: readonly (Value | undefined)[]): readonly (Value | null)[] {
  const last = values.findLastIndex((value) => value !== undefined);
  return values.slice(0, last + 1).map((value) => value ?? null);
}

function readLong(stored: LongOrder): Order {
  const { card } = stored;
  return {
    description: stored.description,
    userAgent: stored.userAgent,
    device: stored.device,
    postBackUrl: stored.postBackUrl,
    returnUrl: stored.returnUrl,
    customer: stored.customer,
    provider: stored.provider,
    providerVersion: stored.providerVersion,
    payment: {
      kind: 'card',
      type: stored.kind,
      capture: stored.capture,
      installments: stored.installments,
      interestType: stored.interestType,
      authenticate: stored.authenticate,
      softDescriptor: stored.softDescriptor,
      saveCard: stored.saveCard,
      recurrent: stored.recurrent,
      card: card && {
        mask: card.mask,
        expirationMonth: card.expirationMonth,
        expirationYear: card.expirationYear,
        cvvSent: card.cvvSent,
        brand: card.brand,
        holderName: card.holderName,
        token: card.token,
      },
    },
    intention: stored.intention,
    chargeId: stored.chargeId,
  };
}
