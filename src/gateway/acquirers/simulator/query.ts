import type { AuthorizeOutcome, ChargeIds, QueryOutcome, RefundQueryOutcome } from '../connector.ts';
import { type Charge, isFinal } from './charge.ts';
import type { SimulatorContext } from './context.ts';
import { answerOf, outcomeOf, pictureOf } from './host-answer.ts';
import { findRefund } from './refund-id.ts';
import type { ReceivedRequest } from './request-log.ts';
import { scenarioNamed } from './scenarios.ts';

const FAILS = { outcome: 'unknown', reason: 'HTTP 503: queries fail' } as const;

/** The full picture of a charge. */
export async function queryCharge(context: SimulatorContext, ids: ChargeIds): Promise<QueryOutcome> {
  const charge = await look(context, ids, 'query');
  if (charge === undefined) return { outcome: 'not_found' };
  if (queryFails(context, charge)) return FAILS;
  return { outcome: 'found', charge: pictureOf(charge, context.elapsed) };
}

export async function queryRefund(
  context: SimulatorContext,
  ids: ChargeIds,
  refundId: string,
): Promise<RefundQueryOutcome> {
  const charge = await look(context, ids, 'query_refund');
  if (charge === undefined) return { outcome: 'not_found' };
  if (queryFails(context, charge)) return FAILS;
  const refund = findRefund(charge, refundId);
  if (refund === undefined) return { outcome: 'not_found' };
  const outcome = isFinal(charge, refund, context.elapsed) ? 'done' : 'pending';
  return { outcome, amount: refund.amount, answer: answerOf(charge) };
}

/** The outcome of an authorization after the buyer was sent away to be authenticated. */
export async function continueAfterAuthentication(
  context: SimulatorContext,
  ids: ChargeIds,
): Promise<AuthorizeOutcome> {
  const charge = await look(context, ids, 'continue_after_authentication');
  if (charge === undefined) return { outcome: 'unknown', reason: 'the acquirer does not know this charge' };
  return queryFails(context, charge) ? FAILS : outcomeOf(charge, context);
}

function look(
  context: SimulatorContext,
  ids: ChargeIds,
  operation: ReceivedRequest['operation'],
): Promise<Charge | undefined> {
  const { acquirerReference: reference, theirId } = ids;
  context.requests.add({ at: context.clock.now(), operation, reference, theirId });
  return context.book.find(ids);
}

function queryFails(context: SimulatorContext, charge: Charge): boolean {
  return context.elapsed(charge.created) < scenarioNamed(charge.scenario).queriesFailForMs;
}
