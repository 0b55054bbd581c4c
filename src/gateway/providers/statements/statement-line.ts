import type { MinorUnits } from '../capabilities.ts';

/**
 * `sale`: a sale as the acquirer booked it. `part`: an installment in a payout. `debit`: money that it takes, whenever.
 * `netting`: what it took of it from one payout.
 */
export type StatementLineKind = 'sale' | 'part' | 'debit' | 'netting';

/** Why money is taken. */
export type DebitKind = 'refund' | 'chargeback' | 'tax' | 'other';

/** What became of a dispute of a sale, as its acquirer tells it. */
export type SaleDisputeState = 'open' | 'won' | 'lost';

/**
 * A line of an acquirer's statement, as every acquirer's interface or file can tell it. Days are local, `yyyy-MM-dd`; amounts in
 * centavos, below zero what is taken. What the acquirer does not tell is undefined.
 */
export interface StatementLine {
  readonly kind: StatementLineKind;
  /** The acquirer's name of it: what is told again has it again. Unique in an account and a kind. */
  readonly key: string;
  readonly saleDay: string | undefined;
  /** On which it was to be paid. */
  readonly dueDay: string | undefined;
  /** On which it was paid, or taken. */
  readonly paidDay: string | undefined;
  readonly gross: MinorUnits;
  readonly fee: MinorUnits;
  readonly net: MinorUnits;
  readonly installment: number | undefined;
  readonly installments: number | undefined;
  readonly tid: string | undefined;
  /** Our reference of the charge. */
  readonly order: string | undefined;
  readonly nsu: string | undefined;
  /** Six digits, with leading zeros. */
  readonly authorization: string | undefined;
  readonly lastFour: string | undefined;
  /** In capitals: `VISA`. */
  readonly brand: string | undefined;
  readonly product: 'credit' | 'debit' | undefined;
  /** Receivable unit, or the summary of sales that it is paid with. */
  readonly unit: string | undefined;
  readonly payoutId: string | undefined;
  /** Another payer, or another day, than agreed with the shop. */
  readonly negotiation: 'anticipated' | 'ceded' | undefined;
  readonly isSuspended: boolean;
  readonly debitKind: DebitKind | undefined;
  /** Of a dispute. */
  readonly process: string | undefined;
  /** Of a sale that is, or was, disputed. */
  readonly disputeState: SaleDisputeState | undefined;
  readonly disputeAmount: MinorUnits | undefined;
  /** On which it was disputed. */
  readonly disputeDay: string | undefined;
  /** The acquirer's own code and text, also where this version does not know them. */
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
}

export type PayoutState = 'paid' | 'expected' | 'suspended' | 'ceded' | 'rejected' | 'other';
export type PayoutType = 'credit' | 'debit' | 'anticipation' | 'other';

/** Money that an acquirer sends to a bank account in one piece. */
export interface StatementPayout {
  readonly payoutId: string;
  readonly payDay: string;
  readonly type: PayoutType;
  readonly brand: string | undefined;
  readonly net: MinorUnits;
  readonly state: PayoutState;
  /** The acquirer's own word for its state, and for its type. */
  readonly stateText: string;
  readonly bankAccount: string | undefined;
}
