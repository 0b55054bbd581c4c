import type { StoredCardDependencies } from './context.ts';
import { removing } from './end-storing.ts';
import { isCardToken, type StoredCard } from './stored-card.ts';

const MAX_WRITES = 8;

/**
 * Deletes a merchant's stored card: after this commit nobody can charge it, and a job asks the acquirer to delete it.
 * Idempotent. Undefined if the merchant has no such card.
 */
export async function deleteCard(
  { store, clock }: StoredCardDependencies,
  merchantId: number,
  token: string,
): Promise<StoredCard | undefined> {
  const request = token.toLowerCase();
  if (!isCardToken(request)) return undefined;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const card = await store.findByToken(merchantId, request);
    if (card?.state !== 'active') return card?.state === 'deleted' ? card : undefined;
    const deletion = await deletionOf({ store, clock }, card);
    if (await store.change(deletion)) return deletion.card.to;
  }
  throw new Error('a stored card was changed concurrently too often; try again');
}

/** The change that deletes a card, and has a job ask the acquirer to delete what it charges. */
export async function deletionOf(
  { store, clock }: Pick<StoredCardDependencies, 'store' | 'clock'>,
  card: StoredCard,
) {
  const charged = card.charged === undefined ? undefined : await store.findAcquirerToken(card.charged);
  const at = clock.now();
  // A token being stored stays: when its outcome arrives, the card is deleted, and the token is removed at the acquirer.
  const to: StoredCard = {
    ...card,
    state: 'deleted',
    charged: undefined,
    underWay: undefined,
    heldCheckAt: undefined,
    updatedAt: at,
  };
  const tokens = charged ? [{ from: charged, to: { ...charged, ...removing(at) } }] : [];
  return { card: { from: card, to }, tokens };
}
