import Type, { type Static, type TSchema } from 'typebox';
import { SalePostback } from '../postbacks/schema.ts';
import { type NewDueDate, SaleSlip } from './slip-schema.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Cents = Type.Integer({ description: 'Centavos' });
const Moment = Type.String({ description: 'ISO 8601, UTC' });

export const SALE_VIEWS = ['all', 'confirmed', 'to_capture', 'verifying', 'denied', 'refunds'] as const;
export type SaleView = (typeof SALE_VIEWS)[number];

export const SALE_KINDS = ['credit', 'debit', 'pix', 'bankSlip', 'cash', 'voucher', 'other'] as const;
export type SaleKind = (typeof SALE_KINDS)[number];
export const SALE_CHANNELS = ['gateway', 'till'] as const;

/**
 * A line of the list of sales: a transaction of the gateway, or a sale of a till that none charges, whose `id` is its
 * number and whose status is told by the number of the gateway that means the same. Amounts are centavos; `status` is
 * the gateway's status number.
 */
export const SaleRow = Type.Object({
  id: Type.String(),
  createdAt: Moment,
  /** What was authorized, or asked for. Filters and searches by amount mean it. */
  amount: Cents,
  /** What the sale is worth: what was captured; before a capture, what is authorized or was asked for. */
  value: Cents,
  status: Type.Integer(),
  /**
   * How the last try of a payment link ended that is not paid, as the status number of a sale that ended so: 7 denied, 11
   * failed, 4 not authenticated in time. Null: nobody tried, or the status says it.
   */
  lastTry: Nullable(Type.Integer()),
  brand: Nullable(Type.String()),
  last4: Nullable(Type.String()),
  kind: Type.Enum([...SALE_KINDS]),
  /** How it was paid at a till: `Dinheiro`, `Crédito`; null: by the gateway. */
  method: Nullable(Type.String()),
  /** Of a sale of a till, also of one whose card the gateway charged. */
  tillSaleId: Nullable(Type.Integer()),
  terminalName: Nullable(Type.String()),
  installments: Type.Integer(),
  referenceId: Nullable(Type.String()),
  customerName: Nullable(Type.String()),
  customerDocument: Nullable(Type.String()),
  provider: Type.String(),
  nsu: Nullable(Type.String()),
  providerReference: Nullable(Type.String()),
  authorizationCode: Nullable(Type.String()),
  capturedAmount: Cents,
  refundedAmount: Cents,
  /** Taken back, or blocked, by the bank after a complaint. */
  disputedAmount: Cents,
  /** A capture, cancellation or refund whose outcome is not known yet. */
  movementOpen: Type.Boolean(),
  needsAttention: Type.Boolean(),
  personId: Type.Integer(),
  personName: Type.String(),
  demo: Type.Boolean(),
});
export type SaleRow = Static<typeof SaleRow>;

const LocalDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const OneOrMore = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Array(schema)]);

/** The filters of the list, its summary and its export. Days are local and inclusive. */
export const SaleFilters = Type.Partial(
  Type.Object({
    view: Type.Enum([...SALE_VIEWS]),
    from: LocalDay,
    to: LocalDay,
    search: Type.String({ maxLength: 100 }),
    status: OneOrMore(Type.String()),
    brand: OneOrMore(Type.String()),
    kind: Type.Enum([...SALE_KINDS]),
    /** Paid by the gateway, or at a till: in cash or on a card machine. */
    channel: Type.Enum([...SALE_CHANNELS]),
    installmentsMin: Type.String(),
    installmentsMax: Type.String(),
    amountMin: Type.String(),
    amountMax: Type.String(),
    provider: Type.String(),
    person: Type.String(),
  }),
);
export type SaleFilters = Static<typeof SaleFilters>;

export const SaleList = Type.Object({
  items: Type.Array(SaleRow),
  next: Nullable(Type.String()),
  /** Of a page that is not full although `next` has more: sales until this moment were looked at. */
  lookedUntil: Nullable(Moment),
});

const BoundedCount = Type.Object({
  count: Type.Integer(),
  /** True if there are more than `count`, where counting stopped. */
  bounded: Type.Boolean(),
});

export const SaleSummary = Type.Object({
  count: Type.Integer(),
  bounded: Type.Boolean(),
  confirmedSum: Cents,
  refundedSum: Cents,
  views: Type.Record(Type.Enum([...SALE_VIEWS]), BoundedCount),
});
export type SaleSummary = Static<typeof SaleSummary>;

const Possible = Type.Object({
  possible: Type.Literal(true),
  max: Cents,
  partial: Type.Boolean(),
  /** For a capture: until when the acquirer accepts it. */
  deadline: Nullable(Moment),
  /** For a release: `cancel` before the capture, `refund` after it. */
  kind: Type.Enum(['capture', 'cancel', 'refund']),
});
const Impossible = Type.Object({
  possible: Type.Literal(false),
  /** Portuguese, for the person at the screen. */
  reason: Type.String(),
});
export const Action = Type.Union([Possible, Impossible]);
export type Action = Static<typeof Action>;

export const TimelineEvent = Type.Object({
  at: Moment,
  title: Type.String(),
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  tone: Type.Enum(['good', 'bad', 'wait', 'neutral']),
  icon: Type.Enum(['send', 'check', 'cross', 'clock', 'bell', 'undo', 'shield', 'note']),
  details: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
});
export type TimelineEvent = Static<typeof TimelineEvent>;

