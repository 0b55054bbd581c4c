import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../platform/secret.ts';
import { type StoredCardDependencies, sealToken } from './context.ts';
import type { StoredCardChange } from './store.ts';
import type { AcquirerToken, StoredCard } from './stored-card.ts';

const MAX_WRITES = 8;
const PAUSE_MS = 100;

/** The outcome of a request to store a card. */
export type StoringEnd =
  | { readonly kind: 'stored'; readonly acquirerToken: Secret }
  /** Provably nothing was stored. `recheckAt`: when to query the acquirer once more. */
  | {
      readonly kind: 'not_stored';
      readonly state: 'refused' | 'absent';
      readonly reason: string;
      readonly recheckAt?: number;
    }
  /** The outcome cannot be found out: the acquirer may have a token that this service does not know and nobody can use. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly nextAt: number };

/** The states in which the outcome is still open. */
const OPEN: ReadonlySet<AcquirerToken['state']> = new Set(['sending', 'unknown']);
/** States in which this service assumes that the acquirer has nothing. */
const GIVEN_UP: ReadonlySet<AcquirerToken['state']> = new Set(['absent', 'lost']);

/**
 * Stores the outcome, even if others were faster: a token that the card does not use is deleted at the acquirer.
 * Returns the card as it is then. Throws if the database is unavailable for longer than a few retries.
 */
export async function endStoring(
  dependencies: StoredCardDependencies,
  reference: string,
  end: StoringEnd,
): Promise<StoredCard> {
  const { store } = dependencies;
  let failures = 0;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    try {
      const token = await store.findAcquirerToken(reference);
      const card = token && (await store.findCard(token.cardId));
      if (!token || !card) throw new Error(`there is no acquirer token ${reference}`);
      const replaced = card.charged === undefined ? undefined : await store.findAcquirerToken(card.charged);
      const change = endingChange(dependencies, { token, card, replaced }, end);
      if (change === undefined || (await store.change(change))) return change?.card?.to ?? card;
    } catch (error) {
      failures += 1;
      if (failures > 3) throw error;
      await sleep(PAUSE_MS * failures);
    }
  }
  throw new Error(`the acquirer token ${reference} was changed concurrently too often`);
}

interface Storing {
  readonly token: AcquirerToken;
  readonly card: StoredCard;
  /** The token that the card has used until now. */
  readonly replaced: AcquirerToken | undefined;
}

/** Undefined if there is nothing to write. */
function endingChange(
  dependencies: StoredCardDependencies,
  { token, card, replaced }: Storing,
  end: StoringEnd,
): StoredCardChange | undefined {
  const at = dependencies.clock.now();
  const known =
    end.kind === 'stored' ? sealToken(dependencies, end.acquirerToken, token.reference) : undefined;
  if (!OPEN.has(token.state)) {
    // Given up too early, or superseded: the token must be removed at the acquirer.
    if (!known || !GIVEN_UP.has(token.state)) return undefined;
    return { tokens: [{ from: token, to: { ...token, ...removing(at), sealed: known } }] };
  }
  if (end.kind === 'unknown') {
    const to = { ...token, state: 'unknown' as const, reason: end.reason, nextAt: end.nextAt, endedAt: at };
    return { tokens: [{ from: token, to: { ...to, tries: token.tries + 1 } }] };
  }
  const isCurrent = card.underWay === token.reference;
  if (end.kind === 'stored') {
    // The card was deleted meanwhile.
    if (!isCurrent || (card.state !== 'storing' && card.state !== 'active')) {
      return { tokens: [{ from: token, to: { ...token, ...removing(at), sealed: known } }] };
    }
    const stored = { ...token, state: 'stored' as const, sealed: known, endedAt: at, nextAt: undefined };
    const older = replaced && { from: replaced, to: { ...replaced, ...removing(at) } };
    return {
      tokens: [{ from: token, to: { ...stored, reason: undefined } }, ...(older ? [older] : [])],
      card: { from: card, to: withCharged(card, token, at) },
    };
  }
  const ended: AcquirerToken = {
    ...token,
    state: end.kind === 'lost' ? 'lost' : end.state,
    reason: end.reason,
    endedAt: at,
    nextAt: end.kind === 'not_stored' ? end.recheckAt : undefined,
    notFound: 0,
  };
  return {
    tokens: [{ from: token, to: ended }],
    card: isCurrent ? { from: card, to: withoutStoring(card, at) } : undefined,
  };
}

/** The fields of an acquirer token that the acquirer has to delete. */
export function removing(at: number) {
  return { state: 'removing', nextAt: at, endedAt: at, tries: 0, notFound: 0, reason: undefined } as const;
}

function withCharged(card: StoredCard, token: AcquirerToken, at: number): StoredCard {
  const { expirationMonth, expirationYear, provider, accountId } = token;
  return {
    ...card,
    state: 'active',
    expirationMonth,
    expirationYear,
    holderName: token.holderName ?? card.holderName,
    provider,
    accountId,
    charged: token.reference,
    underWay: undefined,
    updatedAt: at,
  };
}

/** A card that was stored before stays as it was. */
function withoutStoring(card: StoredCard, at: number): StoredCard {
  const ended = { ...card, underWay: undefined, updatedAt: at };
  return card.state === 'storing' ? { ...ended, state: 'failed', heldCheckAt: undefined } : ended;
}
