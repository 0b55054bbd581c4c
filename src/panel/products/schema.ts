import Type, { type Static } from 'typebox';
import { LineField, OptionalLine, OptionalParagraphs, OrNull, UnsearchedField } from '../interface/fields.ts';

/** The limit of all amounts. */
const MAX_CENTS = 999_999_999_999;
/** Base64 of 8 MiB with a `data:` prefix. */
const MAX_PHOTO_CHARACTERS = 12_000_000;

/** Quantities are in ten-thousandths: 1,5 is 15000. */
const Quantity = () => Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CENTS }));

/** A complete product from its form: absent fields are cleared. */
export const ProductBody = Type.Object({
  name: LineField(),
  categoryId: Type.Optional(Type.Integer({ minimum: 1 })),
  description: OptionalParagraphs(),
  reference: OptionalLine(),
  ean: OptionalLine(),
  /** Centavos; absent: asked at the sale. */
  price: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CENTS })),
  quantity: Quantity(),
  stockControlled: Type.Optional(Type.Boolean()),
  service: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean()),
  /** Base64 of a new photo. */
  photo: Type.Optional(UnsearchedField('picture', { maxLength: MAX_PHOTO_CHARACTERS })),
  removePhoto: Type.Optional(Type.Boolean()),
  fiscal: Type.Optional(
    Type.Object({
      ncm: OptionalLine(),
      cfop: OptionalLine(),
      exTipi: OptionalLine(),
      origin: OptionalLine(),
      taxUnit: OptionalLine(),
      taxQuantity: Quantity(),
      tradeUnit: OptionalLine(),
      tradeQuantity: Quantity(),
      notes: OptionalParagraphs(),
      tax: OptionalLine(),
    }),
  ),
});
export type ProductBody = Static<typeof ProductBody>;
export type FiscalFields = NonNullable<ProductBody['fiscal']>;

export const ProductRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  categoryId: OrNull(Type.Integer()),
  reference: OrNull(Type.String()),
  ean: OrNull(Type.String()),
  price: OrNull(Type.Integer()),
  quantity: OrNull(Type.Integer()),
  stockControlled: Type.Boolean(),
  service: Type.Boolean(),
  active: Type.Boolean(),
  isDefault: Type.Boolean(),
  thumbnailUrl: OrNull(Type.String()),
});
export type ProductRow = Static<typeof ProductRow>;

export interface ProductDetail extends ProductRow {
  readonly description: string | null;
  readonly photoUrl: string | null;
  readonly fiscal: FiscalFields;
}

/** The calls of the screen "Produtos", typed for the panel's front end. */
export interface ProductRoutes {
  'GET /products': {
    query: { cursor?: string; limit?: number; search?: string; person?: string };
    answer: { items: readonly ProductRow[]; next: string | null };
  };
  'GET /products/:id': { answer: ProductDetail };
  'POST /products': { body: ProductBody; answer: ProductDetail };
  'PATCH /products/:id': { body: ProductBody; answer: ProductDetail };
}
