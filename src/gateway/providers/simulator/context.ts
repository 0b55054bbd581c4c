import type { Clock } from '../../../platform/time/clock.ts';
import type { Book, BookCharge, Elapsed, RequestLog, Scenario } from '../issuer/index.ts';
import type { CardStorage } from './card-storage.ts';
import type { ReceivedRequest } from './received-request.ts';

/** What every operation of the simulated acquirer needs. */
export interface SimulatorContext {
  readonly clock: Clock;
  readonly book: Book;
  readonly cards: CardStorage;
  readonly requests: RequestLog<ReceivedRequest>;
  readonly elapsed: Elapsed;
  /** Waits that long, divided by the time scale. False when the simulator was closed meanwhile. */
  wait(ms: number): Promise<boolean>;
  /** The scenario for a card now: a forced one, its own, or one drawn by the fault rates. */
  scenarioFor(own: Scenario): Scenario;
  nextId(): string;
  /** 256 random bits in base64url: the end of an address that nobody can guess. */
  newToken(): string;
  /** Six digits. */
  newOneTimeCode(): string;
  /** Where the buyer of a charge is authenticated, and until when (epoch ms). */
  challenge(charge: BookCharge): { readonly redirectUrl: string; readonly expiresAt: number };
  onStorageError(error: unknown): void;
}
