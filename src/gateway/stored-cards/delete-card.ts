import type { StoredCardDependencies } from './context.ts';
import { removing } from './end-storing.ts';
import { isCardToken, type StoredCard } from './stored-card.ts';

const MAX_WRITES = 8;

/**
 * Deletes a merchant's stored card: from this commit on nobody can charge it, and a job has the acquirer delete it.
 * Undefined when the merchant has no such card; a second time changes nothing.
 */
export async function deleteCard(
  { store, clock }: StoredCardDependencies,
  merchantId: number,
  token: string,
): Promise<StoredCard | undefined> {
  const asked = token.toLowerCase();
  if (!isCardToken(asked)) return undefined;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const card = await store.findByToken(merchantId, asked);
    if (card?.state !== 'active') return card?.state === 'deleted' ? card : undefined;
    const charged = card.charged === undefined ? undefined : await store.findAcquirerToken(card.charged);
    const at = clock.now();
    // One under way stays: its outcome finds the card deleted, and what the acquirer keeps is removed then.
    const to: StoredCard = {
      ...card,
      state: 'deleted',
      charged: undefined,
      underWay: undefined,
      updatedAt: at,
    };
    const tokens = charged ? [{ from: charged, to: { ...charged, ...removing(at) } }] : [];
    if (await store.change({ card: { from: card, to }, tokens })) return to;
  }
  throw new Error('a stored card is being changed by too many at once');
}
