import type { Origin } from '../../history/index.ts';
import type { ChargeRoutes, MinorUnits } from '../../providers/index.ts';
import type { RoutedCharge, SenderDependencies } from '../acquirer-call.ts';
import type { Claim } from '../rules/idempotency-key.ts';
import type { Movement, MovementKind, PlannedMovement } from '../rules/movement.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { RequestedMovement } from './plan.ts';

export interface MoveDependencies extends SenderDependencies {
  readonly acquirers: ChargeRoutes;
  /** Called with every outcome, for the metrics. */
  onMovement(provider: string, kind: MovementKind, outcome: string): void;
}

export interface MoveRequest {
  readonly merchantId: number;
  readonly transactionId: string;
  readonly wanted: RequestedMovement;
  /** Undefined: all that is left. */
  readonly amount: MinorUnits | undefined;
  /** What the asker was shown as left: where it is another amount by now, nothing is moved. Undefined: whatever it is. */
  readonly left?: MinorUnits | undefined;
  readonly origin: Origin;
  /** The idempotency key to claim with the movement. */
  readonly idempotency: Claim | undefined;
}

/** A persisted movement: no other movement of the transaction starts until it has ended. */
export interface PersistedMovement {
  readonly request: MoveRequest;
  /** The transaction with this movement open. */
  readonly transaction: Transaction;
  readonly planned: PlannedMovement;
  readonly movement: Movement;
  readonly charge: RoutedCharge;
}
