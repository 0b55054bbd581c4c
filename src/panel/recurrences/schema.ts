import Type, { type Static } from 'typebox';
import { LineField } from '../interface/fields.ts';

/** Charges of the card of a client: each month, or once. */
export const NewRecurrenceBody = Type.Object({
  clientId: Type.Integer({ minimum: 1 }),
  /** Of each month, in centavos. */
  amount: Type.Integer({ minimum: 1, maximum: 999_999_999_999 }),
  months: Type.Integer({ minimum: 1, maximum: 360 }),
  /** The local day of the first one. */
  firstDay: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  description: Type.Optional(LineField(100)),
  reference: Type.Optional(LineField(100)),
});
export type NewRecurrenceBody = Static<typeof NewRecurrenceBody>;

/** How a try of a charge ended, in Portuguese. */
export interface RecurrenceTry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Of the gateway. */
  readonly saleId: string;
  /** Status of the sale in the gateway. */
  readonly status: number;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
  readonly brand: string | null;
  readonly last4: string | null;
  /** Code and message of the acquirer. */
  readonly answer: string | null;
}

/** One month of a recurrence. */
export interface RecurrenceEntryRow {
  /** From 1. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly dueAt: string;
  /** 5 scheduled, 10 approved, 15 denied, 20 canceled. */
  readonly status: number;
  readonly statusName: string;
  /** How often it was sent to the gateway. */
  readonly tries: number;
  /** The outcome of the last try is not known yet. */
  readonly underWay: boolean;
  /** It is not tried before; null: from when it is due, or never again. */
  readonly nextTryAt: string | null;
  readonly endedAt: string | null;
  /** Of the last try. */
  readonly saleId: string | null;
  /** What the acquirer answered to the last try. */
  readonly answer: string | null;
}

export interface RecurrenceRow {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly client: { readonly id: number; readonly name: string };
  /** Of each month, in centavos. */
  readonly amount: number;
  readonly months: number;
  /** How many months are paid. */
  readonly paid: number;
  /** 5 active, 15 ended, 20 canceled. */
  readonly status: number;
  readonly statusName: string;
  /** The first month that is still to be charged. */
  readonly next: RecurrenceEntryRow | null;
  /** ISO 8601, UTC: since then nothing is tried. */
  readonly pausedAt: string | null;
  /** The next month is due, and nothing could be tried: the client has no card, or the shop may not sell. */
  readonly overdue: boolean;
  /** The last month that was tried. */
  readonly lastTried: RecurrenceEntryRow | null;
}

/** The data of the page of a recurrence. */
export interface Recurrence extends RecurrenceRow {
  readonly entries: readonly RecurrenceEntryRow[];
  /** The client has no card that can be charged. */
  readonly needsCard: boolean;
  /** Where the client types the missing card, while a form is open. */
  readonly formUrl: string | null;
  readonly mayCancel: boolean;
}

/** The calls of "Recorrências", as the panel's front end types them. */
export interface RecurrenceRoutes {
  'GET /recurrences': {
    query: {
      cursor?: string;
      limit?: number;
      view?: string;
      reference?: string;
      client?: number;
      person?: string;
    };
    answer: { items: readonly RecurrenceRow[]; next: string | null };
  };
  'GET /recurrences/:id': { answer: Recurrence };
  'GET /recurrences/:id/entries/:number/tries': { answer: { items: readonly RecurrenceTry[] } };
  'POST /recurrences': { body: NewRecurrenceBody; answer: Recurrence };
  'POST /recurrences/:id/cancel': { answer: Recurrence };
  'POST /recurrences/:id/pause': { answer: Recurrence };
  'POST /recurrences/:id/resume': { answer: Recurrence };
}
