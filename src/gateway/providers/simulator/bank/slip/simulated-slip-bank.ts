import { chargeSnapshot } from '../../../charge-snapshot.ts';
import type { AuthorizeOutcome, NextAction } from '../../../outcome.ts';
import { typeableLineOf, writeBarcode } from '../../../slip-code/index.ts';
import {
  BY_TRANSFER,
  isPaidByBarcode,
  type SlipProvider,
  type SlipRequest,
} from '../../../slips/slip-provider.ts';
import { txidOf } from '../../../txid.ts';
import type { BankCharge } from '../book/bank-charge.ts';
import type { BankSlip } from '../book/bank-slip.ts';
import { newBankCharge } from '../book/create.ts';
import { receivedPayment } from '../book/received.ts';
import { bankAnswerOf, NOT_FOUND, pixCodeAt } from '../connector/bank-answer.ts';
import { type BankContext, bankTiming } from '../connector/context.ts';
import { removeCharge } from '../connector/remove.ts';
import { simulatedBankConnector } from '../connector/simulated-bank-connector.ts';
import { scenarioOf } from '../scenarios.ts';

/** Numbers at the clearing house, of the banks that shops name most. */
const BANKS: Readonly<Record<string, string>> = {
  ITAU: '341',
  BRADESCO: '237',
  BB: '001',
  SANTANDER: '033',
  C6BANK: '336',
};
const OTHER_BANK = '341';
const HYBRID: ReadonlySet<string> = new Set(['ITAU', 'C6BANK']);
/** What these two take at least. */
const LEAST: Readonly<Record<string, number>> = { ITAU: 250, C6BANK: 250 };
const MOST_DAYS_AFTER_DUE = 60;
const OUR_NUMBER_DIGITS = 8;
const FREE_FIELD_DIGITS = 25;
const STANDING = { active: 'awaited', paid: 'paid', removed: 'removed' } as const;
const DAY_MS = 24 * 60 * 60_000;

/** The simulated bank for slips, in the same book as its Pix: the Pix of a slip is a charge like any other. */
export function simulatedSlipBank(context: BankContext, provider: string): SlipProvider {
  const pix = simulatedBankConnector(context);
  const { book } = context;
  const reached = <Outcome>(call: Promise<Outcome>) =>
    call.catch((error: unknown) => {
      context.onStorageError(error);
      return { outcome: 'unknown', reason: "the simulated bank's book cannot be reached" } as const;
    });
  return {
    provider,
    version: pix.version,
    live: false,
    health: pix.health,
    capabilities: () => ({
      ...pix.capabilities(),
      slip: { leastAmount: LEAST[provider] ?? 1, mostDaysAfterDue: MOST_DAYS_AFTER_DUE },
    }),
    create: (request) => reached(register(context, provider, request)),
    query: (ids) =>
      reached(
        book
          .find(txidOf(ids.acquirerReference))
          .then((charge) =>
            charge?.slip
              ? ({ outcome: 'found', charge: snapshotOf(context, charge, charge.slip) } as const)
              : ({ outcome: 'not_found' } as const),
          ),
      ),
    remove: (ids) => reached(removeCharge(context, ids, undefined)),
    refundPayment: async (payment, amount, reference) =>
      isPaidByBarcode(payment) ? BY_TRANSFER : pix.refundPayment(payment, amount, reference),
    queryPaymentRefund: async (payment, reference) =>
      isPaidByBarcode(payment) ? { outcome: 'not_found' } : pix.queryPaymentRefund(payment, reference),
    registerNotices: pix.registerNotices,
    readNotice: (body) => pix.readNotice(body).map(({ reference }) => ({ reference, number: undefined })),
  };
}

/** Enters a slip, once for each reference. */
async function register(
  context: BankContext,
  provider: string,
  request: SlipRequest,
): Promise<AuthorizeOutcome> {
  const { clock, storage, book, timeScale } = context;
  const { amount, acquirerReference, payer, account } = request;
  const slip = slipOf(provider, request);
  const { creation } = scenarioOf({ amount, slip });
  if (creation === 'lost') {
    await context.wait(bankTiming.authorizeMs);
    return { outcome: 'unknown', reason: 'no answer within the deadline' };
  }
  const asked = {
    txid: txidOf(acquirerReference),
    accountId: account.accountId,
    token: context.newToken(),
    amount,
    key: '',
    description: undefined,
    debtor: { name: payer.name, document: payer.document },
    createdAt: clock.now(),
    // Nobody at a bank pays it after its last day; here some may, whose money was on its way.
    expiresAt: Date.parse(`${slip.payableUntil}T00:00:00Z`) + 2 * DAY_MS,
    slip,
  };
  if (await storage.insert(newBankCharge(asked, timeScale))) {
    if (creation !== 'answered')
      return { outcome: 'unknown', reason: 'HTTP 504', answer: { httpStatus: 504 } };
  }
  const charge = await book.find(asked.txid);
  if (!charge?.slip || charge.amount !== amount) return { outcome: 'duplicate', answer: NOT_FOUND.answer };
  const answer = slipAnswer(charge, charge.slip);
  if (charge.state === 'paid') return { outcome: 'approved', captured: true, answer };
  if (charge.state === 'removed') return { outcome: 'duplicate', answer };
  return { outcome: 'buyer_awaited', ...awaitedOf(context, charge, charge.slip), answer };
}

function slipOf(provider: string, request: SlipRequest): BankSlip {
  const { number, amount, dueOn, payableUntil, interest, fine, discounts } = request;
  const ourNumber = String(number).padStart(OUR_NUMBER_DIGITS, '0');
  const bank = BANKS[provider] ?? OTHER_BANK;
  const freeField = `109${ourNumber}`.padEnd(FREE_FIELD_DIGITS, '0');
  const barcode = writeBarcode({ bank, dueDate: dueOn, amount, freeField });
  return {
    ...{ number, ourNumber, dueOn, payableUntil, interest, fine, discounts, barcode },
    line: typeableLineOf(barcode),
    isHybrid: HYBRID.has(provider),
  };
}

function slipAnswer(charge: BankCharge, { ourNumber }: BankSlip) {
  return { ...bankAnswerOf(charge), theirId: ourNumber };
}

function awaitedOf({ host }: BankContext, { token, expiresAt }: BankCharge, slip: BankSlip) {
  const { ourNumber, barcode, line, isHybrid } = slip;
  const qrCode = isHybrid ? pixCodeAt(token, host()) : undefined;
  const nextAction: NextAction = { kind: 'slip', slip: { ourNumber, barcode, line, qrCode } };
  return { nextAction, expiresAt };
}

function snapshotOf(context: BankContext, charge: BankCharge, slip: BankSlip) {
  return chargeSnapshot({
    standing: STANDING[charge.state],
    awaited: awaitedOf(context, charge, slip),
    amount: charge.amount,
    payments: charge.payments.map((payment) => ({
      ...receivedPayment(charge, payment),
      settles: payment.settles,
    })),
    answer: slipAnswer(charge, slip),
  });
}
