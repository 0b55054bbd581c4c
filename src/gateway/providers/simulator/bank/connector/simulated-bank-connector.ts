import type { ChargeTerms } from '../../../capabilities.ts';
import type { ChargeProvider, PaymentIds } from '../../../charge-provider.ts';
import { readPixNotice } from '../../../pix-notice.ts';
import { type BankCharge, settlingPaymentOf } from '../book/bank-charge.ts';
import { REFUND_DAYS } from '../book/refund.ts';
import { NOT_FOUND, snapshotOf, txidIn } from './bank-answer.ts';
import { type BankContext, bankTiming } from './context.ts';
import { createCharge } from './create.ts';
import { receivedOf } from './receive.ts';
import { refundOf, refundQueryOf } from './refund.ts';
import { removeCharge, undoCreation } from './remove.ts';

const VERSION = 'simulator';

/** A connector of the simulated bank without the name under which it answers. */
export function simulatedBankConnector(context: BankContext): Omit<ChargeProvider, 'provider'> {
  const { book, storage, timeScale } = context;
  /** Where the book is unavailable, nobody can tell what became of the request. */
  const reached = <Outcome>(call: Promise<Outcome>) =>
    call.catch((error: unknown) => {
      context.onStorageError(error);
      return { outcome: 'unknown', reason: "the simulated bank's book cannot be reached" } as const;
    });
  const chargeOfPayment = async ({ endToEndId }: PaymentIds) => {
    const kept = await storage.byEndToEndId(endToEndId);
    return kept && book.find(kept.charge.txid);
  };
  const terms: ChargeTerms = {
    capture: { later: false, partial: false, multiple: false, windowDays: 0 },
    voidBeforeCapture: 'full',
    refund: { partial: true, multiple: true, windowDays: REFUND_DAYS, asynchronous: true },
    timing: { ...bankTiming, maxProcessingMs: bankTiming.maxProcessingMs / timeScale },
  };

  return {
    version: VERSION,
    live: false,
    capabilities: () => terms,
    create: (request) => reached(createCharge(context, request)),
    capture: async () => ({
      outcome: 'invalid_request',
      reason: 'nothing is held that could be captured',
      answer: {},
    }),
    void: (ids, amount) => reached(removeCharge(context, ids, amount)),
    undo: (ids) => reached(undoCreation(context, ids)),
    query: (ids) =>
      reached(
        book
          .find(txidIn(ids))
          .then((charge) =>
            charge
              ? { outcome: 'found', charge: snapshotOf(charge, context.host()) }
              : { outcome: 'not_found' },
          ),
      ),
    refund: (ids, amount, id) => {
      const settling = (charge: BankCharge) => settlingPaymentOf(charge)?.endToEndId;
      return reached(refundOf(context, txidIn(ids), settling, amount, id));
    },
    queryRefund: (ids, id) =>
      reached(
        book
          .find(txidIn(ids))
          .then((charge) => refundQueryOf(charge, charge && settlingPaymentOf(charge)?.endToEndId, id)),
      ),
    refundPayment: (payment, amount, id) =>
      reached(
        chargeOfPayment(payment).then((charge) =>
          charge ? refundOf(context, charge.txid, () => payment.endToEndId, amount, id) : NOT_FOUND,
        ),
      ),
    queryPaymentRefund: (payment, id) =>
      reached(chargeOfPayment(payment).then((charge) => refundQueryOf(charge, payment.endToEndId, id))),
    received: ({ accountId }, period) => reached(receivedOf(context, accountId, period)),
    registerNotices: ({ accountId }, url) =>
      URL.canParse(url)
        ? reached(storage.keepSetting(noticesOf(accountId), url).then(() => ({ outcome: 'registered' })))
        : Promise.resolve({ outcome: 'refused', reason: 'not an address' }),
    noticesOf: ({ accountId }) =>
      reached(
        storage
          .setting(noticesOf(accountId))
          .then((url) => ({ outcome: 'found', urls: url === undefined ? [] : [url] })),
      ),
    readNotice: readPixNotice,
    health: async () => ({ healthy: true }),
  };
}

function noticesOf(accountId: string): string {
  return `notices ${accountId}`;
}
