import type { Acquirers, MinorUnits } from '../../acquirers/index.ts';
import type { Origin } from '../../history/index.ts';
import type { Charge, SenderDependencies } from '../acquirer-call.ts';
import type { Claim, Movement, MovementKind, PlannedMovement, Transaction } from '../record/index.ts';
import type { Wanted } from './plan.ts';

export interface MoveDependencies extends SenderDependencies {
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  /** Told of every outcome, for the metrics. */
  onMovement(provider: string, kind: MovementKind, outcome: string): void;
}

export interface MoveRequest {
  readonly merchantId: number;
  readonly transactionId: string;
  readonly wanted: Wanted;
  /** Undefined: all that is left. */
  readonly amount: MinorUnits | undefined;
  readonly origin: Origin;
  /** The idempotency key to claim with the movement. */
  readonly idempotency: Claim | undefined;
}

/** A movement that is stated: nobody else moves anything of this transaction until it has ended. */
export interface StatedMovement {
  readonly request: MoveRequest;
  /** With the movement open. */
  readonly transaction: Transaction;
  readonly planned: PlannedMovement;
  readonly movement: Movement;
  readonly charge: Charge;
}
