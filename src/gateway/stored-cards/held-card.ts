import type { StoredCardDependencies } from './context.ts';
import { deletionOf } from './delete-card.ts';
import type { StoredCardStore } from './store.ts';
import type { StoredCard } from './stored-card.ts';
import { LONGEST_HOLD_PAUSE_MS, type SaleCard } from './tables.ts';

const SECOND = 1_000;
/** Interval between two checks of a sale: a quarter of the time since the card was stored, at least this and an hour at most. */
const LEAST_PAUSE_MS = 5 * SECOND;
const MAX_AT_ONCE = 32;

/** The outcome of a sale that was to store a card: `over` if it was not approved, or was paid by another card. */
export type SaleStand = 'approved' | 'open' | 'over';

export interface HeldCards {
  /** Returns the outcome of a sale that was to store the card with this mask. */
  saleStand(transactionId: string, mask: string): Promise<SaleStand>;
}

export function isHeld({ heldCheckAt }: StoredCard): boolean {
  return heldCheckAt !== undefined;
}

/** When the sales of a held card are checked next. */
export function nextCheckOf(
  { clock, timeScale }: Pick<StoredCardDependencies, 'clock' | 'timeScale'>,
  createdAt: number,
): number {
  const now = clock.now();
  const pause = Math.min(Math.max((now - createdAt) / 4, LEAST_PAUSE_MS / timeScale), LONGEST_HOLD_PAUSE_MS);
  return Math.ceil(now + pause);
}

/** Activates a held card for the merchant. Undefined if it changed meanwhile; then nothing was written. */
export function claimCard(
  { store }: { readonly store: Pick<StoredCardStore, 'change'> },
  card: StoredCard,
): Promise<StoredCard | undefined> {
  return changeHold({ store }, card, undefined);
}

/** Holds a card for longer, also for this sale. Undefined if it changed meanwhile; then nothing was written. */
export function extendHold(
  dependencies: StoredCardDependencies,
  card: StoredCard,
  sale?: SaleCard,
): Promise<StoredCard | undefined> {
  return changeHold(dependencies, card, nextCheckOf(dependencies, card.createdAt), sale);
}

async function changeHold(
  { store }: { readonly store: Pick<StoredCardStore, 'change'> },
  card: StoredCard,
  heldCheckAt: number | undefined,
  sale?: SaleCard,
): Promise<StoredCard | undefined> {
  const to = { ...card, heldCheckAt };
  return (await store.change({ card: { from: card, to }, sale }))
    ? { ...to, version: card.version + 1 }
    : undefined;
}

/**
 * Checks the sales that cards are held for: activates the card of an approved one, and deletes cards that no sale needs
 * any more, also at the acquirer. A card that changed meanwhile is checked again.
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
  const { store, saleStand } = dependencies;
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
  await store.change(await deletionOf(dependencies, card));
}
