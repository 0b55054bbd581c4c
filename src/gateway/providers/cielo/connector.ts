import type { CardAcquirer } from '../card-acquirer.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import { cieloCapabilities } from './capabilities.ts';
import { cieloDeleteStoredCard, cieloFindStoredCard, cieloStoreCard } from './cards/stored-cards.ts';
import { type CieloParts, cieloContext } from './connector-context.ts';
import { cieloHealth } from './health.ts';
import { cieloCancel } from './movements/cancel.ts';
import { cieloCapture } from './movements/capture.ts';
import { cieloUndo } from './movements/undo.ts';
import { cieloContinue, cieloQuery, cieloQueryRefund } from './query/query.ts';
import { cieloAuthorize } from './sale/authorize.ts';
import { cieloVerifyCard } from './sale/verify-card.ts';
import { invalidForCielo, notSentToCielo, withCieloAccount } from './with-account.ts';

/** 1.5 was the number of an older manual of the same interface. */
const VERSION = '3.0';

/** Speaks to Cielo's E-commerce API 3.0. Its only state are connections, and when it last canceled of a sale. */
export function createCieloConnector(options: ConnectorOptions, parts: CieloParts = {}): CardAcquirer {
  const context = cieloContext(options, parts);
  const capabilities = cieloCapabilities(context.timing);

  const { through, charging } = withCieloAccount(options.production);

  return {
    provider: 'CIELO',
    version: VERSION,
    live: true,
    capabilities,
    authorize: (attempt) =>
      through(attempt.account, (account) => cieloAuthorize(context, account, attempt), invalidForCielo),
    continueAfterAuthentication: (ids) =>
      charging(ids, (charge) => cieloContinue(context, charge), notSentToCielo),
    capture: (ids, amount) =>
      charging(ids, (charge) => cieloCapture(context, charge, amount), invalidForCielo),
    void: (ids, amount) => charging(ids, (charge) => cieloCancel(context, charge, amount), invalidForCielo),
    refund: (ids, amount) => charging(ids, (charge) => cieloCancel(context, charge, amount), invalidForCielo),
    undo: (ids) => charging(ids, (charge) => cieloUndo(context, charge), notSentToCielo),
    query: (ids) => charging(ids, (charge) => cieloQuery(context, charge), notSentToCielo),
    queryRefund: (ids, refundId) =>
      charging(ids, (charge) => cieloQueryRefund(context, charge, refundId), notSentToCielo),
    verifyCard: (card, settings) =>
      through(settings, (account) => cieloVerifyCard(context, account, card), invalidForCielo),
    storeCard: (request) =>
      through(request.account, (account) => cieloStoreCard(context, account, request), invalidForCielo),
    findStoredCard: (ids) =>
      through(ids.account, (account) => cieloFindStoredCard(context, account, ids), notSentToCielo),
    deleteStoredCard: cieloDeleteStoredCard,
    health: (settings) =>
      through(
        settings,
        (account) => cieloHealth(context, account),
        (reason) => ({ healthy: false, reason }),
      ),
  };
}
