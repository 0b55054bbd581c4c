import type { CardAcquirer } from './card-acquirer.ts';
import type { ChargeProvider, PixAcquirer } from './charge-provider.ts';
import type { Decline, DeclineClass } from './outcome.ts';
import type { Charges, Provider } from './provider.ts';
import type { SlipConnector } from './slips/slip-connector.ts';

const CONNECTOR_FAILED = { outcome: 'unknown', reason: 'the connector failed' } as const;

/** Called with every exception of a connector: each one is a bug in the connector. */
export type OnConnectorError = (provider: string, error: unknown) => void;

/** A finished call of a connector. */
export interface AcquirerCall {
  readonly provider: string;
  /** The account that new money was asked through; undefined for what else is asked. */
  readonly accountId?: string | undefined;
  /** Of the payment that a charge asks for; undefined for what else is asked. */
  readonly kind?: 'pix' | 'bankSlip' | undefined;
  /** As the connector's method is called. */
  readonly operation: string;
  readonly outcome: string;
  readonly seconds: number;
  readonly declineClass: DeclineClass | undefined;
  /** Of a refusal, as `Decline.code`. */
  readonly code?: string | undefined;
}

/** Called after every call that asks an acquirer for something, for the metrics. */
export type OnAcquirerCall = (call: AcquirerCall) => void;

/** Runs a call that asks an acquirer for something, for the traces. */
export type AroundAcquirerCall = <Outcome extends Ended>(
  call: Pick<AcquirerCall, 'provider' | 'operation'>,
  run: () => Promise<Outcome>,
) => Promise<Outcome>;

/** What the outcomes of all operations have in common. */
interface Ended {
  readonly outcome: string;
  readonly decline?: Pick<Decline, 'declineClass' | 'code'>;
}

/** Who is told of the calls of a guarded connector. */
interface Watchers {
  readonly onConnectorError: OnConnectorError;
  readonly onCall: OnAcquirerCall;
  readonly aroundCall: AroundAcquirerCall | undefined;
}

type OrUnknown = <Outcome extends Ended>(
  operation: string,
  call: () => Promise<Outcome>,
  about?: Pick<AcquirerCall, 'accountId' | 'kind'>,
) => Promise<Outcome | typeof CONNECTOR_FAILED>;

/**
 * Wraps a connector so that it never throws: after an exception nobody can tell what was done, so the outcome is
 * `unknown` and the exception is reported. The registry hands out wrapped connectors only, so this rule stands nowhere
 * else.
 */
export function guardConnector(
  connector: CardAcquirer,
  onConnectorError: OnConnectorError,
  onCall: OnAcquirerCall = () => undefined,
  aroundCall: AroundAcquirerCall | undefined = undefined,
): CardAcquirer {
  const watchers = { onConnectorError, onCall, aroundCall };
  const orUnknown = orUnknownOf(connector, watchers);
  return {
    ...guardCharges(connector, watchers, orUnknown),
    capabilities: (brand, kind) => connector.capabilities(brand, kind),
    authorize: (attempt) =>
      orUnknown('authorize', () => connector.authorize(attempt), { accountId: attempt.account.accountId }),
    continueAfterAuthentication: (ids) =>
      orUnknown('continueAfterAuthentication', () => connector.continueAfterAuthentication(ids)),
    verifyCard: (card, account) => orUnknown('verifyCard', () => connector.verifyCard(card, account)),
    storeCard: (request) => orUnknown('storeCard', () => connector.storeCard(request)),
    findStoredCard: (ids) => orUnknown('findStoredCard', () => connector.findStoredCard(ids)),
    deleteStoredCard: (ids) => orUnknown('deleteStoredCard', () => connector.deleteStoredCard(ids)),
  };
}

