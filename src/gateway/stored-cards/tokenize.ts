import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import {
  type Acquirers,
  capabilitiesOf,
  type Decline,
  type Route,
  type SchemeIds,
  type VerifyOutcome,
} from '../providers/index.ts';
import type { KeepRequest, KeepResult } from './keep-card.ts';
import { pendingBy, pendingOutcome } from './pending.ts';
import { storedCardRefuse } from './refusals.ts';
import { RETRY_AFTER_SECONDS, refusalOfKeeping, refuseExpired } from './refused-card.ts';
import type { AcquirerToken, CardToStore, StoredCard } from './stored-card.ts';
import { awaitsCard, isRunning, type Tokenization, takesCard } from './tokenization.ts';
import type { TokenizationStore } from './tokenization-store.ts';

const MAX_LOOKS = 8;
const FREED_KEY = { keyId: undefined, keyFingerprint: undefined } as const;
const FORM_LIFE_MS = 7 * 24 * 60 * 60_000;

export interface TokenizeDependencies {
  readonly tokenizations: TokenizationStore;
  readonly clock: Clock;
  readonly acquirers: Pick<Acquirers, 'route'>;
  newId(): string;
  keep(request: KeepRequest): Promise<KeepResult>;
  findCard(id: string): Promise<StoredCard | undefined>;
  findAcquirerToken(reference: string): Promise<AcquirerToken | undefined>;
  /** Called in the commit of a stored card, for the merchant who wants to be notified of it. */
  notify(write: WriteTransaction, stored: StoredTokenization): Promise<void>;
}

/** A tokenization whose card is stored, and the address that is notified of it. */
export interface StoredTokenization extends Tokenized {
  readonly postBackUrl: string;
}

/**
 * HMACs of an Idempotency-Key and of its request. Callers within the service use their own names with a space as id,
 * which no HMAC contains.
 */
export interface TokenizationKey {
  readonly id: string;
  readonly fingerprint: string;
}

export interface TokenizationRequest {
  readonly merchantId: number;
  readonly referenceId: string | undefined;
  readonly postBackUrl: string | undefined;
  readonly redirectUrl: string | undefined;
  readonly brand: string | undefined;
  /** In capitals; undefined for the merchant's default. */
  readonly provider: string | undefined;
  readonly key: TokenizationKey | undefined;
}

/** A tokenization with the card that came of it. */
export interface Tokenized {
  readonly tokenization: Tokenization;
  readonly card: StoredCard;
  /** Whether its issuer was asked about the card; undefined for an answer given before. */
  readonly isChecked?: boolean;
}

/** The outcome of a card typed into a form. */
export type FormResult =
  | { readonly kind: 'stored'; readonly card: StoredCard }
  | { readonly kind: 'declined'; readonly decline: Decline }
  /** Nothing was stored; the holder may try again. */
  | { readonly kind: 'failed' }
  /** Not known yet. */
  | { readonly kind: 'pending' }
  /** The form has expired or was used, or another attempt is in progress. */
  | { readonly kind: 'closed' };

/**
 * Stores a card for a merchant, once per key. Throws card_refused and tokenization_unsupported (400),
 * tokenization_running (409), idempotency_mismatch (422), and tokenization_failed, tokenization_pending (503), after
 * which the same request may be sent again: the same card has one token.
 */
