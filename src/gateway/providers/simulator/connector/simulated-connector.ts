import type { Capabilities, CardType } from '../../capabilities.ts';
import type { CardAcquirer } from '../../card-acquirer.ts';
import type { SimulatorContext } from '../context.ts';
import { simulatedAuthorize, simulatedVerifyCard } from './authorize.ts';
import { simulatedCapture, simulatedRefund, simulatedVoid } from './move.ts';
import { simulatedContinue, simulatedQuery, simulatedQueryRefund } from './query.ts';
import { simulatedDeleteStoredCard, simulatedFindStoredCard, simulatedStoreCard } from './stored-cards.ts';
import { simulatedUndo } from './undo.ts';

/** A connector without the name under which it answers. */
export function simulatedConnector(
  context: SimulatorContext,
  version: string,
  capabilities: (brand: string | undefined, kind: CardType) => Capabilities,
): Omit<CardAcquirer, 'provider'> {
  /** The book is unavailable: nobody can tell what became of the request. */
  const unreachable = (error: unknown) => {
    context.onStorageError(error);
    return { outcome: 'unknown', reason: "the simulator's book cannot be reached" } as const;
  };

  return {
    version,
    live: false,
    capabilities,
    authorize: (attempt) =>
      simulatedAuthorize(context, attempt, capabilities(attempt.card.brand, attempt.kind)).catch(unreachable),
    continueAfterAuthentication: (ids) => simulatedContinue(context, ids).catch(unreachable),
    capture: (ids, amount) => simulatedCapture(context, ids, amount).catch(unreachable),
    void: (ids, amount) => simulatedVoid(context, ids, amount).catch(unreachable),
    refund: (ids, amount, reference) => simulatedRefund(context, ids, amount, reference).catch(unreachable),
    undo: (ids) => simulatedUndo(context, ids).catch(unreachable),
    query: (ids) => simulatedQuery(context, ids).catch(unreachable),
    queryRefund: (ids, refundId) => simulatedQueryRefund(context, ids, refundId).catch(unreachable),
    verifyCard: (card) => simulatedVerifyCard(context, card),
    storeCard: (request) => simulatedStoreCard(context, request).catch(unreachable),
    findStoredCard: (ids) => simulatedFindStoredCard(context, ids).catch(unreachable),
    deleteStoredCard: (ids) => simulatedDeleteStoredCard(context, ids).catch(unreachable),
    health: async () => ({ healthy: true }),
  };
}
