import Type, { type Static } from 'typebox';
import { LineField, OptionalLine } from '../interface/fields.ts';

const Origins = Type.Array(LineField(255), { maxItems: 20 });

export const NewCheckoutIdBody = Type.Object({
  label: OptionalLine(60),
  /** Origins that may use it, such as `https://loja.exemplo.com.br`; none: all origins. */
  origins: Origins,
});

export const OriginsBody = Type.Object({ origins: Origins });

/** A public id of a shop for its pages: it only gives access to the key that encrypts cards. */
export interface CheckoutIdRow {
  readonly id: number;
  readonly publicId: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly revoked: boolean;
  /** Base URL of the browser library. */
  readonly address: string;
}

/** The calls about public ids on the screen "Chaves", typed for the panel's front end. */
export interface CheckoutIdRoutes {
  'GET /checkout-ids': { query: { person?: string }; answer: { items: readonly CheckoutIdRow[] } };
  'POST /checkout-ids': { body: Static<typeof NewCheckoutIdBody>; answer: CheckoutIdRow };
  'PATCH /checkout-ids/:id': { body: Static<typeof OriginsBody>; answer: CheckoutIdRow };
  'DELETE /checkout-ids/:id': { answer: null };
}