/** Everything that the page of one sale shows. */
export const Sale = Type.Object({
  ...SaleRow.properties,
  /** Of the sale's value; the first one may have the odd centavos. */
  installmentAmount: Cents,
  updatedAt: Moment,
  /** Null: paid by something else. */
  card: Nullable(
    Type.Object({
      mask: Type.String(),
      holderName: Nullable(Type.String()),
      expiration: Type.String({ description: 'MM/AAAA' }),
    }),
  ),
  pix: Nullable(
    Type.Object({
      /** The copy-and-paste text, while it can be paid. */
      code: Nullable(Type.String()),
      /** The buyer's page with the code. */
      url: Nullable(Type.String()),
      expiresAt: Moment,
      endToEndId: Nullable(Type.String()),
      paidAt: Nullable(Moment),
      payerName: Nullable(Type.String()),
      payerDocument: Nullable(Type.String()),
      refundingAmount: Cents,
      disputedAmount: Cents,
      disputes: Type.Array(
        Type.Object({
          amount: Cents,
          at: Moment,
          reason: Type.Enum(['fraud', 'error']),
          state: Type.Enum(['blocked', 'taken', 'released']),
        }),
      ),
      surplus: Type.Array(
        Type.Object({
          endToEndId: Type.String(),
          amount: Cents,
          receivedAt: Moment,
          state: Type.Enum(['refunding', 'refunded', 'kept', 'failed']),
        }),
      ),
    }),
  ),
  slip: Nullable(SaleSlip),
  description: Nullable(Type.String()),
  softDescriptor: Nullable(Type.String()),
  interest: Type.Enum(['store', 'issuer']),
  authenticate: Type.Integer(),
  eci: Nullable(Type.Integer()),
  /** Why it went to its acquirer, in words; null where there was nothing to choose. */
  routing: Nullable(Type.String()),
  providerCode: Nullable(Type.String()),
  providerMessage: Nullable(Type.String()),
  postBackUrl: Nullable(Type.String()),
  capture: Action,
  release: Action,
  denial: Nullable(
    Type.Object({
      why: Type.String(),
      whatToDo: Type.String(),
      mayRetry: Type.Enum(['no', 'after_change', 'later']),
      retryAfter: Nullable(Moment),
      /** Portuguese: the ceiling of its card scheme that the card has reached. */
      limit: Nullable(Type.String()),
      /** Of a payment link, Portuguese: whether it can be tried again. */
      link: Nullable(Type.String()),
    }),
  ),
  /** Portuguese: of an approved sale whose try was above a ceiling of its card scheme. */
  aboveLimit: Nullable(Type.String()),
  timeline: Type.Array(TimelineEvent),
  /** Portuguese: why there is no history any more. */
  historyGone: Nullable(Type.String()),
  postbacks: Type.Array(SalePostback),
});
export type Sale = Static<typeof Sale>;

/** Without an amount: everything that is left. */
export const Movement = Type.Object({
  amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999 })),
  /** The available amount that the dialog showed: if it has changed, nothing is moved. */
  left: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999 })),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
});
export type Movement = Static<typeof Movement>;

/** Where a receipt is sent. */
export const ReceiptMail = Type.Object({ email: Type.String({ maxLength: 254 }) });
export type ReceiptMail = Static<typeof ReceiptMail>;

/** `queued`: it is sent now; `waiting`: one to this address waits since `at`; `sent`: it was sent at `at`, within the hour. */
export interface ReceiptMailed {
  readonly state: 'queued' | 'waiting' | 'sent';
  readonly at: string;
}

/** What the page of a receipt prints. */
export interface Receipt {
  readonly id: string;
  readonly shopName: string;
  readonly shopDocument: string;
  readonly createdAt: string;
  readonly amount: number;
  readonly value: number;
  readonly installmentAmount: number;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly status: number;
  readonly statusWord: string;
  readonly kind: 'credit' | 'debit' | 'pix' | 'bankSlip';
  readonly installments: number;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly holderName: string | null;
  readonly referenceId: string | null;
  readonly description: string | null;
  readonly customerName: string | null;
  readonly provider: string;
  readonly nsu: string | null;
  readonly authorizationCode: string | null;
  readonly providerReference: string | null;
  readonly demo: boolean;
}

/** The calls of the list and of the page of one sale, typed for the panel's front end. */
/** What was paid long after it was made, the newest first. */
export interface LivePayments {
  readonly items: readonly {
    readonly id: string;
    /** Centavos. */
    readonly value: number;
    readonly customerName: string | null;
  }[];
  /** What the next look asks since. ISO 8601, UTC. */
  readonly until: string;
}

export interface SalesRoutes {
  /** Without `since` only when it is now. Some of what was answered before comes again. */
  'GET /live/payments': { query: { since?: string; person?: string }; answer: LivePayments };
  'GET /sales': { query: SaleFilters & { cursor?: string; limit?: string }; answer: Static<typeof SaleList> };
  'GET /sales/summary': { query: SaleFilters; answer: SaleSummary };
  'GET /sales/:id': { answer: Sale };
  'POST /sales/:id/capture': { body: Movement; answer: Sale };
  'POST /sales/:id/release': { body: Movement; answer: Sale };
  /** The answer is the sale whose slip was made instead. */
  'POST /sales/:id/slip/due-date': { body: NewDueDate; answer: { readonly id: string } };
  'GET /sales/:id/receipt': { answer: Receipt };
  'POST /sales/:id/receipt/mail': { body: ReceiptMail; answer: ReceiptMailed };
}
