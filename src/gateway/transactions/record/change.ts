import type { NewEvent } from '../../history/index.ts';
import type { StatusChange } from './outbox.ts';
import type { EndedAttempt } from './rows.ts';
import type { AuthenticationRow } from './tables/authentications.ts';
import type { CaseRow } from './tables/cases.ts';
import type { IdempotencyRow } from './tables/idempotency.ts';
import type { MovementRow, MovementState } from './tables/movements.ts';
import type { AttemptState } from './tables/transactions.ts';
import type { Result, Transaction } from './transaction.ts';

export interface MovementEnd {
  readonly id: string;
  /** The state that it must still have. */
  readonly from: MovementState;
  readonly state: MovementState;
  readonly endedAt: number;
  readonly refundId?: string;
  readonly rawCode?: string;
  readonly rawMessage?: string;
  readonly httpStatus?: number;
  readonly reason?: string;
}

/**
 * One step in a transaction's life, written in one commit or not at all: it counts only if the transaction still has
 * the version that it was read with, and an attempt or movement that it ends still has the state named here.
 */
export interface Change {
  /** As it was read. */
  readonly transaction: Transaction;
  readonly at: number;
  /** Absent: the result stays. */
  readonly result?: Result;
  /** The result is the sale's first: the merchant is told of it also where the status is that of the beginning. */
  readonly isFirstResult?: true;
  /** A capture, void or refund that takes the transaction for itself; null gives it free. */
  readonly openMovement?: string | null;
  readonly attempt?: { readonly ended: EndedAttempt; readonly from: AttemptState };
  readonly newMovement?: MovementRow;
  readonly movement?: MovementEnd;
  /** Written over a case of the same subject. */
  readonly openCase?: CaseRow;
  /** Subject of a case that is settled. */
  readonly closeCase?: string;
  readonly authentication?: AuthenticationRow;
  readonly idempotency?: IdempotencyRow;
  /** The first answer to the request with this idempotency id. */
  readonly idempotencyAnswer?: { readonly id: string; readonly result: Result };
  /** A request that failed leaves its key free. */
  readonly idempotencyFreed?: string;
  /** At least one: nothing happens without a trace. */
  readonly events: readonly [NewEvent, ...NewEvent[]];
}

/** What the merchant is told of a change; undefined where the status stays. */
export function statusChangeOf(change: Change): StatusChange | undefined {
  const { transaction, result, isFirstResult = false, events } = change;
  if (result === undefined) return undefined;
  if (!isFirstResult && result.status === transaction.result.status) return undefined;
  return { transaction: changed(change), origin: events[0].origin, isFirst: isFirstResult };
}

/** The transaction as the change leaves it. */
export function changed(change: Change): Transaction {
  const { transaction, at, result, openMovement } = change;
  const { openMovement: before, ...rest } = transaction;
  const movement = openMovement === undefined ? before : (openMovement ?? undefined);
  return {
    ...rest,
    ...(movement === undefined ? {} : { openMovement: movement }),
    result: result ?? transaction.result,
    updatedAt: at,
    version: transaction.version + 1,
  };
}
