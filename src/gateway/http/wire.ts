import type { LocalTime } from '../../platform/time/clock.ts';
import { type BesideCard, readCard, writeBrowser, writeCard } from '../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import { isPixPayment, type PixBeside, readPix, writePix } from '../kinds/pix/index.ts';
import { isSlipPayment, readSlip, type SlipBeside, writeSlip } from '../kinds/slip/index.ts';
import type { SaleOfAnyKind } from '../payments/index.ts';
import {
  type Customer,
  isUnpaid,
  newResult,
  type Offer,
  recordedAmount,
  type Transaction,
  transactionRefuse,
  type WrittenRecord,
  writeInOrder,
} from '../transactions/index.ts';
import { isPostBackUrl, isReturnUrl } from './addresses.ts';
import type { NewTransactionBody, TransactionRecord } from './schema.ts';

const INTEGRATED = 1;
const CUSTOMER_MEMBERS = ['name', 'document', 'email'] as const satisfies (keyof Customer)[];

/**
 * Reads the wire form after its schema was checked: rules across fields, defaults, addresses. Throws Refusal
 * 400.
 */
export function readNewTransaction(
  body: NewTransactionBody,
  { production, time }: { readonly production: boolean; readonly time: LocalTime },
): SaleOfAnyKind {
  const returnUrl = body.returnUrl ?? body.redirectUrl;
  if (body.postBackUrl !== undefined && !isPostBackUrl(body.postBackUrl, production)) {
    throw transactionRefuse('post_back_url_invalid', { field: 'postBackUrl' });
  }
  if (returnUrl !== undefined && !isReturnUrl(returnUrl, production)) {
    throw transactionRefuse('return_url_invalid', {
      field: body.returnUrl === undefined ? 'redirectUrl' : 'returnUrl',
    });
  }
  const { referenceId, amount, description, postBackUrl } = body;
  const customer = body.customer && knownCustomer(body.customer);
  const sale = { referenceId, amount };
  const order = { description, postBackUrl, returnUrl, customer, intention: undefined };
  const { pix, card, bankSlip } = body.payment;
  if (pix) {
    const { provider, payment } = readPix(pix, time);
    return { ...sale, provider, order: { ...order, payment } };
  }
  if (bankSlip) {
    const { provider, payment, customer: payer } = readSlip(bankSlip, body.customer);
    return { ...sale, provider, order: { ...order, customer: payer, payment } };
  }
  if (!card) throw new Error('checkPaymentKind lets nothing else pass');
  const { payment, ...ofCard } = readCard({ ...body, payment: { card } });
  return { ...sale, order: { ...order, payment }, ...ofCard };
}

/** What is kept of a customer, whatever is paid by. */
function knownCustomer({ name, document, email }: Customer): Customer {
  return { name, document, email };
}

/** What is kept beside a transaction. */
interface Beside extends Partial<Omit<BesideCard, 'time'>> {
  /** Where its buyer is sent to now. */
  readonly redirectUrl: string | undefined;
  /** Of a payment by Pix. */
  readonly pix: PixBeside | undefined;
  /** Of a payment by slip. */
  readonly slip?: SlipBeside | undefined;
}

/** Writes the whole record (docs/contract/decided.md 3, "Transaction answer"). */
export function writeTransaction(
  { id, referenceId, amount, createdAt, order, result }: Transaction,
  time: LocalTime,
  { redirectUrl, savedToken, decline, pix, slip }: Beside,
): WrittenRecord<TransactionRecord> {
  const { intention } = order;
  const browser = writeBrowser({ order });
  return {
    transactionId: id,
    referenceId,
    description: order.description,
    amount: String(amount),
    originalAmount:
      intention?.amount === undefined || intention.amount === amount ? undefined : String(intention.amount),
    status: result.status,
    dtTransaction: time.iso(createdAt),
    dtExpiration: intention && time.iso(intention.expiresAt),
    userAgent: browser.userAgent,
    postBackUrl: order.postBackUrl,
    returnUrl: order.returnUrl,
    customer: order.customer && writeInOrder(order.customer, CUSTOMER_MEMBERS),
    payment: writePayment({ order, result }, time, { savedToken, decline, pix, slip }),
    device: browser.device,
    redirectUrl,
    ...((isPixPayment(order.payment) || isSlipPayment(order.payment)) && {
      integrationType: INTEGRATED,
      allowsManualRetry: false,
    }),
  };
}

function asOffered({ order, result }: Pick<Transaction, 'order' | 'result'>, offer: Offer) {
  return {
    order: { ...order, ...PAYMENT_KINDS.of(offer).asOffered(offer) },
    result: newResult(result.status),
  };
}

/**
 * What it was paid by, and money that came by Pix besides; of an intention that waits for its buyer, or that nobody has
 * paid, all that it offers.
 */
function writePayment(
  { order, result }: Pick<Transaction, 'order' | 'result'>,
  time: LocalTime,
  { savedToken, decline, pix, slip }: Omit<Beside, 'redirectUrl'>,
): WrittenRecord<TransactionRecord['payment']> {
  const { intention, payment } = order;
  const card = (shown: Pick<Transaction, 'order' | 'result'>) =>
    writeCard(shown, { time, savedToken, decline });
  if (!intention || intention.offers.length === 1 || !isUnpaid(result.status)) {
    if (isSlipPayment(payment) && slip) return { bankSlip: writeSlip({ order, result }, slip, time) };
    if (isPixPayment(payment) && pix) return { pix: writePix({ order, result }, pix, time) };
    const paid = { card: card({ order, result }) };
    const offer = intention?.offers.find(({ kind }) => kind === 'pix');
    if (!pix || pix.surplus.length === 0 || !offer) return paid;
    // Nobody can pay that code any more.
    const besides = writePix(asOffered({ order, result }, offer), { ...pix, code: undefined }, time);
    return { ...paid, pix: besides };
  }
  const parts = intention.offers.map((offer) => {
    const isTried = offer.kind === payment.kind;
    const shown = isTried ? { order, result } : asOffered({ order, result }, offer);
    if (offer.kind === 'bankSlip') return { bankSlip: writeSlip(shown, slip ?? NO_SLIP, time) };
    return offer.kind === 'pix' && pix ? { pix: writePix(shown, pix, time) } : { card: card(shown) };
  });
  return Object.assign({}, ...parts);
}

const NO_SLIP: SlipBeside = {
  ending: undefined,
  slip: undefined,
  terms: undefined,
  url: undefined,
  payment: undefined,
  surplus: [],
};

/** The record of the list by referenceId. */
export function writeShortRecord(transaction: Transaction, time: LocalTime) {
  return {
    transactionId: transaction.id,
    amount: String(transaction.amount),
    status: transaction.result.status,
    dtTransaction: time.iso(transaction.createdAt),
  };
}

export function writeListedRecord(transaction: Transaction, time: LocalTime) {
  const { capturedAmount, refundedAmount } = transaction.result;
  return {
    ...writeShortRecord(transaction, time),
    referenceId: transaction.referenceId,
    capturedAmount: recordedAmount(capturedAmount),
    refundedAmount: recordedAmount(refundedAmount),
  };
}
