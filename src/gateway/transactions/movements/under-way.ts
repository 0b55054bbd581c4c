import type { Clock } from '../../../platform/index.ts';
import type { Acquirers, ChargeIds, MinorUnits, Route } from '../../acquirers/index.ts';
import type { Origin } from '../../history/index.ts';
import type {
  Claim,
  Movement,
  MovementRow,
  Schedule,
  Transaction,
  TransactionStore,
} from '../record/index.ts';
import type { Wanted } from './plan.ts';

export interface MoveDependencies {
  readonly store: TransactionStore;
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** This instance, in what it has under way. */
  readonly holder: string;
  /** What it gives turns false once others may have taken over what was stated since: then nothing is sent any more. */
  watchLife(): () => boolean;
  /** A reference that was never used before. */
  newReference(): string;
  /** Told of every outcome, for the metrics; and of what a connector threw, which is a bug of the connector. */
  onMovement(provider: string, kind: Movement['kind'], outcome: string): void;
  onConnectorError(provider: string, error: unknown): void;
  /** Told when what an acquirer answered could not be stored; recovery finds it out. */
  onOutcomeNotStored(error: unknown): void;
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
export interface UnderWay {
  readonly request: MoveRequest;
  /** With the movement open. */
  readonly transaction: Transaction;
  readonly movement: Movement;
  readonly row: MovementRow;
  readonly route: Route;
  readonly ids: ChargeIds;
}
