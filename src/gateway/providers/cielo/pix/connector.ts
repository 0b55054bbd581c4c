import type { ChargeTerms } from '../../capabilities.ts';
import type { ChargeProvider } from '../../charge-provider.ts';
import type { ConnectorOptions } from '../../connector-kind.ts';
import type { CieloTiming } from '../call/timing.ts';
import { type CieloParts, cieloContext } from '../connector-context.ts';
import { cieloHealth } from '../health.ts';
import { invalidForCielo, notSentToCielo, withCieloAccount } from '../with-account.ts';
import { createCieloCharge } from './create.ts';
import { queryPix } from './look-up.ts';
import { referenceOfNotice } from './notice.ts';
import { queryPixRefund, queryWholeRefund, refundPix, SHOWN_WITHIN_MS } from './refund.ts';
import { removePix, undoPix } from './remove.ts';
import { LONGEST_LIFE_MS } from './standing.ts';

const VERSION = '3.0';
const REFUND_DAYS = 90;

/** Pix through an account at Cielo: the same interface as for cards, with what Cielo calls `Cielo2`. */
export function createCieloPix(options: ConnectorOptions, parts: CieloParts = {}): ChargeProvider {
  const context = cieloContext(options, parts);
  const terms = termsWith(context.timing);

  const { through, charging } = withCieloAccount(options.production);

  return {
    provider: 'CIELO',
    version: VERSION,
    live: true,
    acquirer: {
      longestLifeMs: LONGEST_LIFE_MS,
      referenceOf: (settings, theirId) =>
        through(
          settings,
          (account) => referenceOfNotice(context, account, theirId),
          () => 'later' as const,
        ),
    },
    capabilities: () => terms,
    create: (request) =>
      through(request.account, (account) => createCieloCharge(context, account, request), invalidForCielo),
    capture: async () => invalidForCielo('nothing is held that could be captured'),
    void: (ids, amount) => charging(ids, (charge) => removePix(context, charge, amount), invalidForCielo),
    undo: (ids) => charging(ids, (charge) => undoPix(context, charge), notSentToCielo),
    query: (ids) => charging(ids, (charge) => queryPix(context, charge), notSentToCielo),
    refund: (ids, amount) => charging(ids, (charge) => refundPix(context, charge, amount), invalidForCielo),
    queryRefund: (ids, refundId) =>
      charging(ids, (charge) => queryPixRefund(context, charge, refundId), notSentToCielo),
    refundPayment: async ({ charge: ids }, amount) =>
      ids
        ? charging(ids, (charge) => refundPix(context, charge, amount), invalidForCielo)
        : invalidForCielo('Cielo finds a payment by its charge alone'),
    queryPaymentRefund: async ({ charge: ids }, reference) =>
      ids
        ? charging(ids, (charge) => queryWholeRefund(context, charge, reference), notSentToCielo)
        : notSentToCielo('Cielo finds a payment by its charge alone'),
    received: async () => ({ outcome: 'invalid_request', reason: 'Cielo lists no payments' }),
    registerNotices: async () => ({
      outcome: 'refused',
      reason: 'Cielo takes the address from a person alone',
    }),
    noticesOf: async () => ({ outcome: 'found', urls: [] }),
    // They come to the address for notices about cards.
    readNotice: () => [],
    health: (settings) =>
      through(
        settings,
        (account) => cieloHealth(context, account),
        (reason) => ({ healthy: false, reason }),
      ),
  };
}

function termsWith({ connectMs, authorizeMs, otherMs, maxProcessingMs }: CieloTiming): ChargeTerms {
  return {
    capture: { later: false, partial: false, multiple: false, windowDays: 0 },
    voidBeforeCapture: 'full',
    refund: {
      ...{ partial: true, multiple: false, windowDays: REFUND_DAYS },
      ...{ asynchronous: true, toldAs: 'sum', shownWithinMs: SHOWN_WITHIN_MS },
    },
    timing: { connectMs, authorizeMs, otherMs, maxProcessingMs },
  };
}
