import type { CardAcquirer } from '../card-acquirer.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import type { AccountSettings, ChargeIds } from '../provider.ts';
import { type CieloAccount, cieloAccount } from './call/settings.ts';
import { cieloCapabilities } from './capabilities.ts';
import { cieloDeleteStoredCard, cieloFindStoredCard, cieloStoreCard } from './cards/stored-cards.ts';
import { type CieloParts, cieloContext } from './connector-context.ts';
import { type CieloCharge, cieloCharge } from './context.ts';
import { cieloHealth } from './health.ts';
import { cieloCancel } from './movements/cancel.ts';
import { cieloCapture } from './movements/capture.ts';
import { cieloUndo } from './movements/undo.ts';
import { cieloContinue, cieloQuery, cieloQueryRefund } from './query/query.ts';
import { cieloAuthorize } from './sale/authorize.ts';
import { cieloVerifyCard } from './sale/verify-card.ts';

/** 1.5 was the number of an older manual of the same interface. */
const VERSION = '3.0';

/** Speaks to Cielo's E-commerce API 3.0. Its only state are connections, and when it last canceled of a sale. */
export function createCieloConnector(options: ConnectorOptions, parts: CieloParts = {}): CardAcquirer {
  const context = cieloContext(options, parts);
  const capabilities = cieloCapabilities(context.timing);

  /** Makes a call with the account, or returns `unusable` for settings with which nothing can be sent. */
  const through = <Outcome, Unusable>(
    settings: AccountSettings,
    work: (account: CieloAccount) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ): Promise<Outcome | Unusable> => {
    const account = cieloAccount(settings, options.production);
    return typeof account === 'string' ? Promise.resolve(unusable(account)) : work(account);
  };
  const charging = <Outcome, Unusable>(
    ids: ChargeIds,
    work: (charge: CieloCharge) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ) => through(ids.account, (account) => work(cieloCharge(ids, account)), unusable);

  return {
    provider: 'CIELO',
    version: VERSION,
    live: true,
    capabilities,
    authorize: (attempt) =>
      through(attempt.account, (account) => cieloAuthorize(context, account, attempt), invalid),
    continueAfterAuthentication: (ids) => charging(ids, (charge) => cieloContinue(context, charge), notSent),
    capture: (ids, amount) => charging(ids, (charge) => cieloCapture(context, charge, amount), invalid),
    void: (ids, amount) => charging(ids, (charge) => cieloCancel(context, charge, amount), invalid),
    refund: (ids, amount) => charging(ids, (charge) => cieloCancel(context, charge, amount), invalid),
    undo: (ids) => charging(ids, (charge) => cieloUndo(context, charge), notSent),
    query: (ids) => charging(ids, (charge) => cieloQuery(context, charge), notSent),
    queryRefund: (ids, refundId) =>
      charging(ids, (charge) => cieloQueryRefund(context, charge, refundId), notSent),
    verifyCard: (card, settings) =>
      through(settings, (account) => cieloVerifyCard(context, account, card), invalid),
    storeCard: (request) =>
      through(request.account, (account) => cieloStoreCard(context, account, request), invalid),
    findStoredCard: (ids) =>
      through(ids.account, (account) => cieloFindStoredCard(context, account, ids), notSent),
    deleteStoredCard: cieloDeleteStoredCard,
    health: (settings) =>
      through(
        settings,
        (account) => cieloHealth(context, account),
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
