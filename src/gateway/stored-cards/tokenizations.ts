import { createHash, createHmac } from 'node:crypto';
import { type Job, sweepJob } from '../../platform/index.ts';
import { pendingOutcome } from './pending.ts';
import { type CardToStore, isCardToken, type StoredCard } from './stored-card.ts';
import { type Tokenization, takesCard } from './tokenization.ts';
import {
  type FormResult,
  openForm,
  submitForm,
  type TokenizationRequest,
  type TokenizeDependencies,
  type Tokenized,
  tokenize,
} from './tokenize.ts';

const KEYS_KEPT_MS = 7 * 24 * 60 * 60_000;
const PAGE_TOKEN = /^[\w-]{43}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A tokenization with its card, once there is one that can be charged. */
export interface TokenizationStand {
  readonly tokenization: Tokenization;
  readonly card: StoredCard | undefined;
  /** Whether a card can be typed into its form. */
  readonly takesCard: boolean;
}

/** Merchants' requests to keep cards, and the forms on which holders type them. */
export interface Tokenizations {
  /** Once for each key; `readCard` is called only where the card is needed. See `tokenize` for what it throws. */
  create(request: TokenizationRequest, readCard: () => Promise<CardToStore>): Promise<Tokenized>;
  /** A hosted form for a card. The same key gives the same form; throws idempotency_mismatch (422). */
  openForm(request: TokenizationRequest): Promise<Tokenization>;
  /** The address of a form: its token is 256 bits that nobody can guess. */
  formUrl(tokenization: Pick<Tokenization, 'id'>): string;
  findByPage(pageToken: string): Promise<TokenizationStand | undefined>;
  submitForm(tokenization: Tokenization, card: CardToStore): Promise<FormResult>;
  find(merchantId: number, id: string): Promise<TokenizationStand | undefined>;
  /** By a card's token, or by the id of a tokenization. Without one for a card that a sale kept. */
  look(merchantId: number, name: string): Promise<Partial<TokenizationStand> | undefined>;
  /** Newest first, those with a card. */
  list(merchantId: number, referenceId: string, limit: number): Promise<readonly TokenizationStand[]>;
  readonly jobs: readonly Job[];
}

export interface TokenizationsDependencies extends TokenizeDependencies {
  /** Of the addresses of forms: nobody without it can tell their tokens from random ones. */
  readonly pageKey: Buffer;
  publicUrl(): string;
  findByToken(merchantId: number, token: string): Promise<StoredCard | undefined>;
}

export function createTokenizations(dependencies: TokenizationsDependencies): Tokenizations {
  const { tokenizations, clock, pageKey, findCard } = dependencies;
  const pageTokenOf = ({ id }: Pick<Tokenization, 'id'>) =>
    createHmac('sha256', pageKey).update(id).digest('base64url');
  const hashOf = (pageToken: string) => createHash('sha256').update(pageToken).digest('hex');

  /** As it stands now: what recovery found out meanwhile counts. */
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
      const asked = name.toLowerCase();
      if (!isCardToken(asked)) return UUID.test(asked) ? find(merchantId, asked) : undefined;
      const card = await dependencies.findByToken(merchantId, asked);
      if (card?.state !== 'active') return undefined;
      const tokenization = await tokenizations.findOfCard(card.id);
      return tokenization ? { card, tokenization } : { card };
    },
    list: async (merchantId, referenceId, limit) => {
      const found = await tokenizations.list(merchantId, referenceId, limit);
      const stands = await Promise.all(found.map(standOf));
      return stands.filter(({ card }) => card !== undefined);
    },
    jobs: [
      sweepJob('forget keys of tokenizations', (limit) =>
        tokenizations.forgetKeys(clock.now() - KEYS_KEPT_MS, limit),
      ),
    ],
  };
}

/** One that waited for recovery, now that it is known. */
async function settled(
  dependencies: TokenizationsDependencies,
  tokenization: Tokenization,
  card: StoredCard | undefined,
): Promise<Tokenization> {
  if (tokenization.state !== 'pending') return tokenization;
  const outcome = await pendingOutcome(dependencies, tokenization, card);
  if (outcome === 'pending') return tokenization;
  const updatedAt = dependencies.clock.now();
  const failed = tokenization.pageHash === undefined ? 'refused' : 'waiting';
  const changes: Partial<Tokenization> =
    outcome === 'stored'
      ? { state: 'stored', updatedAt }
      : { state: failed, cardId: undefined, reference: undefined, updatedAt };
  // Where somebody else was faster, it came to the same.
  return (await dependencies.tokenizations.change(tokenization, changes)) ?? { ...tokenization, ...changes };
}
