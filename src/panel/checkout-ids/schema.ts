import Type, { type Static } from 'typebox';
import { LineField, OptionalLine } from '../interface/fields.ts';

const Origins = Type.Array(LineField(255), { maxItems: 20 });

export const NewCheckoutIdBody = Type.Object({
  label: OptionalLine(60),
  /** Where pages may use it from, such as `https://loja.exemplo.com.br`; none: from everywhere. */
  origins: Origins,
});

export const OriginsBody = Type.Object({ origins: Origins });

/** A public name of a shop for its pages: it can ask for the key that encrypts cards, and nothing else. */
export interface CheckoutIdRow {
  readonly id: number;
  readonly publicId: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly createdAt: string;
  readonly revoked: boolean;
  /** Base of the address of the browser library. */
  readonly address: string;
}

/** The calls about public names on "Chaves", as the panel's front end types them. */
export interface CheckoutIdRoutes {
  'GET /checkout-ids': { query: { person?: string }; answer: { items: readonly CheckoutIdRow[] } };
  'POST /checkout-ids': { body: Static<typeof NewCheckoutIdBody>; answer: CheckoutIdRow };
  'PATCH /checkout-ids/:id': { body: Static<typeof OriginsBody>; answer: CheckoutIdRow };
  'DELETE /checkout-ids/:id': { answer: null };
}