export async function tokenize(
  dependencies: TokenizeDependencies,
  request: TokenizationRequest,
  readCard: () => Promise<CardToStore>,
): Promise<Tokenized> {
  const { tokenizations } = dependencies;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const earlier = request.key && (await tokenizations.findByKey(request.key.id));
    if (earlier) {
      const answer = await earlierAnswer(dependencies, request, earlier);
      if (answer) return answer;
      continue;
    }
    const card = await readCard();
    refuseExpired(card, dependencies.clock.now());
    const route = await routeFor(dependencies, request, card);
    const begun = { ...newTokenization(dependencies, request), provider: route.connector.provider };
    if (!(await tokenizations.insert(begun))) continue;
    const { result, isChecked } = await checkAndKeep(dependencies, begun, card, route);
    return { ...(await finish(dependencies, begun, result)), isChecked };
  }
  throw storedCardRefuse('tokenization_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function finish(
  dependencies: TokenizeDependencies,
  begun: Tokenization,
  result: KeepResult,
): Promise<Tokenized> {
  const at = { updatedAt: dependencies.clock.now() };
  if (result.kind === 'kept') {
    await end(dependencies, begun, { ...at, state: 'stored', cardId: result.card.id }, result.card);
    return { tokenization: begun, card: result.card };
  }
  if (result.kind === 'pending') {
    await end(dependencies, begun, { ...at, ...pendingBy(result) });
    throw storedCardRefuse('tokenization_pending', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  await end(dependencies, begun, { ...at, state: 'refused', ...FREED_KEY });
  throw refusalOfKeeping(result);
}

/** Stores the outcome, unless a reader has stored the same one meanwhile. `card`: the stored one. */
async function end(
  dependencies: Pick<TokenizeDependencies, 'tokenizations' | 'notify'>,
  { merchantId, id }: Tokenization,
  changes: Partial<Tokenization>,
  card?: StoredCard,
): Promise<void> {
  const current = await dependencies.tokenizations.find(merchantId, id);
  if (current?.state === 'sending') await changeOutcome(dependencies, current, changes, card);
}

/** Changes a tokenization; with a stored `card`, its merchant is notified in the same commit. */
export function changeOutcome(
  { tokenizations, notify }: Pick<TokenizeDependencies, 'tokenizations' | 'notify'>,
  from: Tokenization,
  changes: Partial<Tokenization>,
  card: StoredCard | undefined,
): Promise<Tokenization | undefined> {
  const { postBackUrl } = from;
  if (card === undefined || postBackUrl === undefined) return tokenizations.change(from, changes);
  return tokenizations.change(from, changes, (write, tokenization) =>
    notify(write, { tokenization, card, postBackUrl }),
  );
}

/** The outcome of an earlier request with the same key. Undefined if the key is free again. */
async function earlierAnswer(
  dependencies: TokenizeDependencies,
  { key }: TokenizationRequest,
  earlier: Tokenization,
): Promise<Tokenized | undefined> {
  const { tokenizations, clock, findCard } = dependencies;
  if (earlier.keyFingerprint !== key?.fingerprint) throw storedCardRefuse('idempotency_mismatch');
  const running = () => storedCardRefuse('tokenization_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const card = earlier.cardId === undefined ? undefined : await findCard(earlier.cardId);
  if (card && earlier.state === 'stored') return { tokenization: earlier, card };
  if (awaitsCard(earlier)) {
    const outcome = await pendingOutcome(dependencies, earlier, card);
    if (card && outcome === 'stored') return { tokenization: earlier, card };
    if (outcome === 'pending' && isRunning(earlier, clock.now())) throw running();
    if (outcome === 'pending') {
      throw storedCardRefuse('tokenization_pending', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  } else if (isRunning(earlier, clock.now())) throw running();
  await tokenizations.change(earlier, { state: 'refused', ...FREED_KEY, updatedAt: clock.now() });
  return undefined;
}

/** Opens a form on which the holder types the card. The same key returns the same form. */
export async function openForm(
  { tokenizations, clock, newId }: TokenizeDependencies,
  request: TokenizationRequest,
  pageHashOf: (id: string) => string,
): Promise<Tokenization> {
  const id = newId();
  const at = clock.now();
  const opened: Tokenization = {
    ...newTokenization({ clock, newId: () => id }, request),
    state: 'waiting',
    pageHash: pageHashOf(id),
    expiresAt: at + FORM_LIFE_MS,
  };
  if (await tokenizations.insert(opened)) return opened;
  const earlier = request.key && (await tokenizations.findByKey(request.key.id));
  if (!earlier) throw new Error('the form of a tokenization could not be created');
  if (earlier.keyFingerprint !== request.key?.fingerprint) throw storedCardRefuse('idempotency_mismatch');
  return earlier;
}

/** Stores the card typed into a form; of two concurrent browsers only one succeeds. */
export async function submitForm(
  dependencies: TokenizeDependencies,
  tokenization: Tokenization,
  card: CardToStore,
): Promise<FormResult> {
  const { tokenizations, clock } = dependencies;
  if (!takesCard(tokenization, clock.now())) return { kind: 'closed' };
  const route = await routeFor(dependencies, tokenization, card);
  const taken = await tokenizations.change(tokenization, {
    state: 'sending',
    provider: route.connector.provider,
    tries: tokenization.tries + 1,
    updatedAt: clock.now(),
  });
  if (!taken) return { kind: 'closed' };
  const { result } = await checkAndKeep(dependencies, taken, card, route);
  const at = { updatedAt: clock.now() };
  switch (result.kind) {
    case 'kept':
      await end(dependencies, taken, { ...at, state: 'stored', cardId: result.card.id }, result.card);
      return { kind: 'stored', card: result.card };
    case 'pending':
      await end(dependencies, taken, { ...at, ...pendingBy(result) });
      return { kind: 'pending' };
    case 'declined':
      await end(dependencies, taken, { ...at, state: 'waiting' });
      return { kind: 'declined', decline: result.decline };
    default:
      await end(dependencies, taken, { ...at, state: 'waiting' });
      return { kind: 'failed' };
  }
}

async function routeFor(
  { acquirers }: Pick<TokenizeDependencies, 'acquirers'>,
  { merchantId, provider }: Pick<Tokenization, 'merchantId' | 'provider'>,
  card: CardToStore,
): Promise<Route> {
  const route = await acquirers.route(merchantId, provider);
  const { storedCards } = capabilitiesOf(route, { type: 'credit', card });
  if (storedCards === 'none') throw storedCardRefuse('tokenization_unsupported');
  return route;
}

/** First a zero-amount authorization, if the acquirer supports it; then the acquirer stores the card. */
async function checkAndKeep(
  { keep }: TokenizeDependencies,
  { id: tokenizationId, merchantId }: Tokenization,
  card: CardToStore,
  route: Route,
): Promise<{ readonly result: KeepResult; readonly isChecked: boolean }> {
  let isChecked = false;
  let schemeIds: SchemeIds | undefined;
  // Acquirers refuse to check a card without its code.
  if (card.cvv !== undefined && capabilitiesOf(route, { type: 'credit', card }).zeroAmount) {
    const checked = await route.connector.verifyCard(card, await route.settings());
    if (isCardDeclined(checked)) {
      return { result: { kind: 'declined', decline: checked.decline }, isChecked: true };
    }
    if (checked.outcome === 'not_sent' || checked.outcome === 'unknown') {
      return { result: { kind: 'failed', reason: checked.reason }, isChecked };
    }
    // If the acquirer does not check cards for this shop, the card is stored unchecked.
    isChecked = checked.outcome === 'approved';
    if (checked.outcome === 'approved') schemeIds = checked.answer.schemeIds;
  }
  return { result: await keep({ merchantId, card, route, tokenizationId, schemeIds }), isChecked };
}

/** Declined because of the card, not because the shop cannot have cards checked. */
function isCardDeclined(checked: VerifyOutcome): checked is Extract<VerifyOutcome, { outcome: 'declined' }> {
  return checked.outcome === 'declined' && checked.decline.declineClass !== 'merchant_config';
}

function newTokenization(
  { clock, newId }: Pick<TokenizeDependencies, 'clock' | 'newId'>,
  { merchantId, referenceId, postBackUrl, redirectUrl, brand, provider, key }: TokenizationRequest,
): Tokenization {
  const at = clock.now();
  return {
    id: newId(),
    merchantId,
    referenceId,
    postBackUrl,
    redirectUrl,
    brand,
    provider,
    state: 'sending',
    cardId: undefined,
    reference: undefined,
    pageHash: undefined,
    expiresAt: undefined,
    tries: 0,
    keyId: key?.id,
    keyFingerprint: key?.fingerprint,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}
