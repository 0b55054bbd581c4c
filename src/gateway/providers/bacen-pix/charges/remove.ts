import { CHARGE_PAID } from '../../charge-provider.ts';
import { type Deadline, type Fields, isPresent } from '../../http/index.ts';
import type { Decline, HostAnswer, MoveOutcome, UndoOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import { txidOf } from '../../txid.ts';
import { type ChargeAtBank, readBankCharge } from '../answer/charge.ts';
import type { BankAccount } from '../call/settings.ts';
import { type BacenContext, isForbidden, isMissing, noAnswer, reasonOf, refusalAnswer } from '../context.ts';
import { lookUpCharge } from './look-up.ts';

const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

const PAID: Decline = {
  code: CHARGE_PAID,
  message: 'A cobrança já foi paga',
  declineClass: 'wrong_function',
  reversible: false,
};

/** Removes a charge that is not paid, as a whole: done only when the bank says that it is removed. */
export async function removeBankCharge(
  context: BacenContext,
  account: BankAccount,
  { acquirerReference }: ChargeIds,
  amount: number | undefined,
): Promise<MoveOutcome> {
  const txid = txidOf(acquirerReference);
  const deadline = context.deadlineIn(context.timing.otherMs);
  if (amount !== undefined) {
    const found = await lookUpCharge(context, account, txid, deadline);
    if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
    if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
    const { charge } = found;
    if (charge.standing !== 'awaited' || charge.amount !== amount) return settledOutcome(charge, amount);
  }
  const call = { method: 'PATCH', path: `/cob/${txid}`, body: { status: REMOVED } } as const;
  const reply = await context.host.call(account, call, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
  if (reply.kind === 'done') return answeredRemoval(context, account, { txid, deadline, reply });
  const { problem, status } = reply;
  const answer = refusalAnswer(problem, status);
  if (isMissing(reply)) return { outcome: 'not_found', answer };
  if (isForbidden(reply)) return { outcome: 'invalid_request', reason: reasonOf(problem), answer };
  return standing(context, account, { txid, deadline, refused: { reason: reasonOf(problem), answer } });
}

async function answeredRemoval(
  context: BacenContext,
  account: BankAccount,
  {
    reply: { fields, status },
    ...known
  }: {
    readonly txid: string;
    readonly deadline: Deadline;
    readonly reply: { readonly fields: Fields; readonly status: number };
  },
): Promise<MoveOutcome> {
  const charge = readBankCharge(fields, known.txid, status);
  if (typeof charge === 'string' && isPresent(fields, 'txid')) return { outcome: 'unknown', reason: charge };
  // Whatever the answer was, what stands at the bank counts.
  return typeof charge === 'string' || charge.standing === 'awaited'
    ? standing(context, account, { ...known, refused: undefined })
    : settledOutcome(charge, undefined);
}

interface After {
  readonly txid: string;
  readonly deadline: Deadline;
  readonly refused: { readonly reason: string; readonly answer: HostAnswer } | undefined;
}

/** A refusal that says nothing of why: paid meanwhile, or removed before. */
async function standing(
  context: BacenContext,
  account: BankAccount,
  { txid, deadline, refused }: After,
): Promise<MoveOutcome> {
  const found = await lookUpCharge(context, account, txid, deadline);
  if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
  if (found.kind !== 'found') return { outcome: 'unknown', reason: found.reason };
  if (found.charge.standing !== 'awaited') return settledOutcome(found.charge, undefined);
  if (refused) return { outcome: 'unknown', ...refused };
  return { outcome: 'unknown', reason: 'the bank did not remove the charge', answer: found.charge.answer };
}

function settledOutcome(charge: ChargeAtBank, asked: number | undefined): MoveOutcome {
  const { answer, amount } = charge;
  if (asked !== undefined && asked !== amount) {
    return { outcome: 'invalid_request', reason: 'a charge is removed as a whole', answer };
  }
  if (charge.standing === 'paid') return { outcome: 'declined', decline: PAID, answer };
  return { outcome: 'done', amount, answer };
}

/** The same after a creation whose answer was lost. */
export async function undoBankCharge(
  context: BacenContext,
  account: BankAccount,
  ids: ChargeIds,
): Promise<UndoOutcome> {
  const outcome = await removeBankCharge(context, account, ids, undefined);
  switch (outcome.outcome) {
    case 'not_found':
      return { outcome: 'undone', existed: false };
    case 'done':
      return { outcome: 'undone', existed: true, answer: outcome.answer };
    case 'declined':
      return { outcome: 'refused', decline: outcome.decline, answer: outcome.answer };
    case 'not_sent':
      return { outcome: 'not_sent', reason: outcome.reason };
    case 'pending':
      return { outcome: 'unknown', reason: 'the bank has not removed it yet' };
    default:
      return { outcome: 'unknown', reason: outcome.reason };
  }
}
