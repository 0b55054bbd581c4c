import Type, { type Static } from 'typebox';
import { OptionalLine, OptionalParagraphs } from '../interface/fields.ts';
import type { TillSaleRow } from '../till/schema.ts';

const MAX_ITEMS = 200;
const MAX_CENTS = 999_999_999_999;

/** An order made in the panel, of products of the shop. */
export const NewOrderBody = Type.Object({
  reference: OptionalLine(100),
  note: OptionalParagraphs(),
  items: Type.Array(
    Type.Object({
      productId: Type.Integer({ minimum: 1 }),
      /** Ten-thousandths. */
      quantity: Type.Integer({ minimum: 1, maximum: MAX_CENTS }),
      /** Of one; absent: the product's. */
      price: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CENTS })),
    }),
    { minItems: 1, maxItems: MAX_ITEMS },
  ),
});
export type NewOrderBody = Static<typeof NewOrderBody>;

export interface OrderRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Numbers of `pedidoStatus`. */
  readonly status: number;
  readonly statusName: string;
  readonly reference: string | null;
  /** Centavos, as all amounts here. */
  readonly total: number;
  /** Of credited sales. */
  readonly paid: number;
  /** Of sales that wait for their payment. */
  readonly inPayment: number;
}

/** The data of the page of an order. */
export interface Order extends OrderRow {
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  readonly note: string | null;
  /** Sum of its products: the order may have another total. */
  readonly itemsTotal: number;
  /** Quantities in ten-thousandths, prices of one. */
  readonly items: readonly {
    readonly position: number;
    readonly name: string;
    readonly quantity: number;
    readonly price: number;
  }[];
  /** Allowed payment methods; none: all. */
  readonly methods: readonly {
    readonly id: number;
    readonly name: string;
    readonly maxInstallments: number;
    readonly acquirer: string | null;
  }[];
  /** The newest sales, whatever their outcome. */
  readonly sales: readonly TillSaleRow[];
  readonly mayCancel: boolean;
}

/** The calls of "Pedidos", as the panel's front end types them. */
export interface OrderRoutes {
  'GET /orders': {
    query: { cursor?: string; limit?: number; status?: string; reference?: string; person?: string };
    answer: { items: readonly OrderRow[]; next: string | null };
  };
  'GET /orders/:id': { answer: Order };
  'POST /orders': { body: NewOrderBody; answer: Order };
  'POST /orders/:id/cancel': { answer: Order };
}