/** As `guardConnector`, of a provider of charges. A notice that it cannot read is about nothing. */
export function guardChargeProvider(
  connector: ChargeProvider,
  onConnectorError: OnConnectorError,
  onCall: OnAcquirerCall = () => undefined,
  aroundCall: AroundAcquirerCall | undefined = undefined,
): ChargeProvider {
  const watchers = { onConnectorError, onCall, aroundCall };
  const orUnknown = orUnknownOf(connector, watchers);
  return {
    ...guardCharges(connector, watchers, orUnknown),
    capabilities: () => connector.capabilities(),
    create: (request) => orUnknown('create', () => connector.create(request), { kind: 'pix' }),
    refundPayment: (payment, amount, reference) =>
      orUnknown('refundPayment', () => connector.refundPayment(payment, amount, reference)),
    queryPaymentRefund: (payment, reference) =>
      orUnknown('queryPaymentRefund', () => connector.queryPaymentRefund(payment, reference)),
    received: (account, period) => orUnknown('received', () => connector.received(account, period)),
    registerNotices: (account, url) =>
      orUnknown('registerNotices', () => connector.registerNotices(account, url)),
    noticesOf: (account) => orUnknown('noticesOf', () => connector.noticesOf(account)),
    readNotice: (body) => {
      try {
        return connector.readNotice(body);
      } catch (error) {
        onConnectorError(connector.provider, error);
        return [];
      }
    },
    ...(connector.acquirer && { acquirer: guardedAcquirer(connector, connector.acquirer, onConnectorError) }),
  };
}

function guardedAcquirer(
  { provider }: Provider,
  { longestLifeMs, referenceOf }: PixAcquirer,
  onConnectorError: OnConnectorError,
): PixAcquirer {
  return {
    longestLifeMs,
    referenceOf: async (account, theirId) => {
      try {
        return await referenceOf(account, theirId);
      } catch (error) {
        onConnectorError(provider, error);
        return 'later';
      }
    },
  };
}

/** As `guardConnector`, of a bank for slips. */
export function guardSlipConnector(
  connector: SlipConnector,
  onConnectorError: OnConnectorError,
  onCall: OnAcquirerCall = () => undefined,
  aroundCall: AroundAcquirerCall | undefined = undefined,
): SlipConnector {
  const watchers = { onConnectorError, onCall, aroundCall };
  const orUnknown = orUnknownOf(connector, watchers);
  return {
    ...guardCharges(connector, watchers, orUnknown),
    capabilities: () => connector.capabilities(),
    create: (request) => orUnknown('create', () => connector.create(request), { kind: 'bankSlip' }),
    refundPayment: (payment, amount, reference) =>
      orUnknown('refundPayment', () => connector.refundPayment(payment, amount, reference)),
    queryPaymentRefund: (payment, reference) =>
      orUnknown('queryPaymentRefund', () => connector.queryPaymentRefund(payment, reference)),
  };
}

/** What connectors of all kinds of payment have in common. */
function guardCharges(
  connector: Provider & Charges,
  { onConnectorError }: Watchers,
  orUnknown: OrUnknown,
): Provider & Charges {
  const { provider, version, live } = connector;
  return {
    provider,
    version,
    live,
    capture: (ids, amount) => orUnknown('capture', () => connector.capture(ids, amount)),
    void: (ids, amount) => orUnknown('void', () => connector.void(ids, amount)),
    refund: (ids, amount, reference) => orUnknown('refund', () => connector.refund(ids, amount, reference)),
    undo: (ids) => orUnknown('undo', () => connector.undo(ids)),
    query: (ids) => orUnknown('query', () => connector.query(ids)),
    queryRefund: (ids, refundId) => orUnknown('queryRefund', () => connector.queryRefund(ids, refundId)),
    health: async (account) => {
      try {
        return await connector.health(account);
      } catch (error) {
        onConnectorError(provider, error);
        return { healthy: false, reason: CONNECTOR_FAILED.reason };
      }
    },
  };
}

function orUnknownOf({ provider }: Provider, { onConnectorError, onCall, aroundCall }: Watchers): OrUnknown {
  return async <Outcome extends Ended>(
    operation: string,
    call: () => Promise<Outcome>,
    about?: Pick<AcquirerCall, 'accountId' | 'kind'>,
  ) => {
    const startedAt = performance.now();
    let ended: Outcome | typeof CONNECTOR_FAILED = CONNECTOR_FAILED;
    try {
      ended = await (aroundCall ? aroundCall({ provider, operation }, call) : call());
    } catch (error) {
      onConnectorError(provider, error);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const { outcome, decline }: Ended = ended;
    const { declineClass, code } = decline ?? {};
    onCall({ ...about, provider, operation, outcome, seconds, declineClass, code });
    return ended;
  };
}
