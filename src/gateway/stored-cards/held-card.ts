import type { StoredCardDependencies } from './context.ts';
import { removing } from './end-storing.ts';
import type { StoredCardStore } from './store.ts';
import type { StoredCard } from './stored-card.ts';

const SECOND = 1_000;
/** Between two looks at a sale: a quarter of the time since the card was stored, within these limits. */
const LEAST_PAUSE_MS = 5 * SECOND;
const MOST_PAUSE_MS = 60 * 60 * SECOND;
const MAX_AT_ONCE = 32;

/** What became of a sale that was to keep a card: `over` when it was not approved, or was paid by another card. */
export type SaleStand = 'approved' | 'open' | 'over';

export interface HeldCards {
  /** Of a sale that was to keep the card with this mask. */
  saleStand(transactionId: string, mask: string): Promise<SaleStand>;
}

export function isHeld({ heldCheckAt }: StoredCard): boolean {
  return heldCheckAt !== undefined;
}

/** When the sales of a held card are looked at next. */
export function nextCheckOf(
  { clock, timeScale }: Pick<StoredCardDependencies, 'clock' | 'timeScale'>,
  createdAt: number,
): number {
  const now = clock.now();
  const pause = Math.min(Math.max((now - createdAt) / 4, LEAST_PAUSE_MS / timeScale), MOST_PAUSE_MS);
  return Math.ceil(now + pause);
}

/** Gives the merchant a held card. Undefined when it changed meanwhile; then nothing was written. */
export function claimCard(
  { store }: { readonly store: Pick<StoredCardStore, 'change'> },
  card: StoredCard,
): Promise<StoredCard | undefined> {
  return changeHold({ store }, card, undefined);
}

/** Holds a card for another sale, too. Undefined when it changed meanwhile; then nothing was written. */
export function extendHold(
  dependencies: StoredCardDependencies,
  card: StoredCard,
): Promise<StoredCard | undefined> {
  return changeHold(dependencies, card, nextCheckOf(dependencies, card.createdAt));
}

async function changeHold(
  { store }: { readonly store: Pick<StoredCardStore, 'change'> },
  card: StoredCard,
  heldCheckAt: number | undefined,
): Promise<StoredCard | undefined> {
  const to = { ...card, heldCheckAt };
  return (await store.change({ card: { from: card, to } }))
    ? { ...to, version: card.version + 1 }
    : undefined;
}

/**
 * Looks at the sales that cards are held for: gives the merchant the card of an approved one, and deletes what no sale
 * may still need, at the acquirer too. A card that changed meanwhile is looked at again.
 */
export async function releaseHeldCards(dependencies: StoredCardDependencies & HeldCards): Promise<void> {
  const { store, clock } = dependencies;
  for (const card of await store.heldDue(clock.now(), MAX_AT_ONCE)) {
    try {
      await release(dependencies, card);
    } catch (error) {
      dependencies.onError(error);
      await extendHold(dependencies, card).catch(() => undefined);
    }
  }
}

async function release(dependencies: StoredCardDependencies & HeldCards, card: StoredCard): Promise<void> {
  const { store, clock, saleStand } = dependencies;
  if (card.underWay !== undefined) {
    await extendHold(dependencies, card);
    return;
  }
  const sales = await store.salesOf(card.id);
  const stands = await Promise.all(sales.map((transactionId) => saleStand(transactionId, card.mask)));
  if (stands.includes('approved')) {
    await claimCard(dependencies, card);
    return;
  }
  if (stands.includes('open')) {
    await extendHold(dependencies, card);
    return;
  }
  const charged = card.charged === undefined ? undefined : await store.findAcquirerToken(card.charged);
  const at = clock.now();
  await store.change({
    card: { from: card, to: { ...card, state: 'deleted', charged: undefined, updatedAt: at } },
    tokens: charged ? [{ from: charged, to: { ...charged, ...removing(at) } }] : [],
  });
}
