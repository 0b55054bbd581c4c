import type { MinorUnits } from '../../capabilities.ts';
import { type Deadline, group, identifier, notAnswered } from '../../http/index.ts';
import type { HostAnswer, MoveOutcome } from '../../outcome.ts';
import { capturedOf } from '../answer/snapshot.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { lookUpSale } from '../query/look-up.ts';
import { movedAnswer, refusedMove } from './moved.ts';

const CONFIRMED = '2';

/** Captures an authorized sale, in whole or in part, once. The answer names no amount: a query tells it. */
export async function cieloCapture(
  context: CieloContext,
  charge: CieloCharge,
  amount: MinorUnits,
): Promise<MoveOutcome> {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    return { outcome: 'invalid_request', reason: 'the amount is no whole number from 1', answer: {} };
  }
  const deadline = context.deadlineIn(context.timing.otherMs);
  const named = await idOf(context, charge, deadline);
  if ('outcome' in named) return named;
  const path = `/1/sales/${encodeURIComponent(named.id)}/capture?amount=${amount}`;
  const reply = await context.host.call(charge.account, { method: 'PUT', path, body: {} }, deadline);
  if (reply.kind !== 'answered') return notAnswered(reply);
  const { fields, status } = reply;
  const answer = movedAnswer(fields, status);
  if (status >= 400) return refusedMove(fields, answer);
  if (identifier(fields, 'status') !== CONFIRMED) {
    return { outcome: 'unknown', reason: `return code ${answer.rawCode ?? 'missing'}`, answer };
  }
  const told = identifier(fields, 'tid') ?? identifier(group(fields, 'payment'), 'tid');
  return captured(context, { ...charge, paymentId: named.id }, { amount, answer, told, deadline });
}

async function captured(
  context: CieloContext,
  charge: CieloCharge,
  wanted: { amount: MinorUnits; answer: HostAnswer; told: string | undefined; deadline: Deadline },
): Promise<MoveOutcome> {
  const { amount, answer, told, deadline } = wanted;
  const found = await lookUpSale(context, charge, deadline);
  const lost = (reason: string): MoveOutcome => ({ outcome: 'unknown', reason, answer });
  if (found.kind !== 'found') return lost('the captured amount could not be queried');
  const { sale } = found;
  if (told !== undefined && sale.tid !== undefined && told !== sale.tid) {
    return { outcome: 'unknown', reason: 'the answer names another tid' };
  }
  if (capturedOf(sale) !== amount) return lost('another amount was captured');
  return { outcome: 'done', amount, answer: { ...answer, theirId: sale.paymentId } };
}

async function idOf(
  context: CieloContext,
  charge: CieloCharge,
  deadline: Deadline,
): Promise<{ readonly id: string } | MoveOutcome> {
  if (charge.paymentId !== undefined) return { id: charge.paymentId };
  const found = await lookUpSale(context, charge, deadline);
  if (found.kind === 'found') return { id: found.sale.paymentId };
  if (found.kind === 'not_found') return { outcome: 'not_found', answer: {} };
  return { outcome: 'not_sent', reason: `the charge could not be looked up: ${found.reason}` };
}
