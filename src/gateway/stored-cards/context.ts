import type { Clock, Secret, Vault } from '../../platform/index.ts';
import type { Acquirers } from '../acquirers/index.ts';
import type { StoredCardStore } from './store.ts';
import type { AcquirerToken } from './stored-card.ts';

export interface StoredCardDependencies {
  readonly store: StoredCardStore;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly hmacKey: Buffer;
  readonly clock: Clock;
  readonly acquirers: Pick<Acquirers, 'routeOf' | 'routeInUse'>;
  /** This instance's name in the rows of what it has under way. */
  readonly holder: string;
  /** Divides the waits of recovery. */
  readonly timeScale: number;
  /**
   * The fence: call it before writing what is about to be sent. The returned function turns false once other
   * instances may have taken that over; then nothing may be sent any more.
   */
  createFence(): () => boolean;
  newId(): string;
  /** Returns a reference that was never used before. */
  newReference(): string;
  /** Called with every outcome, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
  /** Called when an outcome could not be stored, or a card not be kept, where nobody else is told. */
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
