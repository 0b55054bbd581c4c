import type { StoredCards, TokenizationStand } from '../../gateway/stored-cards/index.ts';
import type { CardForm, CardForms } from '../../operations/index.ts';

/** The gateway's forms for cards, as the back office opens and finds them. */
export function gatewayCardForms(storedCards: Pick<StoredCards, 'tokenizations' | 'delete'>): CardForms {
  const { tokenizations } = storedCards;
  const formOf = ({ tokenization, card, takesCard }: TokenizationStand): CardForm => {
    if (takesCard) return { kind: 'open', url: tokenizations.formUrl(tokenization) };
    if (card) {
      const { token, mask, brand, expirationMonth, expirationYear } = card;
      const keptAt = tokenization.updatedAt;
      return { kind: 'kept', card: { token, mask, brand, expirationMonth, expirationYear, keptAt } };
    }
    if (tokenization.state === 'stored') return { kind: 'deleted' };
    const isConfirming = tokenization.state === 'sending' || tokenization.state === 'pending';
    return { kind: isConfirming ? 'confirming' : 'over' };
  };
  return {
    open: async (personId, reference) => {
      const { id } = await tokenizations.openForm({
        merchantId: personId,
        referenceId: reference,
        postBackUrl: undefined,
        redirectUrl: undefined,
        brand: undefined,
        provider: undefined,
        key: undefined,
      });
      return id;
    },
    find: async (personId, formIds) => {
      const found = await Promise.all(
        formIds.map(async (id) => [id, await tokenizations.find(personId, id)] as const),
      );
      return new Map(found.flatMap(([id, stand]) => (stand ? [[id, formOf(stand)] as const] : [])));
    },
    delete: async (personId, token) => {
      await storedCards.delete(personId, token);
    },
  };
}
