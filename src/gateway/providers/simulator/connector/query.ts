import {
  authenticationOfCharge,
  type BookCharge,
  findRefund,
  isFinal,
  queriesFail,
  refusedFor,
  scenarioNamed,
} from '../../issuer/index.ts';
import type { AuthorizeOutcome, QueryOutcome, RefundQueryOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import type { SimulatorContext } from '../context.ts';
import type { ReceivedRequest } from '../received-request.ts';
import { timing } from './capabilities.ts';
import { answerOf, bookSnapshotOf, outcomeOf } from './host-answer.ts';
import { hidesAnswer, unreadable } from './unreadable.ts';

const FAILS = { outcome: 'unknown', reason: 'HTTP 503: queries fail' } as const;

/** A charge with everything that the book knows about it. */
export async function simulatedQuery(context: SimulatorContext, ids: ChargeIds): Promise<QueryOutcome> {
  const charge = await look(context, ids, 'query');
  if (charge === undefined) return { outcome: 'not_found' };
  if (queriesFail(charge, context.elapsed)) return FAILS;
  return { outcome: 'found', charge: bookSnapshotOf(charge, context.elapsed) };
}

export async function simulatedQueryRefund(
  context: SimulatorContext,
  ids: ChargeIds,
  refundId: string,
): Promise<RefundQueryOutcome> {
  const charge = await look(context, ids, 'query_refund');
  if (charge === undefined) return { outcome: 'not_found' };
  if (queriesFail(charge, context.elapsed)) return FAILS;
  const refund = findRefund(charge, refundId);
  if (refund === undefined) return { outcome: 'not_found' };
  const outcome = isFinal(charge, refund, context.elapsed) ? 'done' : 'pending';
  return { outcome, amount: refund.amount, answer: answerOf(charge) };
}

/** The outcome of an authorization after the buyer was redirected to be authenticated. */
export async function simulatedContinue(
  context: SimulatorContext,
  ids: ChargeIds,
): Promise<AuthorizeOutcome> {
  const charge = await look(context, ids, 'continue_after_authentication');
  if (charge === undefined) return { outcome: 'unknown', reason: 'the acquirer does not know this charge' };
  if (queriesFail(charge, context.elapsed)) return FAILS;
  const { answer } = scenarioNamed(charge.scenario).authorize;
  return answerGetsLost(context, charge) ? unreadable(context, answer) : outcomeOf(charge, context);
}

/** A lost answer is that to the first query: the sale itself was answered with an address. */
function answerGetsLost(context: SimulatorContext, charge: BookCharge): boolean {
  const authentication = authenticationOfCharge(charge);
  if (authentication?.ended === undefined || refusedFor(charge) !== undefined) return false;
  const { answer } = scenarioNamed(charge.scenario).authorize;
  return hidesAnswer(answer) && context.elapsed(authentication.ended.at) < timing.authorizeMs;
}

function look(
  context: SimulatorContext,
  ids: ChargeIds,
  operation: ReceivedRequest['operation'],
): Promise<BookCharge | undefined> {
  const { acquirerReference: reference, theirId } = ids;
  context.requests.add({ at: context.clock.now(), operation, reference, theirId });
  return context.book.find(ids);
}
