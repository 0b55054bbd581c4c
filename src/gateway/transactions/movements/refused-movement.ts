import { statusText } from '../rules/status-names.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { amountLeft, type RequestedMovement } from './plan.ts';
import { type MoveRefusal, type MoveRefused, refused } from './results.ts';

const ALLOWED: Readonly<Record<RequestedMovement, string>> = {
  capture: `A captura vale no status ${statusText(Status.authorized)}`,
  void: `O cancelamento vale nos status ${statusText(Status.authorized)} e ${statusText(Status.captured)}, e no de um link que ninguém pagou`,
};

/** A refused movement whose text says how the transaction stands. */
export function refusedMovement(
  reason: MoveRefusal,
  transaction: Pick<Transaction, 'amount' | 'result'>,
  wanted: RequestedMovement,
): MoveRefused {
  const { status } = transaction.result;
  switch (reason) {
    case 'status_conflict':
      return refused(reason, `A transação está no status ${statusText(status)}. ${ALLOWED[wanted]}.`);
    case 'amount_above_available': {
      const left = amountLeft(transaction);
      return refused(reason, `O valor passa do que resta nesta transação: ${left} centavos.`);
    }
    default:
      return refused(reason);
  }
}
