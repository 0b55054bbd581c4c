import Type, { type Static } from 'typebox';
import { LineField, UnsearchedField } from '../interface/fields.ts';

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

/** The calls of "Cobrar", typed for the panel's front end. */
export interface ChargeRoutes {
  'POST /charges/pix': { body: NewPixBody; answer: { readonly id: string } };
  /** An SVG, while it can be paid. */
  'GET /sales/:id/pix-code': { answer: { readonly qrCode: string } };
}
