import type { CreateOutcome, CreateRequest } from '../../charge-provider.ts';
import { type Fields, notAnswered } from '../../http/index.ts';
import { asciiText } from '../../texts.ts';
import { answerOfAnother, readRecord, STATUS } from '../answer/record.ts';
import { SALE_UNKNOWN } from '../answer/return-codes.ts';
import { errorVerdict } from '../answer/verdict.ts';
import type { CieloAccount } from '../call/settings.ts';
import type { CieloContext } from '../context.ts';
import { LONGEST_LIFE_MS } from './standing.ts';

const PROVIDER = 'Cielo2';
const ORDER_NUMBER = /^[0-9A-Za-z]{1,25}$/;
const MAX_NAME = 255;
const CPF_DIGITS = 11;

/** Asks for a code, once: Cielo has no key against a second one with the same order number. */
export async function createCieloCharge(
  context: CieloContext,
  account: CieloAccount,
  request: CreateRequest,
): Promise<CreateOutcome> {
  const { amount, expiresAt, acquirerReference } = request;
  const lifeMs = expiresAt - context.clock.now();
  if (!account.pix) return invalid('the account takes no Pix');
  if (!Number.isSafeInteger(amount) || amount < 1 || lifeMs <= 0) {
    return invalid('the amount or the expiry is refused');
  }
  if (lifeMs > LONGEST_LIFE_MS) return invalid('a code at Cielo lives for a day at most');
  if (!ORDER_NUMBER.test(acquirerReference))
    return invalid('the reference is not of 1 to 25 letters and digits');
  const body = bodyOf(request, Math.ceil(lifeMs / 1_000));
  const deadline = context.deadlineIn(context.timing.authorizeMs);
  const reply = await context.host.call(account, { method: 'POST', path: '/1/sales/', body }, deadline);
  if (reply.kind !== 'answered') return notAnswered(reply);
  return reply.status >= 400
    ? refusalOf(reply.fields, reply.status)
    : outcomeOf(request, reply.fields, reply.status);
}

function bodyOf({ acquirerReference, amount, payer }: CreateRequest, lifeSeconds: number): Fields {
  const name = payer && asciiText(payer.name, MAX_NAME);
  return {
    MerchantOrderId: acquirerReference,
    ...(payer && name !== undefined
      ? {
          Customer: {
            Name: name,
            Identity: payer.document,
            IdentityType: payer.document.length === CPF_DIGITS ? 'CPF' : 'CNPJ',
          },
        }
      : {}),
    Payment: { Type: 'Pix', Provider: PROVIDER, Amount: amount, QrCode: { Expiration: lifeSeconds } },
  };
}

function outcomeOf(request: CreateRequest, fields: Fields, httpStatus: number): CreateOutcome {
  const record = readRecord(fields, httpStatus);
  const { answer, pix, status, reference, amount } = record;
  if (reference === undefined || reference.toUpperCase() !== request.acquirerReference.toUpperCase()) {
    return {
      outcome: 'unknown',
      reason: 'the answer names another reference',
      answer: answerOfAnother(record),
    };
  }
  if (amount !== undefined && amount !== request.amount) {
    return {
      outcome: 'unknown',
      reason: 'the acquirer speaks of another amount',
      answer: answerOfAnother(record),
    };
  }
  if (status === STATUS.confirmed && pix?.endToEndId !== undefined)
    return { outcome: 'approved', captured: true, answer };
  if (status !== STATUS.pending || pix?.code === undefined || answer.theirId === undefined)
    return { outcome: 'unknown', reason: 'the answer tells no code that can be paid', answer };
  const nextAction = { kind: 'pix', code: pix.code } as const;
  return { outcome: 'buyer_awaited', nextAction, expiresAt: request.expiresAt, answer };
}

function refusalOf(fields: Fields, httpStatus: number): CreateOutcome {
  const verdict = errorVerdict(fields);
  if (!verdict || SALE_UNKNOWN.has(verdict.code))
    return { outcome: 'unknown', reason: `HTTP ${httpStatus}`, answer: { httpStatus } };
  const answer = { rawCode: verdict.code, httpStatus };
  if (verdict.kind === 'duplicate') return { outcome: 'duplicate', answer };
  const reason = verdict.kind === 'invalid_request' ? verdict.reason : `return code ${verdict.code}`;
  return { outcome: 'invalid_request', reason, answer };
}

function invalid(reason: string): CreateOutcome {
  return { outcome: 'invalid_request', reason, answer: {} };
}
