import Type, { type Static } from 'typebox';
import type { StuckCause } from '../../operations/index.ts';
import { OptionalLine } from '../interface/fields.ts';

export const AttentionQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 60, pattern: '^\\d{1,16}\\.[0-9A-Z]{1,40}$' })),
});

/** The id of the payment that the page before ended with. */
export const TillAttentionQuery = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
});

export const SettleBody = Type.Object({
  status: Type.Integer(),
  /** The case, if the sale has several. */
  subject: Type.Optional(Type.String({ maxLength: 64 })),
  /** A partial movement happened, although it does not change the status. */
  moved: Type.Optional(Type.Boolean()),
  /** Who confirmed it and how, for the history of the sale. */
  reason: OptionalLine(300),
});
export type SettleBody = Static<typeof SettleBody>;

/** One way to settle a case, and its effect. */
export interface SettleOption {
  readonly status: number;
  readonly moved: boolean;
  readonly label: string;
  readonly effect: string;
}

/** A sale whose outcome only a person can find out. Amounts in centavos. */
export interface AttentionCase {
  /** Of the sale. */
  readonly id: string;
  /** Of the case: a sale may have several. */
  readonly subject: string;
  readonly title: string;
  /** What to do, in one or two sentences. */
  readonly advice: string;
  readonly provider: string;
  readonly amount: number;
  readonly status: number;
  readonly statusWord: string;
  readonly person: { readonly id: number; readonly name: string };
  readonly referenceId: string | null;
  /** The reference for questions to the acquirer. */
  readonly acquirerReference: string;
  readonly theirId: string | null;
  /** Since when a person is needed. */
  readonly since: string;
  readonly tries: number;
  readonly lastAnswer: string | null;
  /** Empty if the case cannot be settled yet: another open case of its sale comes first. */
  readonly options: readonly SettleOption[];
}

/** One way to settle a sale of a till, and its effect. */
export interface TillOption {
  readonly status: number;
  readonly label: string;
  readonly effect: string;
}

/** A sale of a till whose payment client fell silent, or said something else than how it ended. Amounts in centavos. */
export interface AttentionTillSale {
  readonly id: number;
  /** The money was being given back. */
  readonly isCancel: boolean;
  readonly cause: StuckCause;
  /** What is settled: a sale may have several cases, one after the other. */
  readonly subject: string;
  readonly amount: number;
  readonly status: number;
  readonly statusName: string;
  readonly person: { readonly id: number; readonly name: string };
  readonly terminalId: number;
  readonly reference: string | null;
  /** When its payment client was last heard of, or the sale ended without it. */
  readonly since: string;
  readonly options: readonly TillOption[];
}

export const SettleTillBody = Type.Object({
  status: Type.Integer(),
  /** The case that was shown. */
  subject: Type.String({ maxLength: 64 }),
  /** Who confirmed it and how, for the history of the sale. */
  reason: OptionalLine(300),
});
export type SettleTillBody = Static<typeof SettleTillBody>;

/** How much waits for the platform's team, for its first page and its menu. */
export interface Attention {
  /** Sales of the gateway and of tills. */
  readonly sales: number;
  readonly tillSales: number;
  /** Persons that wait for their activation; undefined: whoever asks may not activate. */
  readonly waiting: number | undefined;
  /** The oldest, with what the acquirer said last. */
  readonly oldest: readonly Pick<AttentionCase, 'id' | 'title' | 'since' | 'lastAnswer' | 'person'>[];
}

/** The calls of "Precisa de atenção", typed for the panel's front end. */
export interface AttentionRoutes {
  'GET /attention': {
    query: Static<typeof AttentionQuery>;
    answer: { items: readonly AttentionCase[]; total: number; next: string | null };
  };
  'GET /attention/till': {
    query: Static<typeof TillAttentionQuery>;
    answer: { items: readonly AttentionTillSale[]; total: number; next: string | null };
  };
  'GET /attention/summary': { answer: Attention };
  'POST /attention/till/:id/settle': { body: SettleTillBody; answer: { status: number } };
  'POST /attention/:id/retry': { body: Record<string, never>; answer: null };
  'POST /attention/:id/settle': { body: SettleBody; answer: { status: number; statusWord: string } };
}
