import type { CreateOutcome, CreateRequest, PixKeyKind } from '../../../charge-provider.ts';
import { cutText } from '../../../texts.ts';
import { txidOf } from '../../../txid.ts';
import { type AskedCharge, newBankCharge } from '../book/create.ts';
import { pixScenario } from '../scenarios.ts';
import { creationOf } from './bank-answer.ts';
import { type BankContext, bankTiming } from './context.ts';

const MAX_DESCRIPTION = 140;

const KEYS: Readonly<Record<PixKeyKind, string>> = {
  RANDOM_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  EMAIL: 'recebedor@sandbox.example',
  DOCUMENT: '11222333000181',
  PHONE: '+5511900000000',
};

const REFUSED = {
  outcome: 'invalid_request',
  reason: 'the amount or the expiry is refused',
  answer: { httpStatus: 400, rawCode: 'CobOperacaoInvalida' },
} as const;

/** Enters a charge, once for each reference. */
export async function createCharge(context: BankContext, request: CreateRequest): Promise<CreateOutcome> {
  const { clock, timeScale, storage, book } = context;
  const { amount, expiresAt } = request;
  const now = clock.now();
  if (!Number.isSafeInteger(amount) || amount < 1 || expiresAt <= now) return REFUSED;
  const { creation } = pixScenario(amount);
  if (creation === 'lost') {
    await context.wait(bankTiming.authorizeMs);
    return { outcome: 'unknown', reason: 'no answer within the deadline' };
  }
  const charge = newBankCharge(askedBy(request, context.newToken(), now), timeScale);
  if (await storage.insert(charge)) {
    if (creation === 'answered') return creationOf(charge, context.host());
    return { outcome: 'unknown', reason: 'HTTP 504', answer: { httpStatus: 504 } };
  }
  const known = await book.find(charge.txid);
  return known && known.amount === amount
    ? creationOf(known, context.host())
    : { outcome: 'duplicate', answer: REFUSED.answer };
}

function askedBy(
  { acquirerReference, account, amount, expiresAt, key, payer, description }: CreateRequest,
  token: string,
  createdAt: number,
): AskedCharge {
  return {
    ...{ token, amount, expiresAt, createdAt },
    txid: txidOf(acquirerReference),
    accountId: account.accountId,
    key: KEYS[key],
    description: description && cutText(description, MAX_DESCRIPTION),
    debtor: payer,
  };
}
