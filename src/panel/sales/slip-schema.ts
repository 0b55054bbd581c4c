import Type, { type Static, type TSchema } from 'typebox';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Cents = Type.Integer({ description: 'Centavos' });
const Moment = Type.String({ description: 'ISO 8601, UTC' });
const Day = Type.String({ description: 'AAAA-MM-DD' });

/** Where a slip stands besides the status of its sale: what it means that it still waits, or that it was paid. */
const SLIP_STANDS = ['due', 'late', 'clearing', 'on_time', 'paid_late', 'taken_back', 'other'] as const;

/** What the page of a sale shows of its slip. */
export const SaleSlip = Type.Object({
  /** 47 digits; null once nobody can pay it. */
  line: Nullable(Type.String()),
  /** The text of its Pix, while it can be paid. */
  pixCode: Nullable(Type.String()),
  /** The buyer's page: the slip, or what became of it. */
  url: Nullable(Type.String()),
  /** The slip as a file, while it can be paid. */
  pdf: Nullable(Type.String()),
  dueOn: Day,
  /** The last day on which banks take it. */
  payableUntil: Day,
  /** The last day on which a payment of the last day can arrive. */
  clearsOn: Day,
  stand: Type.Enum([...SLIP_STANDS]),
  ourNumber: Nullable(Type.String()),
  emittedOn: Nullable(Day),
  paidAt: Nullable(Moment),
  paidAmount: Nullable(Cents),
  interest: Cents,
  fine: Cents,
  discount: Cents,
  payerName: Nullable(Type.String()),
  /** Of one that was paid by its Pix. */
  endToEndId: Nullable(Type.String()),
  takenBackAt: Nullable(Moment),
  /** Whether it can be exchanged for one with another due date. */
  newDueDate: Type.Union([
    Type.Object({ possible: Type.Literal(true), first: Day, last: Day }),
    Type.Object({ possible: Type.Literal(false), reason: Type.String() }),
  ]),
  /** Ids of sales: whose slip was taken back for this one, and what was made instead of it. */
  replaces: Nullable(Type.String()),
  replacedBy: Nullable(Type.String()),
  surplus: Type.Array(
    Type.Object({
      id: Type.String(),
      amount: Cents,
      receivedAt: Moment,
      state: Type.Enum(['refunding', 'refunded', 'kept', 'failed']),
    }),
  ),
});
export type SaleSlip = Static<typeof SaleSlip>;

/** The day, local, on which the slip is due that is made instead. */
export const NewDueDate = Type.Object({ dueOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) });
export type NewDueDate = Static<typeof NewDueDate>;
