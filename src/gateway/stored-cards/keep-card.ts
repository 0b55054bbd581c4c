import { setTimeout as sleep } from 'node:timers/promises';
import {
  capabilitiesOf,
  type Decline,
  type Route,
  type SchemeIds,
  type StoreCardOutcome,
} from '../providers/index.ts';
import type { StoredCardDependencies } from './context.ts';
import { endStoring, type StoringEnd } from './end-storing.ts';
import { claimCard, extendHold, isHeld, nextCheckOf } from './held-card.ts';
import { columnsOf, withSchemeIds } from './scheme-ids.ts';
import {
  type AcquirerToken,
  type CardToStore,
  fingerprintOf,
  newCardToken,
  type StoredCard,
  servesFor,
} from './stored-card.ts';
import type { SaleCard } from './tables.ts';

/** How long a request waits for another one that is storing the same card. */
const MAX_WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const MAX_LOOKS = 400;
const FIRST_QUERY_AFTER_MS = 2_000;
const FENCED = { outcome: 'not_sent', reason: 'other instances considered this one dead' } as const;

export interface KeepRequest {
  readonly merchantId: number;
  readonly card: CardToStore;
  readonly route: Route;
  /** Of the approved sale or check that it is stored with. */
  readonly schemeIds?: SchemeIds | undefined;
  /** The sale that will show the card, even if only recovery finds out that it was stored. */
  readonly transactionId?: string;
  /** The merchant gets the card only if the sale is approved; until then it is held. */
  readonly isHeld?: boolean;
  /** The tokenization that is to name the card, likewise. */
  readonly tokenizationId?: string;
}

export type KeepResult =
  | { readonly kind: 'kept'; readonly card: StoredCard }
  /** The acquirer stores no cards. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  /** Provably nothing was stored. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not known yet; recovery finds out. `card` is the card that it will become, `reference` that of its acquirer token. */
  | { readonly kind: 'pending'; readonly card: StoredCard; readonly reference: string };

/**
 * Stores a card at the acquirer and returns the merchant's token. The same card of the same merchant is stored once: of
 * concurrent requests one calls the acquirer, and the others wait for it. With a renewed card or another account the
 * merchant's token stays the same, and the acquirer's older one is deleted. Throws if the database is unavailable.
 */
export async function keepCard(
  dependencies: StoredCardDependencies,
  request: KeepRequest,
): Promise<KeepResult> {
  const { hmacKey } = dependencies;
  const { merchantId, card, route } = request;
  if (!canKeepCards(route, card.brand)) return { kind: 'unsupported' };
  const fingerprint = fingerprintOf(hmacKey, merchantId, card.number);
  const until = performance.now() + MAX_WAIT_MS;
  let linked: string | undefined;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const step = await takeStep(dependencies, request, fingerprint, linked);
    if (step.kind === 'again') continue;
    if (step.kind !== 'waits') return step;
    const { card: known, reference } = step;
    linked = known.id;
    if (performance.now() >= until || (await isUnderRecovery(dependencies, reference))) {
      return { kind: 'pending', card: known, reference };
    }
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('a card is being stored by too many concurrent requests; try again');
}

type Step =
  | KeepResult
  /** Something changed meanwhile. */
  | { readonly kind: 'again' }
  /** Another request is storing the card. */
  | { readonly kind: 'waits'; readonly card: StoredCard; readonly reference: string };

/** `linked`: id of the card that the request has linked its sale to. */
async function takeStep(
  dependencies: StoredCardDependencies,
  request: KeepRequest,
  fingerprint: string,
  linked: string | undefined,
): Promise<Step> {
  const { store } = dependencies;
  const known = await store.findByFingerprint(request.merchantId, fingerprint);
  if (known && (await isClaimed(dependencies, known, request))) return { kind: 'again' };
  const sale = known && linkOf(request, known.id, linked);
  if (known && serves(known, request)) {
    if (isHeld(known)) {
      const card = await extendHold(dependencies, known, sale);
      return card ? { kind: 'kept', card } : { kind: 'again' };
    }
    if (sale) await store.linkSale(sale);
    return { kind: 'kept', card: known };
  }
  if (known?.underWay !== undefined) {
    if (sale) await store.linkSale(sale);
    return { kind: 'waits', card: known, reference: known.underWay };
  }
  const begun = await begin(dependencies, request, { known, fingerprint, linked });
  return begun ? storeAt(dependencies, request, begun) : { kind: 'again' };
}

/** The link of the request's sale to a card, made once and early: a late one would overwrite that of a later try. */
function linkOf(
  { transactionId }: KeepRequest,
  cardId: string,
  linked: string | undefined,
): SaleCard | undefined {
  return transactionId === undefined || cardId === linked ? undefined : { transactionId, cardId };
}

/** Whether a held card has just become the merchant's, by a request of the merchant or an approved sale. */
async function isClaimed(
  dependencies: StoredCardDependencies,
  known: StoredCard,
  request: KeepRequest,
): Promise<boolean> {
  if (request.isHeld || !isHeld(known)) return false;
  await claimCard(dependencies, known);
  return true;
}

