import type { TransactionEvent } from '../../history/index.ts';
import type { NewAttempt } from './attempt.ts';
import type { EndedAttempt } from './attempt-store.ts';
import type { Authentication } from './authentication.ts';
import type { RecoveryCase } from './case.ts';
import type { KeyChange } from './idempotency-store.ts';
import { isOpen, type Movement } from './movement.ts';
import type { EndedMovement } from './movement-store.ts';
import type { StatusChange } from './outbox.ts';
import type { Result, Transaction } from './transaction.ts';

/**
 * One step in a transaction's life, written in one commit or not at all: it counts only if the transaction still has
 * the version that it was read with, and an attempt or movement that it ends still has the state named here. What is
 * absent stays as it is.
 */
export interface Change {
  /** As it was read. */
  readonly transaction: Transaction;
  readonly at: number;
  readonly result?: Result | undefined;
  /** The result is the sale's first: the merchant is told of it also where the status is that of the beginning. */
  readonly isFirstResult?: boolean;
  readonly attempt?: EndedAttempt | undefined;
  readonly newAttempt?: NewAttempt | undefined;
  readonly movement?: EndedMovement | undefined;
  readonly newMovement?: Movement | undefined;
  /** Written over a case of the same subject. */
  readonly openCase?: RecoveryCase | undefined;
  /** Subject of a case that is settled. */
  readonly closeCase?: string | undefined;
  readonly authentication?: Authentication | undefined;
  readonly key?: KeyChange | undefined;
  /** At least one: nothing happens without a trace. */
  readonly events: readonly [TransactionEvent, ...TransactionEvent[]];
}

/** The transaction as the change leaves it. */
export function changed(change: Change): Transaction {
  const { transaction, at, result } = change;
  return {
    ...transaction,
    result: result ?? transaction.result,
    updatedAt: at,
    version: transaction.version + 1,
    openMovement: openMovementAfter(change),
    nsu: change.attempt?.to.nsu ?? transaction.nsu,
  };
}

/** What the merchant is told of a change; undefined where the status stays. */
export function statusChangeOf(change: Change): StatusChange | undefined {
  const { transaction, result, isFirstResult = false, events } = change;
  if (result === undefined) return undefined;
  if (!isFirstResult && result.status === transaction.result.status) return undefined;
  return { transaction: changed(change), origin: events[0].origin, isFirst: isFirstResult };
}

/** A movement takes the transaction for itself until it has come to its end. */
function openMovementAfter({ transaction, newMovement, movement }: Change): string | undefined {
  if (newMovement) return newMovement.id;
  const isOver = movement && !isOpen(movement.to.state) && movement.to.id === transaction.openMovement;
  return isOver ? undefined : transaction.openMovement;
}
