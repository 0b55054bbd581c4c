import type { CreateOutcome, CreateRequest } from '../../charge-provider.ts';
import type { Deadline, Fields } from '../../http/index.ts';
import { cutText } from '../../texts.ts';
import { txidOf } from '../../txid.ts';
import { type ChargeAtBank, readBankCharge } from '../answer/charge.ts';
import { reaisOf } from '../answer/money.ts';
import type { Problem } from '../answer/problem.ts';
import type { BankAccount } from '../call/settings.ts';
import {
  type BacenContext,
  bankDecline,
  isForbidden,
  noAnswer,
  reasonOf,
  refusalAnswer,
} from '../context.ts';
import { codeOf } from './code.ts';
import { lookUpCharge } from './look-up.ts';

const MAX_MESSAGE = 140;
const MAX_NAME = 200;
const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
/** A charge that ends so much before its time was put again: its life is counted from the first time. */
const TOLERATED_MS = 2_000;
/** Refusals that are no fault of this charge. */
const OURS = new Set(['RequisicaoInvalida', 'AcessoNegado']);

/** `PUT /cob/{txid}` with a txid of ours: a repeated one makes no second charge. */
export async function putBankCharge(
  context: BacenContext,
  account: BankAccount,
  request: CreateRequest,
): Promise<CreateOutcome> {
  const { amount, expiresAt, key } = request;
  const chave = account.keys[key];
  if (chave === undefined) return invalid(`the account has no ${key}`);
  const now = context.clock.now();
  if (!Number.isSafeInteger(amount) || amount < 1 || expiresAt <= now) {
    return invalid('the amount or the expiry is refused');
  }
  const txid = txidOf(request.acquirerReference);
  const deadline = context.deadlineIn(context.timing.authorizeMs);
  const body = chargeBody(request, chave, now);
  const reply = await context.host.call(account, { method: 'PUT', path: `/cob/${txid}`, body }, deadline);
  if (reply.kind === 'refused') {
    return refusedCreation(context, account, { request, txid, reply, deadline });
  }
  if (reply.kind !== 'done') return noAnswer(reply);
  const charge = readBankCharge(reply.fields, txid, reply.status);
  if (typeof charge === 'string') return { outcome: 'unknown', reason: charge };
  await keepLife(context, account, { request, txid, charge, deadline });
  return outcomeOf(context, account, { request, txid, charge, deadline });
}

interface Made {
  readonly request: CreateRequest;
  readonly txid: string;
  readonly charge: ChargeAtBank;
  readonly deadline: Deadline;
}

async function outcomeOf(context: BacenContext, account: BankAccount, made: Made): Promise<CreateOutcome> {
  const { request, charge, deadline, txid } = made;
  const { answer, standing } = charge;
  if (charge.amount !== request.amount)
    return { outcome: 'unknown', reason: 'the charge has another amount', answer };
  if (standing === 'paid') return { outcome: 'approved', captured: true, answer };
  if (standing === 'removed') return { outcome: 'duplicate', answer };
  const code = await codeOf(context, account, { txid, charge }, deadline);
  if (code === undefined)
    return { outcome: 'unknown', reason: 'the bank tells no code of the charge', answer };
  return {
    outcome: 'buyer_awaited',
    nextAction: { kind: 'pix', code },
    expiresAt: request.expiresAt,
    answer,
  };
}

/** What was put again before its time is over lives as long as it was to live. Whether that is done decides nothing. */
async function keepLife({ host }: BacenContext, account: BankAccount, made: Made): Promise<void> {
  const { request, txid, charge, deadline } = made;
  const { revision, createdAt, endsAt, standing } = charge;
  if (revision === 0 || standing !== 'awaited' || createdAt === undefined || endsAt === undefined) return;
  if (request.expiresAt - endsAt < TOLERATED_MS) return;
  const expiracao = Math.ceil((request.expiresAt - createdAt) / 1_000);
  const body = { calendario: { expiracao } };
  await host.call(account, { method: 'PATCH', path: `/cob/${txid}`, body }, deadline);
}

interface Refused {
  readonly request: CreateRequest;
  readonly txid: string;
  readonly reply: { readonly status: number; readonly problem: Problem };
  readonly deadline: Deadline;
}

/** Refused because of what it asks for, or because an earlier call made the charge and it is paid or removed by now. */
async function refusedCreation(
  context: BacenContext,
  account: BankAccount,
  { request, txid, reply, deadline }: Refused,
): Promise<CreateOutcome> {
  const { status, problem } = reply;
  const answer = refusalAnswer(problem, status);
  if (isForbidden(reply)) return { outcome: 'invalid_request', reason: reasonOf(problem), answer };
  const found = await lookUpCharge(context, account, txid, deadline);
  switch (found.kind) {
    case 'found':
      return outcomeOf(context, account, { request, txid, charge: found.charge, deadline });
    case 'not_found':
      return isOurs(problem, status)
        ? { outcome: 'invalid_request', reason: reasonOf(problem), answer }
        : { outcome: 'declined', decline: bankDecline(problem, 'fix_data'), answer };
    default:
      // An earlier call with this txid may have made it.
      return { outcome: 'unknown', reason: found.reason, answer };
  }
}

/** The account's settings are wrong, or this connector: no other charge would fare better. */
function isOurs({ code, members }: Problem, status: number): boolean {
  return status === 404 || OURS.has(code) || members.includes('chave');
}

function chargeBody(
  { amount, expiresAt, payer, description }: CreateRequest,
  chave: string,
  now: number,
): Fields {
  const debtor = payer && debtorOf(payer);
  return {
    calendario: { expiracao: Math.max(1, Math.ceil((expiresAt - now) / 1_000)) },
    ...(debtor ? { devedor: debtor } : {}),
    valor: { original: reaisOf(amount) },
    chave,
    ...(description === undefined || description.trim() === ''
      ? {}
      : { solicitacaoPagador: cutText(description.trim(), MAX_MESSAGE) }),
  };
}

/** Sent only where both are known and can be meant. */
function debtorOf({
  name,
  document,
}: {
  readonly name: string;
  readonly document: string;
}): Fields | undefined {
  const nome = cutText(name.trim(), MAX_NAME);
  if (nome === '') return undefined;
  if (CPF.test(document)) return { cpf: document, nome };
  return CNPJ.test(document) ? { cnpj: document, nome } : undefined;
}

function invalid(reason: string): CreateOutcome {
  return { outcome: 'invalid_request', reason, answer: {} };
}
