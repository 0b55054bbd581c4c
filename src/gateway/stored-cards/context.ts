import type { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { KnownAges } from '../../platform/time/known-ages.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Acquirers } from '../providers/index.ts';
import type { StoredCardStore } from './store.ts';
import type { AcquirerToken } from './stored-card.ts';

export interface StoredCardDependencies {
  readonly store: StoredCardStore;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly hmacKey: Buffer;
  readonly clock: Clock;
  readonly acquirers: Pick<Acquirers, 'routeOf' | 'routeInUse'>;
  /** This instance's name in the rows of its calls in progress. */
  readonly holder: string;
  /** Divides the delays of recovery. */
  readonly timeScale: number;
  /** Of requests to store a card, by reference. */
  readonly ages: KnownAges;
  /**
   * The fence: call it before storing what is about to be sent. The returned function returns false once other
   * instances may have taken over; then nothing may be sent any more.
   */
  createFence(): Promise<() => boolean>;
  newId(): string;
  /** Returns a reference that was never used before. */
  newReference(): string;
  /** Called with every outcome, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
  /** Called when an outcome or a card could not be stored and no caller gets the error. */
  onError(error: unknown): void;
}

export function sealToken(
  { vault }: Pick<StoredCardDependencies, 'vault'>,
  token: Secret,
  reference: string,
) {
  return vault.seal(token.reveal(), contextOf(reference));
}

/** The acquirer's token; undefined while there is none. */
export function openToken(
  { vault }: Pick<StoredCardDependencies, 'vault'>,
  { sealed, reference }: Pick<AcquirerToken, 'sealed' | 'reference'>,
): Secret | undefined {
  return sealed === undefined ? undefined : vault.open(sealed, contextOf(reference));
}

function contextOf(reference: string): string {
  return `acquirer_token:${reference}`;
}
