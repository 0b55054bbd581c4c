import type { AccountSettings, ChargeIds, Connector } from '../connector.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import { createHttpLink } from '../http/index.ts';
import { createRedeHost } from './call/host.ts';
import { type RedeAccount, redeAccount } from './call/settings.ts';
import { type RedeTiming, redeTiming } from './call/timing.ts';
import { createTokens } from './call/tokens.ts';
import { redeCapabilities } from './capabilities.ts';
import { type RedeCharge, type RedeContext, redeCharge } from './context.ts';
import { checkHealth } from './health.ts';
import { captureCharge } from './movements/capture.ts';
import { refundCharge, voidCharge } from './movements/refund.ts';
import { undoCharge } from './movements/undo.ts';
import { continueAfterAuthentication, queryCharge, queryRefund } from './query/query.ts';
import { authorize } from './sale/authorize.ts';
import { verifyCard } from './sale/verify-card.ts';

const VERSION = '2.0';

/** Speaks to Rede's e-commerce API (`reference/acquirers.md` A). Keeps connections and tokens, nothing else. */
export function createRedeConnector(
  { clock, production, timeScale }: ConnectorOptions,
  timing: RedeTiming = redeTiming(timeScale),
): Connector {
  const link = createHttpLink({ connectMs: timing.connectMs });
  const tokens = createTokens({ link, clock, tokenMs: timing.tokenMs });
  const host = createRedeHost({ link, tokens, leastMs: timing.leastMs });
  const context: RedeContext = { host, clock, production, timing };
  const capabilities = redeCapabilities(timing);

  /** Calls with the account, or answers for settings with which nothing can be sent. */
  const through = <Outcome, Unusable>(
    settings: AccountSettings,
    work: (account: RedeAccount) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ): Promise<Outcome | Unusable> => {
    const account = redeAccount(settings, production);
    return typeof account === 'string' ? Promise.resolve(unusable(account)) : work(account);
  };
  const charging = <Outcome, Unusable>(
    ids: ChargeIds,
    work: (charge: RedeCharge) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ) => through(ids.account, (account) => work(redeCharge(ids, account)), unusable);

  return {
    provider: 'REDE',
    version: VERSION,
    live: true,
    capabilities: (_brand, kind) => capabilities(kind),
    authorize: (attempt) =>
      through(attempt.account, (account) => authorize(context, account, attempt), invalid),
    continueAfterAuthentication: (ids) =>
      charging(ids, (charge) => continueAfterAuthentication(context, charge), notSent),
    capture: (ids, amount) => charging(ids, (charge) => captureCharge(context, charge, amount), invalid),
    void: (ids, amount) => charging(ids, (charge) => voidCharge(context, charge, amount), invalid),
    refund: (ids, amount) => charging(ids, (charge) => refundCharge(context, charge, amount), invalid),
    undo: (ids) => charging(ids, (charge) => undoCharge(context, charge), notSent),
    query: (ids) => charging(ids, (charge) => queryCharge(context, charge), notSent),
    queryRefund: (ids, refundId) =>
      charging(ids, (charge) => queryRefund(context, charge, refundId), notSent),
    verifyCard: (card, settings) =>
      through(settings, (account) => verifyCard(context, account, card), invalid),
    health: (settings) =>
      through(
        settings,
        (account) => checkHealth(context, tokens, account),
        (reason) => ({ healthy: false, reason }),
      ),
  };
}

function invalid(reason: string) {
  return { outcome: 'invalid_request', reason, answer: {} } as const;
}

function notSent(reason: string) {
  return { outcome: 'not_sent', reason } as const;
}
