import type { Secret } from '../../../../platform/secret.ts';
import { codeFor, declineFor } from '../../abecs/index.ts';
import type { AuthorizeRequest } from '../../card-acquirer.ts';
import { type Fields, notAnswered } from '../../http/index.ts';
import type { AuthorizeOutcome } from '../../outcome.ts';
import { answerOfAnother, type CieloSale, readRecord, STATUS } from '../answer/record.ts';
import { SALE_UNKNOWN } from '../answer/return-codes.ts';
import { declineOfSale, errorVerdict } from '../answer/verdict.ts';
import type { CieloAccount } from '../call/settings.ts';
import { CIELO_MAX_INSTALLMENTS } from '../capabilities.ts';
import type { CieloContext } from '../context.ts';
import { cieloSaleBody } from './sale.ts';

const ORDER_NUMBER = /^[0-9A-Za-z]{1,50}$/;
const BAD_INSTALLMENTS_SCENARIO = '023';
const FIRST_DIGITS = 6;
const LAST_DIGITS = 4;

/** Sends a sale, once. */
export async function cieloAuthorize(
  context: CieloContext,
  account: CieloAccount,
  attempt: AuthorizeRequest,
): Promise<AuthorizeOutcome> {
  const refused = refusedBeforeSending(attempt, account);
  if (refused) return refused;
  const body = cieloSaleBody(attempt, account);
  const reply = await context.host.call(
    account,
    { method: 'POST', path: '/1/sales/', body, secrets: secretsOf(attempt) },
    context.deadlineIn(Math.min(context.timing.authorizeMs, attempt.withinMs ?? Infinity)),
  );
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status } = reply;
  return status >= 400 ? refusalOf(fields, status) : saleOutcome(attempt, readRecord(fields, status));
}

function secretsOf({ card, proof }: AuthorizeRequest): readonly Secret[] {
  const own = 'number' in card ? card.number : card.acquirerToken;
  return [own, ...(proof ? [proof.cavv, ...(proof.xid ? [proof.xid] : [])] : [])];
}

/** What Cielo would refuse anyway. Installments beyond its limit are declined sales; anything else is our own error. */
function refusedBeforeSending(
  { amount, installments, kind, card, authentication, proof, acquirerReference }: AuthorizeRequest,
  account: CieloAccount,
): AuthorizeOutcome | undefined {
  const invalid = (reason: string): AuthorizeOutcome => ({ outcome: 'invalid_request', reason, answer: {} });
  if (!Number.isSafeInteger(amount) || amount < 1) return invalid('the amount is no whole number from 1');
  if (!ORDER_NUMBER.test(acquirerReference))
    return invalid('the reference is not of 1 to 50 letters and digits');
  const isAuthenticated = proof !== undefined && !proof.dataOnly;
  if (kind === 'debit' && !isAuthenticated) return invalid('a debit is never sent without authentication');
  if (authentication) return invalid('this acquirer does not authenticate buyers');
  if (installments.count > CIELO_MAX_INSTALLMENTS || (kind === 'debit' && installments.count > 1)) {
    const code = codeFor(card.brand, BAD_INSTALLMENTS_SCENARIO);
    return { outcome: 'declined', decline: declineFor(card.brand, code), answer: {} };
  }
  const isIssuers = installments.count > 1 && installments.plan === 'issuer';
  if (isIssuers && account.issuerInstallments === 'refuse')
    return invalid('these installments are not offered');
  return undefined;
}

function refusalOf(fields: Fields, httpStatus: number): AuthorizeOutcome {
  const verdict = errorVerdict(fields);
  if (!verdict) return { outcome: 'unknown', reason: `HTTP ${httpStatus}`, answer: { httpStatus } };
  const answer = { rawCode: verdict.code, httpStatus };
  switch (verdict.kind) {
    case 'duplicate':
      return { outcome: 'duplicate', answer };
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'invalid_request':
      return { outcome: 'invalid_request', reason: verdict.reason, answer };
    case 'not_found':
      return { outcome: 'invalid_request', reason: `return code ${verdict.code}`, answer };
  }
}

function saleOutcome(attempt: AuthorizeRequest, record: CieloSale): AuthorizeOutcome {
  const foreign = foreignName(attempt, record);
  if (foreign !== undefined) return { outcome: 'unknown', reason: foreign, answer: answerOfAnother(record) };
  const { answer, returnCode, status } = record;
  const named = record.reference !== undefined;
  const unknown = (reason: string): AuthorizeOutcome => ({
    outcome: 'unknown',
    reason,
    // Without our order number in the same answer, the id may belong to another sale.
    answer: named ? answer : answerOfAnother(record),
  });
  const declined = (code: string | undefined): AuthorizeOutcome => ({
    outcome: 'declined',
    decline: declineOfSale(attempt.card.brand ?? record.brand, code, answer.merchantAdviceCode),
    answer,
  });
  // Status 0, and certain all the same: the sale never went to the issuer.
  if (record.isStopped && status !== STATUS.authorized && status !== STATUS.confirmed)
    return declined('BP171');
  switch (status) {
    case STATUS.authorized:
    case STATUS.confirmed: {
      if (!named || answer.theirId === undefined) return unknown('an approval without reference and id');
      const captured = status === STATUS.confirmed;
      // Whether it will still be captured, only a query can tell.
      return (attempt.capture || attempt.kind === 'debit') && !captured
        ? { outcome: 'pending', answer }
        : { outcome: 'approved', captured, answer };
    }
    case STATUS.denied:
    case STATUS.aborted:
      return SALE_UNKNOWN.has(returnCode ?? '') ? unknown(`return code ${returnCode}`) : declined(returnCode);
    case STATUS.pending:
      return named ? { outcome: 'pending', answer } : unknown('an answer without reference');
    default:
      return unknown(`return code ${returnCode ?? 'missing'}`);
  }
}

/** What in an answer shows that it is about another sale; undefined when nothing does. */
function foreignName(
  { acquirerReference, amount, card }: AuthorizeRequest,
  record: CieloSale,
): string | undefined {
  const { reference, answer } = record;
  if (reference !== undefined && reference.toUpperCase() !== acquirerReference.toUpperCase()) {
    return 'the answer names another reference';
  }
  if (record.amount !== undefined && record.amount !== amount) return 'the acquirer speaks of another amount';
  const number = 'number' in card ? card.number.reveal() : card.mask;
  const { cardBin = number.slice(0, FIRST_DIGITS), cardLast4 = number.slice(-LAST_DIGITS) } =
    answer.seen ?? {};
  const isOurs = number.startsWith(cardBin) && number.endsWith(cardLast4);
  return isOurs ? undefined : 'the answer names another card';
}
