import type { Capabilities, Connector, PaymentKind } from '../../connector.ts';
import type { SimulatorContext } from '../context.ts';
import { authorize, verifyCard } from './authorize.ts';
import { captureCharge, refundCharge, voidCharge } from './move.ts';
import { continueAfterAuthentication, queryCharge, queryRefund } from './query.ts';
import { undoCharge } from './undo.ts';

const VERSION = 'simulator';

/** Everything of a connector but the name under which it answers. */
export function simulatedConnector(
  context: SimulatorContext,
  capabilities: (kind: PaymentKind) => Capabilities,
): Omit<Connector, 'provider'> {
  /** The book is out of reach: nobody can say what became of the request. */
  const unreachable = (error: unknown) => {
    context.onStorageError(error);
    return { outcome: 'unknown', reason: "the simulator's book cannot be reached" } as const;
  };

  return {
    version: VERSION,
    live: false,
    capabilities: (_brand, kind) => capabilities(kind),
    authorize: (attempt) => authorize(context, attempt, capabilities(attempt.kind)),
    continueAfterAuthentication: (ids) => continueAfterAuthentication(context, ids).catch(unreachable),
    capture: (ids, amount) => captureCharge(context, ids, amount).catch(unreachable),
    void: (ids, amount) => voidCharge(context, ids, amount).catch(unreachable),
    refund: (ids, amount, reference) => refundCharge(context, ids, amount, reference).catch(unreachable),
    undo: (ids) => undoCharge(context, ids).catch(unreachable),
    query: (ids) => queryCharge(context, ids).catch(unreachable),
    queryRefund: (ids, refundId) => queryRefund(context, ids, refundId).catch(unreachable),
    verifyCard: (card) => verifyCard(context, card),
    health: async () => ({ healthy: true }),
  };
}
