import type { Origin } from '../../history/index.ts';
import type { SenderDependencies } from '../acquirer-call.ts';
import type { Claim, IdempotencyKey } from '../rules/idempotency-key.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { PreparedPayment } from './prepared.ts';

export interface SaleDependencies extends SenderDependencies {
  /** Called with every outcome, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
  /** A monotonic clock, in milliseconds, for what is left of a request. */
  readonly nowMs?: () => number;
}

/** What a request carries besides the sale itself. */
export interface SaleRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  /** The idempotency key to claim with the sale. */
  readonly idempotency: Claim | undefined;
  /** The id of the transaction to make; undefined: any. */
  readonly newId?: string | undefined;
}

/** A checked sale, ready to be sent. */
export interface StartedSale {
  readonly request: SaleRequest;
  readonly started: Transaction;
  readonly prepared: PreparedPayment;
}

/** What nobody is asked about has its answer from the start. */
export function claimOf(
  { idempotency }: SaleRequest,
  { id, result }: Transaction,
  stand: 'under way' | 'answered',
): IdempotencyKey | undefined {
  if (!idempotency) return undefined;
  const answer = stand === 'answered' ? JSON.stringify(result) : undefined;
  return { ...idempotency, transactionId: id, answer };
}
