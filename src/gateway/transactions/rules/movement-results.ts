import type { MinorUnits } from '../../providers/index.ts';
import { AUTHORIZED_MESSAGE, CAPTURED_MESSAGE } from './authorization-results.ts';
import type { Movement, MovementKind, MovementState } from './movement.ts';
import { type Result, Status, type Transaction } from './transaction.ts';

const CANCELED_MESSAGE = 'Transação cancelada com sucesso';
const PARTLY_CANCELED_MESSAGE = 'Cancelamento parcial realizado com sucesso';
const WAITING_MESSAGE = 'Aguardando a confirmação da adquirente';

type Moving = Pick<Transaction, 'amount' | 'result'>;
type Moved = Pick<Movement, 'kind' | 'amount' | 'state'>;

/**
 * The transaction after a capture, void or refund, of which `moved` minor units went through. `refundedAmount` counts what
 * was voided before the capture and what was refunded after it, so it never exceeds the captured amount.
 */
export function resultDone(moving: Moving, movement: Moved, moved: MinorUnits = movement.amount): Result {
  const { amount, result } = moving;
  const { kind } = movement;
  if (kind === 'capture') {
    return {
      ...result,
      status: Status.captured,
      refundedAmount: undefined,
      providerMessage: CAPTURED_MESSAGE,
      capturedAmount: (result.capturedAmount ?? 0) + moved,
    };
  }
  const refundedAmount = (result.refundedAmount ?? 0) + moved;
  const taken = kind === 'refund' ? refundable(moving) : amount;
  const refundingAmount = withoutIt(result, movement);
  const alone = refundedAmount >= taken ? Status.canceled : statusBefore(kind);
  const status =
    refundingAmount === undefined ? alone : statusOfRefunds(moving, { refundedAmount, refundingAmount });
  return {
    ...result,
    status,
    refundedAmount,
    refundingAmount,
    providerMessage: status === Status.canceled ? CANCELED_MESSAGE : PARTLY_CANCELED_MESSAGE,
  };
}

/**
 * The transaction while the provider's answer is unknown, or a refund is accepted and not final. Where several refunds may
 * be under way, one in part leaves the status as it is.
 */
export function resultWaiting(moving: Moving, { kind, amount, state }: Moved): Result {
  const { result } = moving;
  const status = kind === 'refund' ? Status.canceling : Status.pending;
  if (result.refundingAmount === undefined) return { ...result, status, providerMessage: WAITING_MESSAGE };
  const refundingAmount = result.refundingAmount + (isCounted(state) ? 0 : amount);
  return {
    ...result,
    status: statusOfRefunds(moving, { ...result, refundingAmount }),
    refundingAmount,
    providerMessage: WAITING_MESSAGE,
  };
}

/** The transaction once the movement provably did not happen: as before it. */
export function resultNotDone(moving: Moving, movement: Moved): Result {
  const { result } = moving;
  const refundingAmount = withoutIt(result, movement);
  const status =
    refundingAmount === undefined
      ? statusBefore(movement.kind)
      : statusOfRefunds(moving, { ...result, refundingAmount });
  return { ...result, status, refundingAmount, providerMessage: messageAt(status) };
}

/** Status while a capture, void or refund is not final. */
function statusBefore(kind: MovementKind): Status {
  return kind === 'refund' ? Status.captured : Status.authorized;
}

function messageAt(status: Status): string {
  if (status === Status.canceled) return CANCELED_MESSAGE;
  return status === Status.authorized ? AUTHORIZED_MESSAGE : CAPTURED_MESSAGE;
}

/**
 * Status of what may be given back in several refunds at once, by its amounts alone: it is the same whether a dispute came
 * before the refund of the rest, while that was under way, or after it. What only a dispute took stays as it is.
 */
export function statusOfRefunds(
  moving: Moving,
  {
    refundedAmount: refunded = 0,
    refundingAmount: refunding = 0,
  }: Pick<Partial<Result>, 'refundedAmount' | 'refundingAmount'>,
): Status {
  const isAll = refunded + refunding > 0 && refunded + refunding >= refundable(moving);
  if (!isAll) return Status.captured;
  return refunding > 0 ? Status.canceling : Status.canceled;
}

/** What the merchant may give back, in all: what a dispute took is gone already. */
function refundable({ amount, result }: Moving): MinorUnits {
  return (result.capturedAmount ?? amount) - (result.disputedAmount ?? 0);
}

/** What is under way without this movement; undefined where one refund is made at a time. */
function withoutIt({ refundingAmount }: Result, { amount, state }: Moved): MinorUnits | undefined {
  if (refundingAmount === undefined) return undefined;
  return isCounted(state) ? refundingAmount - amount : refundingAmount;
}

/** It waits already: what is under way has it. */
function isCounted(state: MovementState): boolean {
  return state === 'pending' || state === 'unknown';
}
