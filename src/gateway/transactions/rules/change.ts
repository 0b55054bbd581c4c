import type { Origin, TransactionEvent } from '../../history/index.ts';
import type { MinorUnits } from '../../providers/index.ts';
import type { EndedAttempt, NewAttempt } from './attempt.ts';
import type { RecoveryCase } from './case.ts';
import type { KeyChange } from './idempotency-key.ts';
import { type EndedMovement, isOpen, type Movement } from './movement.ts';
import type { Order } from './order.ts';
import type { RowBeside } from './row-beside.ts';
import type { Result, Transaction } from './transaction.ts';

/**
 * One step of a transaction, written in one commit or not at all. It counts only if the transaction still has
 * the version that was read, and an ended attempt or movement still has the state given here. Members that
 * are absent stay unchanged.
 */
export interface Change {
  /** As it was read. */
  readonly transaction: Transaction;
  readonly at: number;
  readonly result?: Result | undefined;
  /** What is paid of an intention, where something is taken off for the kind of payment. Only with `order`. */
  readonly amount?: MinorUnits | undefined;
  /** What a buyer chose on the hosted page. */
  readonly order?: Order | undefined;
  /** The sale's first result: a postback is sent even when the status does not change. */
  readonly isFirstResult?: boolean;
  /** The merchant is told although the status stays: part of a payment did not go back, or was taken back. */
  readonly isTold?: boolean;
  /** Told to merchants who asked for it, also where the status stays. */
  readonly news?: News | undefined;
  /** No postback is sent: a buyer's attempt begins, or ends without an effect. */
  readonly withoutPostback?: boolean;
  readonly attempt?: EndedAttempt | undefined;
  readonly newAttempt?: NewAttempt | undefined;
  readonly movement?: EndedMovement | undefined;
  readonly newMovement?: Movement | undefined;
  /** Replaces an existing case of the same subject. */
  readonly openCase?: RecoveryCase | undefined;
  /** Subject of the case to close. */
  readonly closeCase?: string | undefined;
  readonly rowBeside?: RowBeside | undefined;
  readonly key?: KeyChange | undefined;
  /** At least one: every change leaves a trace. */
  readonly events: readonly [TransactionEvent, ...TransactionEvent[]];
}

/**
 * What a change means, for merchants who asked for more than statuses (docs/contract/decided.md 3, Postback). Its members are
 * sent as they are: amounts as text, times local.
 */
export interface News extends Readonly<Record<string, unknown>> {
  readonly type: 'return' | 'capture_window' | 'dispute';
}

/** The transaction after the change. */
export function changed(change: Change): Transaction {
  const { transaction, at, result, order, amount, attempt, newAttempt } = change;
  return {
    ...transaction,
    amount: amount ?? transaction.amount,
    order: order ?? transaction.order,
    result: result ?? transaction.result,
    updatedAt: at,
    version: transaction.version + 1,
    openMovement: openMovementAfter(change),
    // A new try has no number yet, and that of the one before it is another acquirer's, or of another card.
    nsu: newAttempt ? undefined : (attempt?.to.nsu ?? transaction.nsu),
  };
}

/** What is told of a change; undefined when the status does not change, unless it `isTold`, or its buyer can pay from now on. */
export function statusChangeOf(change: Change): StatusChange | undefined {
  const { transaction, result, isFirstResult = false, isTold = false, withoutPostback = false } = change;
  const after = changed(change);
  const news = withoutPostback ? undefined : (change.news ?? returnIn(change, after.result));
  const isNewStatus = result !== undefined && result.status !== transaction.result.status;
  const isForAll = !withoutPostback && result !== undefined && (isFirstResult || isTold || isNewStatus);
  const awaited = awaitedIn(change, after.result);
  if (!(isForAll || news || awaited !== undefined)) return undefined;
  const { origin } = change.events[0];
  return { transaction: after, origin, isFirst: isFirstResult, isForAll, news, awaited };
}

/** The buyer of a card that is away for its authentication has nothing in hand. */
function awaitedIn({ attempt }: Change, { redirectUrl }: Result): string | undefined {
  const isAway = attempt !== undefined && attempt.from !== 'waiting' && attempt.to.state === 'waiting';
  return isAway && redirectUrl === undefined ? attempt.to.reference : undefined;
}

/** A refund that was made; or that was accepted, and is not made after all. */
function returnIn({ movement }: Change, { refundedAmount, refundingAmount }: Result): News | undefined {
  if (movement?.to.kind !== 'refund' || isOpen(movement.to.state)) return undefined;
  const { id, amount, state } = movement.to;
  if (state !== 'done' && movement.from === 'sending') return undefined;
  return returned(
    { id, amount, state: state === 'done' ? 'done' : 'denied' },
    { refundedAmount, refundingAmount },
  );
}

/** Money that went back, or did not. */
export function returned(
  {
    id,
    amount,
    state,
  }: { readonly id: string; readonly amount: MinorUnits; readonly state: 'done' | 'denied' },
  { refundedAmount = 0, refundingAmount = 0 }: Pick<Partial<Result>, 'refundedAmount' | 'refundingAmount'>,
): News {
  return {
    type: 'return',
    returnId: id,
    returnAmount: String(amount),
    returnState: state,
    refundedAmount: String(refundedAmount),
    refundingAmount: refundingAmount === 0 ? undefined : String(refundingAmount),
  };
}

/** A movement takes the transaction until it has ended. */
function openMovementAfter(change: Change): string | undefined {
  const { transaction, newMovement, movement, result = transaction.result } = change;
  if (newMovement) return newMovement.id;
  if (movement?.to.id !== transaction.openMovement) return transaction.openMovement;
  // What was accepted holds up no other refund where several may be under way.
  const isReleased = movement?.to.state === 'pending' && result.refundingAmount !== undefined;
  return movement && (isReleased || !isOpen(movement.to.state)) ? undefined : transaction.openMovement;
}

/** A change that merchants, or their buyers, are told. */
export interface StatusChange {
  /** After the change. */
  readonly transaction: Transaction;
  /** What made the change. A merchant's own request is answered before its postback is sent. */
  readonly origin: Origin;
  /** The first result of a sale. */
  readonly isFirst: boolean;
  /** Without it only merchants who asked for its news are told, or nobody but the buyer. */
  readonly isForAll: boolean;
  readonly news: News | undefined;
  /** The try by which its buyer can pay by himself from this change on: a code, or a slip. */
  readonly awaited?: string | undefined;
}
