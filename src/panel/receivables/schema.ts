export const RECEIVABLE_STATUSES = [
  'expected',
  'paid',
  'late',
  'suspended',
  'ceded',
  'anticipated',
  'cancelled',
  'disputed',
] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

export const PAID_BY = ['credit', 'debit', 'pix', 'bankSlip'] as const;
export type PaidBy = (typeof PAID_BY)[number];

/** Money that is expected of a sale, or came of it. Amounts in centavos, days `yyyy-MM-dd`. */
export interface ReceivableRow {
  readonly transactionId: string;
  readonly line: number;
  readonly referenceId: string | null;
  readonly personId: number;
  /** `installment`, or money that is kept from another payment. */
  readonly kind: 'installment' | 'refund' | 'dispute';
  readonly paidBy: PaidBy;
  readonly provider: string;
  readonly brand: string | null;
  readonly installment: number;
  readonly installments: number;
  readonly captureDay: string;
  readonly dueDay: string;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
  readonly status: ReceivableStatus;
  readonly feeUnknown: boolean;
}

/** Sums of the lines of a day that are alike. */
export interface ReceivableDay {
  readonly dueDay: string;
  readonly provider: string;
  readonly paidBy: PaidBy;
  readonly brand: string | null;
  readonly status: ReceivableStatus;
  readonly count: number;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

interface Filter {
  readonly from?: string;
  readonly to?: string;
  readonly status?: string;
  readonly paidBy?: string;
  readonly person?: string;
}

/** The calls of "Recebimentos", as the panel's front end types them. */
export interface ReceivableRoutes {
  'GET /receivables': {
    query: Filter & { cursor?: string; limit?: number };
    answer: { items: readonly ReceivableRow[]; next: string | null };
  };
  'GET /receivables/days': {
    query: Filter;
    answer: { today: string; items: readonly ReceivableDay[] };
  };
  /** What is late of the last ninety days, what came in today by the statements, and what comes in the next thirty days. */
  'GET /receivables/soon': {
    answer: { today: string; soon: number; paidToday: number; dueToday: number; late: number };
  };
  'GET /sales/:id/receivables': { answer: { items: readonly ReceivableRow[] } };
}
