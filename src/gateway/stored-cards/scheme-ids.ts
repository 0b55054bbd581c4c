import type { SchemeIds } from '../providers/index.ts';
import type { StoredCardStore } from './store.ts';
import type { StoredCard } from './stored-card.ts';

type Columns = Pick<StoredCard, 'schemeTransactionId' | 'schemeLinkId'>;

export function columnsOf({ transactionId, linkId }: SchemeIds): Columns {
  return { schemeTransactionId: transactionId, schemeLinkId: linkId };
}

/** What later sales of a card refer to; undefined where nobody told it. */
export function schemeIdsOf({ schemeTransactionId, schemeLinkId }: Columns): SchemeIds | undefined {
  if (schemeTransactionId === undefined && schemeLinkId === undefined) return undefined;
  return { transactionId: schemeTransactionId, linkId: schemeLinkId };
}

/** The first ones stay: all later sales belong to the agreement that they began. */
export function withSchemeIds(card: StoredCard, ids: SchemeIds): StoredCard {
  return schemeIdsOf(card) ? card : { ...card, ...columnsOf(ids) };
}

/** Of an approved sale of a card that has none yet. Nothing is written where the card has changed meanwhile. */
export async function learnSchemeIds(
  { store }: { readonly store: Pick<StoredCardStore, 'change' | 'findByToken'> },
  {
    merchantId,
    token,
    ids,
  }: { readonly merchantId: number; readonly token: string; readonly ids: SchemeIds },
): Promise<void> {
  const card = await store.findByToken(merchantId, token);
  if (card?.state !== 'active' || schemeIdsOf(card)) return;
  await store.change({ card: { from: card, to: withSchemeIds(card, ids) } });
}
