import type { Connector } from './connector.ts';

const CONNECTOR_FAILED = { outcome: 'unknown', reason: 'the connector failed' } as const;

/** Called with every exception of a connector: each one is a bug in the connector. */
export type OnConnectorError = (provider: string, error: unknown) => void;

/**
 * Wraps a connector so that it never throws: after an exception nobody can tell what was done, so the outcome is
 * `unknown` and the exception is reported. The registry hands out wrapped connectors only, so this rule stands nowhere
 * else.
 */
export function guardConnector(connector: Connector, onConnectorError: OnConnectorError): Connector {
  const { provider, version, live } = connector;
  const guarded = async <Outcome, Failed>(call: () => Promise<Outcome>, failed: Failed) => {
    try {
      return await call();
    } catch (error) {
      onConnectorError(provider, error);
      return failed;
    }
  };
  const orUnknown = <Outcome>(call: () => Promise<Outcome>) => guarded(call, CONNECTOR_FAILED);
  return {
    provider,
    version,
    live,
    capabilities: (brand, kind) => connector.capabilities(brand, kind),
    authorize: (attempt) => orUnknown(() => connector.authorize(attempt)),
    continueAfterAuthentication: (ids) => orUnknown(() => connector.continueAfterAuthentication(ids)),
    capture: (ids, amount) => orUnknown(() => connector.capture(ids, amount)),
    void: (ids, amount) => orUnknown(() => connector.void(ids, amount)),
    refund: (ids, amount, reference) => orUnknown(() => connector.refund(ids, amount, reference)),
    undo: (ids) => orUnknown(() => connector.undo(ids)),
    query: (ids) => orUnknown(() => connector.query(ids)),
    queryRefund: (ids, refundId) => orUnknown(() => connector.queryRefund(ids, refundId)),
    verifyCard: (card, account) => orUnknown(() => connector.verifyCard(card, account)),
    storeCard: (request) => orUnknown(() => connector.storeCard(request)),
    findStoredCard: (ids) => orUnknown(() => connector.findStoredCard(ids)),
    deleteStoredCard: (ids) => orUnknown(() => connector.deleteStoredCard(ids)),
    health: (account) =>
      guarded(() => connector.health(account), { healthy: false, reason: CONNECTOR_FAILED.reason }),
  };
}
