import type { Clock } from '../../../platform/time/clock.ts';
import type { ChargeRoutes } from '../../providers/index.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { TransactionStore } from '../stores/store.ts';
import { chargeFactsOf } from './charge-facts.ts';
import { possibleMovement, type RequestedMovement, refusalByStatus } from './plan.ts';
import { refusedMovement } from './refused-movement.ts';
import { intentionOptions, type MovementOption, type MovementOptions } from './results.ts';

/** What capture and void would do now, and the maximum amount; or why nothing. */
export async function movementOptions(
  dependencies: {
    readonly store: TransactionStore;
    readonly acquirers: ChargeRoutes;
    readonly kinds: PaymentKinds;
    readonly clock: Clock;
  },
  transaction: Transaction,
): Promise<MovementOptions> {
  if (transaction.result.status === Status.intention) return intentionOptions(transaction);
  const refusals = {
    capture: refusalByStatus(transaction, 'capture'),
    void: refusalByStatus(transaction, 'void'),
  };
  const isPossible = refusals.capture === undefined || refusals.void === undefined;
  const found = isPossible
    ? await chargeFactsOf(dependencies, transaction, dependencies.clock.now())
    : undefined;
  const optionOf = (wanted: RequestedMovement): MovementOption => {
    if (!found) return refusedMovement(refusals[wanted] ?? 'acquirer_unreachable', transaction, wanted);
    const option = possibleMovement(transaction, wanted, found.facts);
    return option.kind === 'refused' ? refusedMovement(option.reason, transaction, wanted) : option;
  };
  return { capture: optionOf('capture'), void: optionOf('void') };
}
