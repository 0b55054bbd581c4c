import { createHash, createHmac } from 'node:crypto';
import { isUuid } from '../../platform/ids.ts';
import { type Job, sweepJob } from '../../platform/jobs/index.ts';
import { pendingOutcome } from './pending.ts';
import { type CardToStore, isCardToken, type StoredCard } from './stored-card.ts';
import { awaitsCard, type Tokenization, takesCard } from './tokenization.ts';
import {
  changeOutcome,
  type FormResult,
  openForm,
  submitForm,
  type TokenizationRequest,
  type TokenizeDependencies,
  type Tokenized,
  tokenize,
} from './tokenize.ts';

const KEYS_KEPT_MS = 7 * 24 * 60 * 60_000;
const SETTLED_AT_ONCE = 100;
const EVERY_MS = 5_000;
const LEAST_EVERY_MS = 50;
const PAGE_TOKEN = /^[\w-]{43}$/;

/** A tokenization, with its card if that can be charged. */
export interface TokenizationStand {
  readonly tokenization: Tokenization;
  readonly card: StoredCard | undefined;
  /** Whether a card can be typed into its form. */
  readonly takesCard: boolean;
}

/** Merchants' requests to store cards, and the forms on which holders type them. */
export interface Tokenizations {
  /** Runs once per key; `readCard` is called only if the card is needed. Throws as `tokenize`. */
  create(request: TokenizationRequest, readCard: () => Promise<CardToStore>): Promise<Tokenized>;
  /** Opens a hosted form for a card. The same key returns the same form. Throws idempotency_mismatch (422). */
  openForm(request: TokenizationRequest): Promise<Tokenization>;
  /** The URL of a form; its token has 256 unguessable bits. */
  formUrl(tokenization: Pick<Tokenization, 'id'>): string;
  findByPage(pageToken: string): Promise<TokenizationStand | undefined>;
  submitForm(tokenization: Tokenization, card: CardToStore): Promise<FormResult>;
  find(merchantId: number, id: string): Promise<TokenizationStand | undefined>;
  /** Finds by a card's token or by the id of a tokenization. A card stored by a sale has no tokenization. */
  look(merchantId: number, name: string): Promise<Partial<TokenizationStand> | undefined>;
  /** Newest first, only those with a card. */
  list(merchantId: number, referenceId: string, limit: number): Promise<readonly TokenizationStand[]>;
  /** Ids, newest first, also of those without a card. */
  idsByReference(merchantId: number, referenceId: string, limit: number): Promise<readonly string[]>;
  readonly jobs: readonly Job[];
}

export interface TokenizationsDependencies extends TokenizeDependencies {
  /** Key for the tokens in URLs of forms: without it they cannot be computed. */
  readonly pageKey: Buffer;
  /** Divides the time between looks for outcomes. */
  readonly timeScale: number;
  publicUrl(): string;
  onError(error: unknown): void;
  findByToken(merchantId: number, token: string): Promise<StoredCard | undefined>;
}

export function createTokenizations(dependencies: TokenizationsDependencies): Tokenizations {
  const { tokenizations, clock, pageKey, findCard } = dependencies;
  const pageTokenOf = ({ id }: Pick<Tokenization, 'id'>) =>
    createHmac('sha256', pageKey).update(id).digest('base64url');
  const hashOf = (pageToken: string) => createHash('sha256').update(pageToken).digest('hex');

  /** The current state, including what recovery found out meanwhile. */
  const standOf = async (found: Tokenization): Promise<TokenizationStand> => {
    const card = found.cardId === undefined ? undefined : await findCard(found.cardId);
    const tokenization = await settled(dependencies, found, card);
    const isKept = tokenization.state === 'stored' && card?.state === 'active';
    return {
      tokenization,
      card: isKept ? card : undefined,
      takesCard: tokenization.pageHash !== undefined && takesCard(tokenization, clock.now()),
    };
  };

  const find = async (merchantId: number, id: string) => {
    const found = await tokenizations.find(merchantId, id);
    return found && standOf(found);
  };

  return {
    create: (request, readCard) => tokenize(dependencies, request, readCard),
    openForm: (request) => openForm(dependencies, request, (id) => hashOf(pageTokenOf({ id }))),
    formUrl: (tokenization) => `${dependencies.publicUrl()}/v1/save-card/${pageTokenOf(tokenization)}`,
    findByPage: async (pageToken) => {
      if (!PAGE_TOKEN.test(pageToken)) return undefined;
      const found = await tokenizations.findByPage(hashOf(pageToken));
      return found && standOf(found);
    },
    submitForm: (tokenization, card) => submitForm(dependencies, tokenization, card),
    find,
    look: async (merchantId, name) => {
      const wanted = name.toLowerCase();
      if (!isCardToken(wanted)) return isUuid(wanted) ? find(merchantId, wanted) : undefined;
      const card = await dependencies.findByToken(merchantId, wanted);
      if (card?.state !== 'active') return undefined;
      const tokenization = await tokenizations.findOfCard(card.id);
      return tokenization ? { card, tokenization } : { card };
    },
    list: async (merchantId, referenceId, limit) => {
      const found = await tokenizations.list(merchantId, referenceId, limit);
      const stands = await Promise.all(found.map(standOf));
      return stands.filter(({ card }) => card !== undefined);
    },
    idsByReference: (merchantId, referenceId, limit) =>
      tokenizations.idsByReference(merchantId, referenceId, limit),
    jobs: [
      {
        name: 'tokenization-outcomes',
        where: 'leased',
        everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / dependencies.timeScale),
        run: (signal) => settleAwaiting(dependencies, signal),
      },
      sweepJob('forget keys of tokenizations', (limit) =>
        tokenizations.forgetKeys(clock.now() - KEYS_KEPT_MS, limit),
      ),
    ],
  };
}

/** Settles a pending tokenization once recovery knows its outcome. */
async function settled(
  dependencies: TokenizationsDependencies,
  tokenization: Tokenization,
  card: StoredCard | undefined,
): Promise<Tokenization> {
  if (!awaitsCard(tokenization)) return tokenization;
  const outcome = await pendingOutcome(dependencies, tokenization, card);
  if (outcome === 'pending') return tokenization;
  const updatedAt = dependencies.clock.now();
  const failed = tokenization.pageHash === undefined ? 'refused' : 'waiting';
  const isStored = outcome === 'stored';
  const changes: Partial<Tokenization> = isStored
    ? { state: 'stored', updatedAt }
    : { state: failed, cardId: undefined, reference: undefined, updatedAt };
  const changed = await changeOutcome(dependencies, tokenization, changes, isStored ? card : undefined);
  // If another request was faster, it wrote the same.
  return changed ?? { ...tokenization, ...changes };
}

/** Settles what recovery has found out, also where nobody asks: merchants wait to be notified. */
async function settleAwaiting(dependencies: TokenizationsDependencies, signal: AbortSignal): Promise<void> {
  let after = '';
  while (!signal.aborted) {
    const awaiting = await dependencies.tokenizations.awaiting(after, SETTLED_AT_ONCE);
    for (const one of awaiting) {
      try {
        const card = one.cardId === undefined ? undefined : await dependencies.findCard(one.cardId);
        await settled(dependencies, one, card);
      } catch (error) {
        // One that cannot be settled or notified must not hold up the others.
        dependencies.onError(error);
      }
    }
    const last = awaiting.at(-1);
    if (!last || awaiting.length < SETTLED_AT_ONCE) return;
    after = last.id;
  }
}
