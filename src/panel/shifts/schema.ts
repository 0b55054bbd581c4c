import Type, { type Static } from 'typebox';
import { OptionalLine } from '../interface/fields.ts';

const MAX_CENTS = 999_999_999_999;
const MAX_NOTE = 200;
const id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const cents = (minimum: 0 | 1) => Type.Integer({ minimum, maximum: MAX_CENTS });

/** Opens the till of a terminal, with the cash counted for change. Money in centavos. */
export const OpenShiftBody = Type.Object({
  terminalId: id(),
  openingCash: cents(0),
  operatorId: Type.Optional(id()),
});
export type OpenShiftBody = Static<typeof OpenShiftBody>;

/** Cash that is put in (suprimento) or taken out (sangria). */
export const CashBody = Type.Object({
  kind: Type.Enum(['supply', 'withdrawal'], { type: 'string' }),
  amount: cents(1),
  note: OptionalLine(MAX_NOTE),
});
export type CashBody = Static<typeof CashBody>;

export const CloseShiftBody = Type.Object({ countedCash: cents(0), note: OptionalLine(MAX_NOTE) });
export type CloseShiftBody = Static<typeof CloseShiftBody>;

/** An opening of a till, and its closing. Times are ISO 8601, UTC; money is centavos. */
export interface ShiftRow {
  readonly id: number;
  readonly terminalId: number;
  readonly terminalName: string;
  /** Of the shop's operators; null: whoever opened it. */
  readonly operatorName: string | null;
  readonly openedAt: string;
  readonly openedBy: string | null;
  readonly openingCash: number;
  /** Null: it is open. */
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly countedCash: number | null;
  /** Counted less expected: below zero cash is missing. */
  readonly difference: number | null;
}

interface CountAndAmount {
  readonly count: number;
  readonly amount: number;
}

export interface ShiftTakings {
  /** `Crédito`, or who sold. */
  readonly name: string;
  readonly sales: CountAndAmount;
  readonly refunds: CountAndAmount;
}

export interface Shift extends ShiftRow {
  readonly note: string | null;
  readonly methods: readonly ShiftTakings[];
  readonly operators: readonly ShiftTakings[];
  readonly supplies: CountAndAmount;
  readonly withdrawals: CountAndAmount;
  /** The first 200. */
  readonly cashMoves: readonly {
    readonly at: string;
    readonly kind: 'supply' | 'withdrawal';
    readonly amount: number;
    readonly by: string | null;
    readonly note: string | null;
  }[];
  /** What its cash sales and refunds came to. */
  readonly cash: { readonly sales: number; readonly refunds: number };
  /** Cash that should be in the drawer: now, or when it was closed. */
  readonly expectedCash: number;
}

export interface ShiftRoutes {
  'GET /till/shifts': {
    query: { cursor?: string; limit?: number; terminalId?: number; person?: string };
    answer: { items: readonly ShiftRow[]; next: string | null };
  };
  /** The open shift of a terminal. */
  'GET /till/shifts/open': {
    query: { terminalId: number; person?: string };
    answer: { shift: Shift | null };
  };
  'GET /till/shifts/:id': { answer: Shift };
  'POST /till/shifts': { body: OpenShiftBody; answer: Shift };
  'POST /till/shifts/:id/cash': { body: CashBody; answer: Shift };
  'POST /till/shifts/:id/close': { body: CloseShiftBody; answer: Shift };
}
