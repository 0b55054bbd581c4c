import type { MinorUnits } from '../../capabilities.ts';
import {
  type BookCharge,
  type BookMovement,
  cancel,
  capture,
  isFinal,
  refund,
  refundIdOf,
  scenarioNamed,
} from '../../issuer/index.ts';
import type { Decline, HostAnswer, MoveOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import type { SimulatorContext } from '../context.ts';
import type { ReceivedRequest } from '../received-request.ts';
import { timing } from './capabilities.ts';
import { answerOf } from './host-answer.ts';

/** Captures an authorized sale, in one or more parts. */
export async function simulatedCapture(
  context: SimulatorContext,
  ids: ChargeIds,
  amount: MinorUnits,
): Promise<MoveOutcome> {
  receive(context, 'capture', ids, amount);
  return play(context, ids, 'capture', (charge) => capture(charge, amount, context.elapsed));
}

/** Releases authorized money, or refunds captured money. */
export async function simulatedVoid(
  context: SimulatorContext,
  ids: ChargeIds,
  amount: MinorUnits | undefined,
): Promise<MoveOutcome> {
  receive(context, 'void', ids, amount);
  const now = context.clock.now();
  return play(context, ids, 'refund', (charge) => cancel(charge, amount, now, context.elapsed));
}

/** Refunds captured money, once for each reference. */
export async function simulatedRefund(
  context: SimulatorContext,
  ids: ChargeIds,
  amount: MinorUnits,
  reference: string,
): Promise<MoveOutcome> {
  receive(context, 'refund', ids, amount, reference);
  const bookRefund = { reference, amount, at: context.clock.now() };
  return play(context, ids, 'refund', (charge) => refund(charge, bookRefund, context.elapsed));
}

async function play(
  context: SimulatorContext,
  ids: ChargeIds,
  step: 'capture' | 'refund',
  work: (charge: BookCharge) => BookMovement,
): Promise<MoveOutcome> {
  const movement = await context.book.move(ids, work);
  if (movement === undefined) {
    return { outcome: 'not_found', answer: { rawCode: '78', httpStatus: 404 } };
  }
  if ('refused' in movement) return refused(movement.refused);

  const { charge, moved, refund } = movement;
  const movesTakenMoney = step === 'capture' || refund !== undefined;
  if (movesTakenMoney && scenarioNamed(charge.scenario)[step] === 'answer_lost') {
    await context.wait(timing.otherMs);
    return { outcome: 'unknown', reason: 'no answer within the deadline' };
  }
  const answer: HostAnswer = answerOf(charge);
  if (refund === undefined) return { outcome: 'done', amount: moved, answer };
  const refundId = refundIdOf(charge, refund);
  return isFinal(charge, refund, context.elapsed)
    ? { outcome: 'done', amount: moved, refundId, answer }
    : { outcome: 'pending', refundId, answer };
}

function refused(decline: Decline): MoveOutcome {
  const answer = { rawCode: decline.code, rawMessage: decline.message, httpStatus: 400 };
  return { outcome: 'declined', decline, answer };
}

function receive(
  context: SimulatorContext,
  operation: ReceivedRequest['operation'],
  ids: ChargeIds,
  amount: MinorUnits | undefined,
  refundReference?: string,
): void {
  const { acquirerReference: reference, theirId } = ids;
  const request = { at: context.clock.now(), operation, reference, theirId, amount };
  context.requests.add(refundReference === undefined ? request : { ...request, refund: refundReference });
}
