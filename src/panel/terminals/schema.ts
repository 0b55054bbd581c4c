import Type, { type Static } from 'typebox';
import { LineField, OptionalLine } from '../interface/fields.ts';

const off = () => Type.Optional(Type.Boolean());

/** The eighteen settings; an absent switch is off. */
export const TerminalSettings = Type.Object({
  asksReference: off(),
  asksClient: off(),
  asksOperator: off(),
  allowsInstallments: off(),
  allowsDiscount: off(),
  allowsSurcharge: off(),
  waitsForTef: off(),
  pointOfSale: off(),
  sellsByValue: off(),
  sellsByProduct: off(),
  orders: off(),
  printsAutomatically: off(),
  printsProducts: off(),
  printsMerchantReceipt: off(),
  printsBuyerReceipt: off(),
  tefIdentifier: OptionalLine(),
  trackingInterval: OptionalLine(),
  installmentKind: Type.Optional(Type.Enum(['loja', 'admin'], { type: 'string' })),
});
export type TerminalSettings = Static<typeof TerminalSettings>;

/** A complete terminal from its form. */
export const TerminalBody = Type.Object({
  name: LineField(),
  /** Absent: keeps the current one; a new terminal gets its own. */
  physicalTerminalId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Id of the payment client's installation on the physical terminal. */
  installationId: OptionalLine(),
  settings: TerminalSettings,
});
export type TerminalBody = Static<typeof TerminalBody>;

/** The code that a payment client shows. */
export const PairingCodeBody = Type.Object({ pairingCode: LineField(20) });
export type PairingCodeBody = Static<typeof PairingCodeBody>;

/** The payment client that works at a terminal. Dates in ISO 8601, UTC. */
export interface PaymentClientRow {
  readonly online: boolean;
  readonly version: string | null;
  readonly seenAt: string | null;
  readonly pairedAt: string;
}

export interface PhysicalTerminalRow {
  readonly id: number;
  readonly name: string;
  readonly installationId: string;
}

export interface TerminalRow {
  readonly id: number;
  readonly name: string;
  readonly physical: PhysicalTerminalRow;
  readonly settings: Required<TerminalSettings>;
  readonly archived: boolean;
  /** Null: none is paired. */
  readonly paymentClient: PaymentClientRow | null;
}

/** The calls of the screen "Terminais", typed for the panel's front end. */
export interface TerminalRoutes {
  'GET /terminals': {
    query: { cursor?: string; limit?: number; search?: string; archived?: boolean; person?: string };
    answer: { items: readonly TerminalRow[]; next: string | null };
  };
  'GET /physical-terminals': { answer: { items: readonly PhysicalTerminalRow[] } };
  'GET /terminals/:id': { answer: TerminalRow };
  'POST /terminals': { body: TerminalBody; answer: TerminalRow };
  'PATCH /terminals/:id': { body: TerminalBody; answer: TerminalRow };
  'POST /terminals/:id/archive': { answer: TerminalRow };
  'POST /terminals/:id/reactivate': { answer: TerminalRow };
  'POST /terminals/:id/payment-client': { body: PairingCodeBody; answer: TerminalRow };
  'DELETE /terminals/:id/payment-client': { answer: TerminalRow };
}
