import Type, { type Static } from 'typebox';
import { Int, Text, UNSEARCHED } from '../../platform/http/index.ts';

/** Of 10 MB in base64. */
const MAX_FILE_CHARACTERS = 15_000_000;

export const DISPUTE_STATES = ['open', 'answered', 'accepted', 'expired', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DISPUTE_KINDS = [
  'fraud_alert',
  'request',
  'chargeback',
  'second',
  'arbitration',
  'med',
] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

export const DISPUTE_STEPS = ['answer', 'accept', 'win', 'lose', 'debit', 'credit'] as const;
export type DisputeStepName = (typeof DISPUTE_STEPS)[number];

/** A dispute of a payment. Amounts in centavos, days `yyyy-MM-dd`, moments in ISO 8601. */
export interface DisputeRow {
  readonly id: string;
  readonly transactionId: string;
  readonly referenceId: string | null;
  readonly personId: number;
  readonly provider: string;
  readonly source: 'manual' | 'med' | 'rede' | 'cielo';
  readonly kind: DisputeKind;
  readonly process: string | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly amount: number;
  readonly notifiedDay: string;
  readonly answerBy: string | null;
  /** Until `answerBy`, of an open one; below zero: it has passed. */
  readonly daysLeft: number | null;
  readonly state: DisputeState;
  readonly money: 'none' | 'debited' | 'credited';
  readonly moneyDay: string | null;
}

export interface ShownDispute extends DisputeRow {
  readonly answer: string | null;
  readonly answeredAt: string | null;
  readonly answeredBy: string | null;
  readonly statement: string | null;
  /** Pictures of the dossier. */
  readonly files: readonly { readonly id: string; readonly name: string }[];
  /** What a person may record of it now. */
  readonly steps: readonly DisputeStepName[];
}

/** Alerts and disputes of a month, of each hundred settled sales by card, in hundredths: 65 is 0.65 %. */
export interface DisputeRateRow {
  readonly personId: number;
  readonly personName: string;
  /** `2026-11` */
  readonly month: string;
  readonly alerts: number;
  readonly disputes: number;
  readonly sales: number;
  readonly hundredths: number;
  readonly level: 'low' | 'watched' | 'high' | 'excessive';
}

const MAX_AMOUNT = 999_999_999_999;
const day = () => Type.Optional(Text({ maxLength: 10, pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }));

/** As somebody types it from a letter. */
export const NewDisputeBody = Type.Object({
  kind: Type.Optional(Text({ maxLength: 20 })),
  amount: Int({ minimum: 1, maximum: MAX_AMOUNT }),
  process: Type.Optional(Text({ maxLength: 60 })),
  reasonCode: Type.Optional(Text({ maxLength: 20 })),
  reason: Type.Optional(Text({ maxLength: 300 })),
  notifiedDate: day(),
  answerBy: day(),
  money: Type.Optional(Text({ maxLength: 10 })),
});
export type NewDisputeBody = Static<typeof NewDisputeBody>;

export const DisputeStepBody = Type.Object({
  step: Text({ maxLength: 10 }),
  /** What was sent to the acquirer. */
  answer: Type.Optional(Text({ maxLength: 2_000 })),
  day: day(),
});
export type DisputeStepBody = Static<typeof DisputeStepBody>;

/** A picture or PDF in base64, with the name of its file. */
export const DisputeFileBody = Type.Object({
  name: Text({ maxLength: 100 }),
  file: Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS, [UNSEARCHED]: 'a picture or PDF, in base64' }),
});
export type DisputeFileBody = Static<typeof DisputeFileBody>;

export const StatementBody = Type.Object({ statement: Text({ maxLength: 4_000 }) });
export type StatementBody = Static<typeof StatementBody>;

interface Filter {
  readonly state?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
}

/** The calls of "Disputas", as the panel's front end types them. */
export interface DisputeRoutes {
  'GET /disputes': {
    query: Filter & { cursor?: string; limit?: number };
    answer: { items: readonly DisputeRow[]; next: string | null };
  };
  /** Open ones by their last day, and how many there are. */
  'GET /disputes/to-answer': {
    answer: {
      items: readonly DisputeRow[];
      count: number;
      firstDay: string | null;
      firstDaysLeft: number | null;
    };
  };
  /** Of this month and the two before it, the newest first. */
  'GET /disputes/rates': { answer: { items: readonly DisputeRateRow[] } };
  'GET /disputes/:id': { answer: ShownDispute };
  'POST /disputes/:id/step': { body: DisputeStepBody; answer: ShownDispute };
  'POST /disputes/:id/files': { body: DisputeFileBody; answer: Record<never, never> };
  'POST /disputes/:id/files/:file/remove': { answer: Record<never, never> };
  'POST /disputes/:id/statement': { body: StatementBody; answer: ShownDispute };
  'GET /sales/:id/disputes': { answer: { items: readonly DisputeRow[] } };
  'POST /sales/:id/disputes': { body: NewDisputeBody; answer: ShownDispute };
}
