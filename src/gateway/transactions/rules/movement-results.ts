import type { MinorUnits } from '../../providers/index.ts';
import { AUTHORIZED_MESSAGE, CAPTURED_MESSAGE } from './authorization-results.ts';
import type { MovementKind } from './movement.ts';
import { type Result, Status, type Transaction } from './transaction.ts';

const CANCELED_MESSAGE = 'Transação cancelada com sucesso';
const PARTLY_CANCELED_MESSAGE = 'Cancelamento parcial realizado com sucesso';
const WAITING_MESSAGE = 'Aguardando a confirmação do adquirente';

type Moving = Pick<Transaction, 'amount' | 'result'>;

/**
 * The transaction after a capture, void or refund of `moved` minor units. `refundedAmount` counts what was
 * voided before the capture and what was refunded after it, so it never exceeds the captured amount.
 */
export function resultDone({ amount, result }: Moving, kind: MovementKind, moved: MinorUnits): Result {
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
  const taken = kind === 'refund' ? (result.capturedAmount ?? amount) : amount;
  const allGone = refundedAmount >= taken;
  return {
    ...result,
    status: allGone ? Status.canceled : standing(kind),
    refundedAmount,
    providerMessage: allGone ? CANCELED_MESSAGE : PARTLY_CANCELED_MESSAGE,
  };
}

/** The transaction while the acquirer's answer is unknown, or a refund is accepted and not final. */
export function resultWaiting({ result }: Moving, kind: MovementKind): Result {
  const status = kind === 'refund' ? Status.canceling : Status.pending;
  return { ...result, status, providerMessage: WAITING_MESSAGE };
}

/** The transaction once the movement provably did not happen: as before it. */
export function resultNotDone({ result }: Moving, kind: MovementKind): Result {
  const status = standing(kind);
  const message = status === Status.captured ? CAPTURED_MESSAGE : AUTHORIZED_MESSAGE;
  return { ...result, status, providerMessage: message };
}

/** Status while a capture, void or refund is not final. */
function standing(kind: MovementKind): Status {
  return kind === 'refund' ? Status.captured : Status.authorized;
}
