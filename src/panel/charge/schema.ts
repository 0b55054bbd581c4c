import Type, { type Static } from 'typebox';
import { AddressFields, LineField, OptionalLine, UnsearchedField } from '../interface/fields.ts';

const MAX_AMOUNT = 999_999_999_999;

/** For how long a Pix can be paid, in minutes. */
export const PIX_LIVES = ['60', '1440', '10080'] as const;

/** A Pix for a customer at hand, or far away. The name goes to the bank only together with the document. */
export const NewPixBody = Type.Object({
  /** Centavos. */
  amount: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }),
  lasts: Type.Enum([...PIX_LIVES], { type: 'string' }),
  description: Type.Optional(LineField(140)),
  referenceId: Type.Optional(LineField(100)),
  customerName: Type.Optional(LineField(100)),
  customerDocument: Type.Optional(UnsearchedField('document', { maxLength: 30 })),
});
export type NewPixBody = Static<typeof NewPixBody>;

/** A slip (boleto) for a customer whom banks want to know: all of it is printed, or goes to the bank. */
export const NewSlipBody = Type.Object({
  /** Centavos. */
  amount: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }),
  dueOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  description: Type.Optional(LineField(140)),
  referenceId: Type.Optional(LineField(100)),
  customerName: LineField(100),
  customerDocument: UnsearchedField('document', { maxLength: 30 }),
  customerEmail: OptionalLine(254),
  address: AddressFields,
  /** Printed; absent: the usual. */
  instructions: OptionalLine(300),
  payableDaysAfterDue: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  /** Hundredths of a percent: once, and a month. */
  fine: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  interest: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
});
export type NewSlipBody = Static<typeof NewSlipBody>;

/** What a shop may choose for a slip. */
export type SlipWay =
  | { readonly possible: false }
  | {
      readonly possible: true;
      /** Centavos. */
      readonly leastAmount: number;
      readonly mostDaysAfterDue: number;
      /** Days of the local calendar, `AAAA-MM-DD`. */
      readonly first: string;
      readonly last: string;
      readonly usual: string;
      readonly instructions: string;
    };

/** `isOut`: the bank has registered it, and it can be paid. */
export interface MadeSlip {
  readonly id: string;
  readonly isOut: boolean;
}

/** The calls of "Cobrar", typed for the panel's front end. */
export interface ChargeRoutes {
  'POST /charges/pix': { body: NewPixBody; answer: { readonly id: string } };
  /** Whether the shop has a bank for slips, and what it takes. */
  'GET /charges/slip': { answer: SlipWay };
  'POST /charges/slip': { body: NewSlipBody; answer: MadeSlip };
  /** An SVG, while it can be paid. */
  'GET /sales/:id/pix-code': { answer: { readonly qrCode: string } };
}
