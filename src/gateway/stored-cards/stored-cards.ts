import type { Database } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Acquirers, SchemeIds } from '../providers/index.ts';
import { deleteCard } from './delete-card.ts';
import { claimCard, isHeld } from './held-card.ts';
import { canKeepCards, type KeepRequest, type KeepResult, keepCard } from './keep-card.ts';
import { type StoredCardRecovery, storedCardRecoveryJob } from './recover.ts';
import { learnSchemeIds } from './scheme-ids.ts';
import { createStoredCardStore } from './store.ts';
import { fingerprintOf, isCardToken, type StoredCard } from './stored-card.ts';
import { createTokenizationStore } from './tokenization-store.ts';
import { createTokenizations, type Tokenizations } from './tokenizations.ts';
import type { TokenizeDependencies } from './tokenize.ts';
import { type UsableCard, useCard } from './use-card.ts';

/** Merchants' stored cards: sealed tokens of acquirers. */
export interface StoredCards {
  /** Identifies a card of a merchant, typed or stored, without telling its number. */
  fingerprintOf(merchantId: number, number: Secret): string;
  /** Stores a card at the acquirer of the route. Throws if the database is unavailable. */
  keep(request: KeepRequest): Promise<KeepResult>;
  /** As `keep`, for a sale that stores its card. Never fails the sale: if it fails, the sale has no token. */
  keepForSale(transactionId: string, request: KeepRequest): Promise<void>;
  /**
   * The card that an approved sale kept, while it can be charged. A held one becomes the merchant's if `isLive`.
   * Undefined if the sale was paid by another card than the one with this mask.
   */
  ofSale(transactionId: string, isLive: boolean, mask: string): Promise<StoredCard | undefined>;
  /** What a sale by token needs. Throws card_token_invalid, card_token_account_gone, card_token_other_provider. */
  use(merchantId: number, token: string, provider: string | undefined): Promise<UsableCard>;
  /** Keeps the scheme's names of an approved sale of a card that has none yet. Never fails the sale. */
  learn(merchantId: number, token: string, ids: SchemeIds): Promise<void>;
  /** The card, while it can be charged. */
  find(merchantId: number, token: string): Promise<StoredCard | undefined>;
  /** Deletes the card; a job also deletes it at the acquirer. Undefined if the merchant has no such card. */
  delete(merchantId: number, token: string): Promise<StoredCard | undefined>;
  /** Requests to store a card without a sale, and the forms on which holders type them. */
  readonly tokenizations: Tokenizations;
  readonly jobs: readonly Job[];
}

export interface StoredCardsOptions extends Omit<StoredCardRecovery, 'store' | 'hmacKey' | 'vault'> {
  readonly database: Database;
  publicUrl(): string;
  /** As in TokenizeDependencies. */
  notify: TokenizeDependencies['notify'];
  readonly vault: Vault;
  readonly acquirers: Pick<Acquirers, 'route' | 'routeOf' | 'routeInUse'>;
}

export function createStoredCards(options: StoredCardsOptions): StoredCards {
  const { database, vault } = options;
  const store = createStoredCardStore(database);
  const dependencies = { ...options, store, hmacKey: vault.deriveKey('stored-card') };
  const tokenizations = createTokenizations({
    ...options,
    tokenizations: createTokenizationStore(database),
    pageKey: vault.deriveKey('save-card'),
    keep: (request) => keepCard(dependencies, request),
    findCard: store.findCard,
    findAcquirerToken: store.findAcquirerToken,
    findByToken: store.findByToken,
  });
  const ifActive = (card: StoredCard | undefined) => (card?.state === 'active' ? card : undefined);
  return {
    fingerprintOf: (merchantId, number) => fingerprintOf(dependencies.hmacKey, merchantId, number),
    keep: (request) => keepCard(dependencies, request),
    keepForSale: async (transactionId, request) => {
      try {
        if (!canKeepCards(request.route, request.card.brand)) return;
        await keepCard(dependencies, { ...request, transactionId });
      } catch (error) {
        dependencies.onError(error);
      }
    },
    ofSale: async (transactionId, isLive, mask) => {
      const card = ifActive(await store.cardOfSale(transactionId));
      // Before the claim: another card is that of a refused try, which the merchant may not have.
      if (!card || card.mask !== mask) return undefined;
      if (!isHeld(card)) return card;
      // Where somebody else was faster, the next query tells.
      return isLive ? claimCard({ store }, card) : undefined;
    },
    use: (merchantId, token, provider) => useCard(dependencies, merchantId, token, provider),
    learn: async (merchantId, token, ids) => {
      try {
        await learnSchemeIds({ store }, { merchantId, token, ids });
      } catch (error) {
        dependencies.onError(error);
      }
    },
    find: async (merchantId, token) => {
      const wanted = token.toLowerCase();
      return isCardToken(wanted) ? ifActive(await store.findByToken(merchantId, wanted)) : undefined;
    },
    delete: (merchantId, token) => deleteCard(dependencies, merchantId, token),
    tokenizations,
    jobs: [storedCardRecoveryJob(dependencies), ...tokenizations.jobs],
  };
}
