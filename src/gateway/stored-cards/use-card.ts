import type { Secret } from '../../platform/secret.ts';
import type { Route, SchemeIds } from '../providers/index.ts';
import { openToken, type StoredCardDependencies } from './context.ts';
import { storedCardRefuse } from './refusals.ts';
import { schemeIdsOf } from './scheme-ids.ts';
import { isCardToken, type StoredCard } from './stored-card.ts';

const TOKEN_FIELD = 'payment.card.cardInfo.token';

/** A stored card with the route to the acquirer that stores it. */
export interface UsableCard {
  readonly card: StoredCard;
  readonly acquirerToken: Secret;
  readonly route: Route;
  readonly schemeIds: SchemeIds | undefined;
}

/**
 * What a sale by token needs. Throws card_token_invalid for a token that is unknown, deleted or another merchant's,
 * card_token_account_gone, and card_token_other_provider when the sale names another acquirer (in capitals).
 */
export async function useCard(
  dependencies: StoredCardDependencies,
  merchantId: number,
  token: string,
  provider: string | undefined,
): Promise<UsableCard> {
  const { store, acquirers } = dependencies;
  const request = token.toLowerCase();
  const card = isCardToken(request) ? await store.findByToken(merchantId, request) : undefined;
  const kept =
    card?.state === 'active' && card.charged !== undefined
      ? await store.findAcquirerToken(card.charged)
      : undefined;
  const acquirerToken = kept && openToken(dependencies, kept);
  if (!card || !acquirerToken) throw storedCardRefuse('card_token_invalid', { field: TOKEN_FIELD });
  if (provider !== undefined && provider !== card.provider) {
    throw storedCardRefuse('card_token_other_provider', { field: 'payment.card.provider' });
  }
  const route = await acquirers.routeInUse(merchantId, card);
  if (!route) throw storedCardRefuse('card_token_account_gone', { field: TOKEN_FIELD });
  return { card, acquirerToken, route, schemeIds: schemeIdsOf(card) };
}
