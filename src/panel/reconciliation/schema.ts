import Type, { type Static } from 'typebox';

export const LINE_CLASSES = [
  'matched',
  'matched_rounding',
  'fee_differs',
  'missing',
  'unknown_sale',
  'amount_differs',
  'date_differs',
  'anticipated',
  'ceded',
  'suspended',
  'netted',
  'dispute',
  'duplicate',
  'tax',
] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

/** A line of a statement, or one of ours that no statement has. Amounts in centavos, days `yyyy-MM-dd`. */
export interface ReconciledLine {
  readonly id: string;
  readonly class: LineClass;
  readonly day: string;
  readonly provider: string;
  readonly personId: number;
  readonly transactionId: string | null;
  /** What it is: `Parcela 1/3`, `Venda`, `Desconto`. */
  readonly what: string;
  readonly net: number;
  readonly difference: number;
  /** What happened, in a sentence. */
  readonly explanation: string;
  /** What to do about it; null: nothing. */
  readonly advice: string | null;
  readonly payoutId: string | null;
  /** A sale that it may belong to. */
  readonly suggestedId: string | null;
  readonly note: string | null;
  /** How often the acquirer told it otherwise. */
  readonly revision: number;
}

export interface ClassSums {
  readonly class: LineClass;
  readonly title: string;
  readonly count: number;
  readonly net: number;
  readonly difference: number;
}

/** Until where the statements of an account were read. */
export interface ReadingRow {
  readonly accountId: number;
  readonly provider: string;
  readonly personId: number;
  readonly state: 'read' | 'late' | 'failed';
  readonly readUntil: string | null;
  readonly progress: string | null;
  /** Why the last reading stopped, in Portuguese. */
  readonly problem: string | null;
  readonly corrections: number;
}

export interface PayoutRow {
  readonly payoutId: string;
  readonly accountId: number;
  readonly provider: string;
  readonly payDay: string;
  readonly brand: string | null;
  readonly state: string;
  readonly net: number;
  readonly count: number;
  readonly bankAccount: string | null;
}

export const NoteBody = Type.Object({ note: Type.String({ maxLength: 500 }) });
export type NoteBody = Static<typeof NoteBody>;

interface Filter {
  readonly class?: string;
  readonly from?: string;
  readonly to?: string;
  readonly person?: string;
}

/** The calls of "Conciliação", as the panel's front end types them. */
export interface ReconciliationRoutes {
  'GET /reconciliation': {
    query: Filter & { cursor?: string; limit?: number };
    answer: { items: readonly ReconciledLine[]; next: string | null };
  };
  'GET /reconciliation/sums': {
    query: Filter;
    answer: { items: readonly ClassSums[]; readings: readonly ReadingRow[] };
  };
  'POST /reconciliation/:id/confirm': { answer: Record<never, never> };
  'POST /reconciliation/:id/note': { body: NoteBody; answer: Record<never, never> };
  'GET /payouts': {
    query: Filter & { cursor?: string; limit?: number };
    answer: { items: readonly PayoutRow[]; next: string | null };
  };
  'GET /payouts/:id': {
    query: { account?: number };
    answer: { payout: PayoutRow; lines: readonly ReconciledLine[] };
  };
}