/** Also where a sale that may still be refused would renew a card that the merchant has. */
function serves(known: StoredCard, { card, route, isHeld: holds = false }: KeepRequest): boolean {
  return servesFor(known, card, route.accountId) || (holds && known.state === 'active' && !isHeld(known));
}

/** Whether the acquirer of a route stores credit cards of a brand. */
export function canKeepCards(route: Pick<Route, 'connector'>, brand: string | undefined): boolean {
  return capabilitiesOf(route, { type: 'credit', card: { brand } }).storedCards !== 'none';
}

/** True if recovery has taken over, so that waiting for the request is useless. */
async function isUnderRecovery({ store }: StoredCardDependencies, reference: string): Promise<boolean> {
  return (await store.findAcquirerToken(reference))?.state === 'unknown';
}

interface Begun {
  readonly card: StoredCard;
  readonly token: AcquirerToken;
  readonly isAlive: () => boolean;
}

interface Found {
  readonly known: StoredCard | undefined;
  readonly fingerprint: string;
  readonly linked: string | undefined;
}

/** Stores what is about to be sent. Undefined if another request was faster. */
async function begin(
  dependencies: StoredCardDependencies,
  request: KeepRequest,
  { known, fingerprint, linked }: Found,
): Promise<Begun | undefined> {
  const { merchantId, card, route, isHeld, tokenizationId, schemeIds = {} } = request;
  const { clock, store, holder } = dependencies;
  const isAlive = await dependencies.createFence();
  const at = clock.now();
  const reference = dependencies.newReference();
  const { expirationMonth, expirationYear, holderName } = card;
  const where = { provider: route.connector.provider, accountId: route.accountId };
  const newCard = (): StoredCard => ({
    id: dependencies.newId(),
    merchantId,
    token: newCardToken(),
    fingerprint,
    state: 'storing',
    mask: card.mask,
    brand: card.brand,
    expirationMonth,
    expirationYear,
    holderName,
    ...where,
    ...columnsOf(schemeIds),
    charged: undefined,
    underWay: reference,
    heldCheckAt: isHeld ? nextCheckOf(dependencies, at) : undefined,
    createdAt: at,
    updatedAt: at,
    version: 0,
  });
  const stored = known
    ? { ...withSchemeIds(known, schemeIds), underWay: reference, updatedAt: at }
    : newCard();
  const token: AcquirerToken = {
    reference,
    cardId: stored.id,
    merchantId,
    ...where,
    state: 'sending',
    sealed: undefined,
    expirationMonth,
    expirationYear,
    holderName,
    holder,
    createdAt: at,
    endedAt: undefined,
    nextAt: undefined,
    tries: 0,
    notFound: 0,
    reason: undefined,
  };
  const change = known ? { card: { from: known, to: stored } } : { newCard: stored };
  const sale = linkOf(request, stored.id, linked);
  const tokenization =
    tokenizationId === undefined ? undefined : { tokenizationId, cardId: stored.id, reference };
  const isWritten = await store.change({ ...change, newToken: token, sale, tokenization });
  return isWritten ? { card: stored, token, isAlive } : undefined;
}

/** Calls the acquirer once and stores the outcome. */
async function storeAt(
  dependencies: StoredCardDependencies,
  { card, route }: KeepRequest,
  { card: begun, token, isAlive }: Begun,
): Promise<KeepResult> {
  const { connector } = route;
  const { reference } = token;
  const account = await route.settings();
  dependencies.ages.begin(reference);
  const outcome = isAlive() ? await connector.storeCard({ reference, account, card }) : FENCED;
  if (outcome.outcome !== 'unknown') dependencies.ages.forget(reference);
  dependencies.onOutcome(connector.provider, outcome.outcome);
  try {
    const kept = await endStoring(dependencies, reference, endOf(dependencies, outcome));
    return resultOf(outcome, kept, reference);
  } catch (error) {
    // The acquirer may have stored the card: recovery finds out from the row that was written before.
    dependencies.onError(error);
    return { kind: 'pending', card: begun, reference };
  }
}

function endOf({ clock, timeScale }: StoredCardDependencies, outcome: StoreCardOutcome): StoringEnd {
  switch (outcome.outcome) {
    case 'stored':
      return { kind: 'stored', acquirerToken: outcome.acquirerToken };
    case 'declined':
      return { kind: 'not_stored', state: 'refused', reason: outcome.decline.message };
    case 'invalid_request':
    case 'not_sent':
      return { kind: 'not_stored', state: 'refused', reason: outcome.reason };
    case 'unknown': {
      const nextAt = Math.ceil(clock.now() + FIRST_QUERY_AFTER_MS / timeScale);
      return { kind: 'unknown', reason: outcome.reason, nextAt };
    }
  }
}

function resultOf(outcome: StoreCardOutcome, card: StoredCard, reference: string): KeepResult {
  switch (outcome.outcome) {
    case 'stored':
      return card.state === 'active'
        ? { kind: 'kept', card }
        : { kind: 'failed', reason: 'deleted meanwhile' };
    case 'declined':
      return { kind: 'declined', decline: outcome.decline };
    case 'invalid_request':
    case 'not_sent':
      return { kind: 'failed', reason: outcome.reason };
    case 'unknown':
      return { kind: 'pending', card, reference };
  }
}
