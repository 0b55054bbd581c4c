import { defineTable, type RowOf } from '../../../platform/database/index.ts';
import type {
  DebitKind,
  PayoutState,
  PayoutType,
  SaleDisputeState,
  StatementLineKind,
} from '../../providers/index.ts';
import type { StatementClass } from '../rules/statement-classes.ts';

/** A line of a statement, and what became of it. Days are local, amounts in centavos, times in milliseconds since 1970. */
export interface StoredLine {
  readonly id: string;
  readonly accountId: number;
  readonly merchantId: number;
  readonly provider: string;
  readonly kind: StatementLineKind;
  readonly key: string;
  readonly saleDay: string | undefined;
  readonly dueDay: string | undefined;
  readonly paidDay: string | undefined;
  /** By which it is listed: paid, else due, else sold. */
  readonly day: string;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
  readonly installment: number | undefined;
  readonly installments: number | undefined;
  readonly tid: string | undefined;
  readonly orderNumber: string | undefined;
  readonly nsu: string | undefined;
  readonly authorizationCode: string | undefined;
  readonly lastFour: string | undefined;
  readonly brand: string | undefined;
  readonly product: string | undefined;
  readonly unit: string | undefined;
  readonly payoutId: string | undefined;
  readonly negotiation: 'anticipated' | 'ceded' | undefined;
  readonly suspended: number;
  readonly debitKind: DebitKind | undefined;
  readonly process: string | undefined;
  readonly disputeState: SaleDisputeState | undefined;
  readonly disputeAmount: number | undefined;
  readonly disputeDay: string | undefined;
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
  /** The sale of ours that it belongs to. */
  readonly transactionId: string | undefined;
  /** The line of ours that it answers. */
  readonly line: number | undefined;
  readonly class: StatementClass | undefined;
  readonly difference: number;
  /** A sale that it may belong to: a person says whether it does. */
  readonly suggestedId: string | undefined;
  /** 1: a person said which sale it belongs to. */
  readonly confirmed: number;
  /** What a person wrote of it. */
  readonly note: string | undefined;
  /** Above 0: still to be judged; grows with each reason to. */
  readonly pending: number;
  /** How often the acquirer told it anew, with other contents. */
  readonly revision: number;
  /** Its net before it was told anew. */
  readonly netBefore: number | undefined;
  readonly updatedAt: number;
}

export interface StoredPayout {
  readonly accountId: number;
  readonly payoutId: string;
  readonly merchantId: number;
  readonly provider: string;
  readonly payDay: string;
  readonly type: PayoutType;
  readonly brand: string | undefined;
  readonly net: number;
  readonly state: PayoutState;
  readonly stateText: string;
  readonly bankAccount: string | undefined;
  /** Installments in it. */
  readonly count: number;
  /** Its net less that of its installments and of what was taken from it; undefined: they were not read yet. */
  readonly difference: number | undefined;
  readonly updatedAt: number;
}

/** Until where the statements of an account were read. */
export interface StatementReading {
  readonly accountId: number;
  readonly merchantId: number;
  readonly provider: string;
  readonly readFrom: string;
  /** The last day that is read to its end. */
  readonly readUntil: string | undefined;
  /** Part of the day in which it was read last. */
  readonly slot: string | undefined;
  readonly progress: string | undefined;
  /** Why the last reading did not end, for people. */
  readonly problem: string | undefined;
  readonly corrections: number;
  readonly updatedAt: number;
}

/** An answer as it came, sealed. */
export interface StoredAnswer {
  readonly accountId: number;
  readonly question: string;
  readonly hash: string;
  readonly size: number;
  readonly sealed: string;
  readonly receivedAt: number;
  /** 1: what it says is stored. */
  readonly isRead: number;
}

export interface StatementTables {
  statement_lines: RowOf<StoredLine>;
  statement_payouts: RowOf<StoredPayout>;
  statement_readings: RowOf<StatementReading>;
  statement_answers: RowOf<StoredAnswer>;
}

export const STATEMENT_LINES = defineTable<StoredLine>('statement_lines', {
  id: 'uuid',
  accountId: 'bigint',
  merchantId: 'bigint',
  provider: 'text',
  kind: 'text',
  key: 'text',
  saleDay: 'text?',
  dueDay: 'text?',
  paidDay: 'text?',
  day: 'text',
  gross: 'bigint',
  fee: 'bigint',
  net: 'bigint',
  installment: 'bigint?',
  installments: 'bigint?',
  tid: 'text?',
  orderNumber: 'text?',
  nsu: 'text?',
  authorizationCode: 'text?',
  lastFour: 'text?',
  brand: 'text?',
  product: 'text?',
  unit: 'text?',
  payoutId: 'text?',
  negotiation: 'text?',
  suspended: 'bigint',
  debitKind: 'text?',
  process: 'text?',
  disputeState: 'text?',
  disputeAmount: 'bigint?',
  disputeDay: 'text?',
  reasonCode: 'text?',
  reasonText: 'text?',
  transactionId: 'uuid?',
  line: 'bigint?',
  class: 'text?',
  difference: 'bigint',
  suggestedId: 'uuid?',
  confirmed: 'bigint',
  note: 'text?',
  pending: 'bigint',
  revision: 'bigint',
  netBefore: 'bigint?',
  updatedAt: 'bigint',
});

export const STATEMENT_PAYOUTS = defineTable<StoredPayout>('statement_payouts', {
  accountId: 'bigint',
  payoutId: 'text',
  merchantId: 'bigint',
  provider: 'text',
  payDay: 'text',
  type: 'text',
  brand: 'text?',
  net: 'bigint',
  state: 'text',
  stateText: 'text',
  bankAccount: 'text?',
  count: 'bigint',
  difference: 'bigint?',
  updatedAt: 'bigint',
});

export const STATEMENT_READINGS = defineTable<StatementReading>('statement_readings', {
  accountId: 'bigint',
  merchantId: 'bigint',
  provider: 'text',
  readFrom: 'text',
  readUntil: 'text?',
  slot: 'text?',
  progress: 'text?',
  problem: 'text?',
  corrections: 'bigint',
  updatedAt: 'bigint',
});
