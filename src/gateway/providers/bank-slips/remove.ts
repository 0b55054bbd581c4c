import { isForbidden, isMissing, noAnswer, reasonOf, refusalAnswer } from '../bacen-pix/index.ts';
import { CHARGE_PAID } from '../charge-provider.ts';
import type { Deadline } from '../http/index.ts';
import type { Decline, MoveOutcome } from '../outcome.ts';
import { SLIP_BUSY, type SlipIds } from '../slips/slip-provider.ts';
import type { SlipAccount } from './account.ts';
import { keptAnswer } from './answer.ts';
import type { SlipContext } from './context.ts';
import { type LookedUpSlip, lookUpSlip } from './look-up.ts';

const PAID: Decline = {
  code: CHARGE_PAID,
  message: 'O boleto já foi pago',
  declineClass: 'wrong_function',
  reversible: false,
};

const BUSY: Decline = {
  code: SLIP_BUSY,
  message: 'O banco ainda não pode baixar o boleto',
  declineClass: 'soft_technical',
  reversible: true,
};

/** Takes back a slip that is not paid: done only when the bank says that it is gone. */
export async function removeSlip(
  context: SlipContext,
  account: SlipAccount,
  ids: SlipIds,
): Promise<MoveOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  const before = await lookUpSlip(context, account, ids, deadline);
  const settled = settledOutcome(before);
  if (settled) return settled;
  const asked = context.dialect.remove(account, ids);
  if (!asked)
    return { outcome: 'unknown', reason: 'the bank takes this slip back only by its own name for it' };
  const reply = await context.host.call(asked.access, asked.call, deadline);
  if (reply.kind === 'not_sent' || reply.kind === 'unknown') return noAnswer(reply);
  if (reply.kind === 'done') return standing(context, account, ids, deadline);
  const { problem, status } = reply;
  const answer = refusalAnswer(problem, status);
  if (isMissing(reply)) return { outcome: 'not_found', answer };
  if (isForbidden(reply)) return { outcome: 'invalid_request', reason: reasonOf(problem), answer };
  const after = settledOutcome(await lookUpSlip(context, account, ids, deadline));
  if (after) return after;
  if (context.dialect.isBusy(problem.message ?? '')) return { outcome: 'declined', decline: BUSY, answer };
  return { outcome: 'unknown', reason: reasonOf(problem), answer };
}

/** Whatever the answer was, what stands at the bank counts. */
async function standing(
  context: SlipContext,
  account: SlipAccount,
  ids: SlipIds,
  deadline: Deadline,
): Promise<MoveOutcome> {
  const settled = settledOutcome(await lookUpSlip(context, account, ids, deadline));
  return settled ?? { outcome: 'unknown', reason: 'the bank did not take the slip back' };
}

/** Undefined for a slip that is still there. */
function settledOutcome(found: LookedUpSlip): MoveOutcome | undefined {
  if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { slip, payments } = found;
  const answer = keptAnswer(slip);
  if (payments.some(({ settles }) => settles) || slip.standing === 'paid') {
    return { outcome: 'declined', decline: PAID, answer };
  }
  return slip.standing === 'removed' ? { outcome: 'done', amount: slip.amount, answer } : undefined;
}
