import type { CardAcquirer } from '../card-acquirer.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import { createHttpLink, type DeadlineIn, deadlineIn as realDeadlineIn } from '../http/index.ts';
import type { AccountSettings, ChargeIds } from '../provider.ts';
import { createRedeHost } from './call/host.ts';
import { type RedeAccount, redeAccount } from './call/settings.ts';
import { type RedeTiming, redeTiming } from './call/timing.ts';
import { createTokens } from './call/tokens.ts';
import { redeCapabilities } from './capabilities.ts';
import { redeDeleteStoredCard, redeFindStoredCard, redeStoreCard } from './cards/stored-cards.ts';
import { type RedeCharge, type RedeContext, redeCharge } from './context.ts';
import { checkHealth } from './health.ts';
import { redeCapture } from './movements/capture.ts';
import { redeRefund, redeVoid } from './movements/refund.ts';
import { redeUndo } from './movements/undo.ts';
import { redeContinue, redeQuery, redeQueryRefund } from './query/query.ts';
import { redeAuthorize } from './sale/authorize.ts';
import { redeVerifyCard } from './sale/verify-card.ts';

const VERSION = '2.0';

/** Speaks to Rede's e-commerce API (docs/contract/acquirers.md A). Its only state are connections and tokens. */
export function createRedeConnector(
  { clock, production, timeScale, ending }: ConnectorOptions,
  timing: RedeTiming = redeTiming(timeScale),
  deadlineIn: DeadlineIn = realDeadlineIn,
): CardAcquirer {
  const link = createHttpLink({ connectMs: timing.connectMs, ending });
  const tokens = createTokens({ link, clock, newDeadline: () => deadlineIn(timing.tokenMs) });
  const host = createRedeHost({ link, tokens, leastMs: timing.leastMs });
  const context: RedeContext = { host, clock, production, timing, deadlineIn };
  const capabilities = redeCapabilities(timing);

  /** Makes a call with the account, or returns `unusable` for settings with which nothing can be sent. */
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
      through(attempt.account, (account) => redeAuthorize(context, account, attempt), invalid),
    continueAfterAuthentication: (ids) => charging(ids, (charge) => redeContinue(context, charge), notSent),
    capture: (ids, amount) => charging(ids, (charge) => redeCapture(context, charge, amount), invalid),
    void: (ids, amount) => charging(ids, (charge) => redeVoid(context, charge, amount), invalid),
    refund: (ids, amount) => charging(ids, (charge) => redeRefund(context, charge, amount), invalid),
    undo: (ids) => charging(ids, (charge) => redeUndo(context, charge), notSent),
    query: (ids) => charging(ids, (charge) => redeQuery(context, charge), notSent),
    queryRefund: (ids, refundId) =>
      charging(ids, (charge) => redeQueryRefund(context, charge, refundId), notSent),
    verifyCard: (card, settings) =>
      through(settings, (account) => redeVerifyCard(context, account, card), invalid),
    storeCard: (request) =>
      through(request.account, (account) => redeStoreCard(context, account, request), invalid),
    findStoredCard: (ids) =>
      through(ids.account, (account) => redeFindStoredCard(context, account, ids), notSent),
    deleteStoredCard: (ids) =>
      through(ids.account, (account) => redeDeleteStoredCard(context, account, ids), notSent),
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
