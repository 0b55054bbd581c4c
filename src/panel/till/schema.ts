import Type, { type Static } from 'typebox';
import type { StuckCause } from '../../operations/index.ts';
import type { SettleTillBody, TillOption } from '../attention/schema.ts';
import { OptionalLine, TechnicalPasswordField } from '../interface/fields.ts';

const MAX_CENTS = 999_999_999_999;
const MAX_ITEMS = 200;
const MAX_INSTALLMENTS = 99;
const id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const cents = () => Type.Integer({ minimum: 0, maximum: MAX_CENTS });

/** A sale of the web till: by value or by products. Money in centavos, quantities in ten-thousandths. */
export const TillSaleBody = Type.Object({
  terminalId: id(),
  methodId: id(),
  total: Type.Optional(cents()),
  items: Type.Optional(
    Type.Array(Type.Object({ productId: id(), price: Type.Optional(cents()), quantity: cents() }), {
      maxItems: MAX_ITEMS,
    }),
  ),
  discount: Type.Optional(cents()),
  surcharge: Type.Optional(cents()),
  installments: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS })),
  reference: OptionalLine(100),
  clientId: Type.Optional(id()),
  orderId: Type.Optional(id()),
  operatorId: Type.Optional(id()),
});
export type TillSaleBody = Static<typeof TillSaleBody>;

/** The technical password is needed to refund through a payment client. */
export const TillCancelBody = Type.Object({
  technicalPassword: Type.Optional(TechnicalPasswordField()),
  autoStart: Type.Optional(Type.Boolean()),
});
export type TillCancelBody = Static<typeof TillCancelBody>;

export interface TillPayment {
  readonly id: number;
  readonly type: 'payment' | 'cancel';
  readonly state: 'waiting' | 'underWay' | 'finished';
  /** The acquirer's message, if any. */
  readonly message: string | null;
  readonly authorization: string | null;
  readonly nsu: string | null;
  /** Of a Pix of the service itself that was paid: its end-to-end id. */
  readonly pixId: string | null;
  readonly acquirer: string | null;
  readonly brand: string | null;
  readonly buyerReceipt: string | null;
  readonly merchantReceipt: string | null;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

export interface TillSaleRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly terminalId: number;
  readonly terminalName: string;
  readonly methodId: number;
  /** `Crédito` */
  readonly methodName: string;
  /** Numbers of `intencaoVendaStatus`. */
  readonly status: number;
  readonly statusName: string;
  readonly reference: string | null;
  readonly orderId: number | null;
  /** Centavos. */
  readonly originalValue: number;
  readonly discount: number;
  readonly surcharge: number;
  readonly finalValue: number;
  readonly installments: number;
}

export interface TillSale extends TillSaleRow {
  readonly token: string;
  readonly operatorName: string | null;
  readonly items: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  readonly payments: readonly TillPayment[];
  readonly history: readonly {
    readonly at: string;
    readonly status: number;
    readonly statusName: string;
    readonly by: string;
    readonly reason: string | null;
  }[];
  /** Whether it is a Pix of the service itself. */
  readonly isPix: boolean;
  /** For a keyed sale or a Pix: the page where the card is typed, and the gateway's transaction. */
  readonly paymentUrl: string | null;
  readonly transactionId: string | null;
  /** Its payment client took it and fell silent: the ways in which a person can settle it. */
  readonly stuck: {
    readonly cause: StuckCause;
    readonly subject: string;
    readonly since: string;
    readonly options: readonly TillOption[];
  } | null;
  /** Whether it can be given up, because nothing is paid yet. */
  readonly mayGiveUp: boolean;
  /** Whether it can be canceled, and whether that needs the technical password. */
  readonly cancel: { readonly possible: boolean; readonly technicalPassword: boolean };
}

/** How a buyer pays a sale that waits. */
export interface TillCode {
  /** SVG. */
  readonly qrCode: string;
  /** Of a Pix: the text to copy into the bank's app, and until when it is worth something (ISO 8601, UTC). */
  readonly pix: { readonly text: string; readonly expiresAt: string } | null;
}

/** The calls of the web till and of its sales, typed for the panel's front end. */
export interface TillRoutes {
  'GET /till/sales': {
    query: {
      cursor?: string;
      limit?: number;
      terminalId?: number;
      status?: string;
      reference?: string;
      from?: string;
      to?: string;
      person?: string;
    };
    answer: { items: readonly TillSaleRow[]; next: string | null };
  };
  /** Active operators, for a terminal that asks for one. */
  'GET /till/operators': { answer: { items: readonly { readonly id: number; readonly name: string }[] } };
  'GET /till/sales/:id': { answer: TillSale };
  /** What a buyer's camera reads to pay a sale that waits, as SVG. */
  'GET /till/sales/:id/code': { answer: TillCode };
  'POST /till/sales': { body: TillSaleBody; answer: TillSale };
  'POST /till/sales/:id/settle': { body: SettleTillBody; answer: { status: number } };
  'POST /till/sales/:id/give-up': { answer: TillSale };
  'POST /till/sales/:id/cancel': { body: TillCancelBody; answer: TillSale };
}
