import {
  type BookCharge,
  type BookMovement,
  hostRefusals,
  scenarioNamed,
  stateOf,
  undone,
} from '../../issuer/index.ts';
import type { UndoOutcome } from '../../outcome.ts';
import type { ChargeIds } from '../../provider.ts';
import type { SimulatorContext } from '../context.ts';
import { timing } from './capabilities.ts';
import { answerOf } from './host-answer.ts';

/** Takes a whole charge back; one that never existed or is gone already counts as undone. */
export async function simulatedUndo(context: SimulatorContext, ids: ChargeIds): Promise<UndoOutcome> {
  const { acquirerReference: reference, theirId } = ids;
  const now = context.clock.now();
  context.requests.add({ at: now, operation: 'undo', reference, theirId });

  const movement = await context.book.move(ids, (charge) => undo(charge, now, context));
  if (movement === undefined) return { outcome: 'undone', existed: false };
  if ('refused' in movement) {
    const decline = movement.refused;
    const answer = { rawCode: decline.code, rawMessage: decline.message, httpStatus: 400 };
    return { outcome: 'refused', decline, answer };
  }
  const { charge } = movement;
  const state = stateOf(charge, context.elapsed);
  if (state === 'canceled') return { outcome: 'undone', existed: true, answer: answerOf(charge) };
  if (state === 'declined') return { outcome: 'undone', existed: false, answer: answerOf(charge) };
  await context.wait(timing.otherMs);
  return { outcome: 'unknown', reason: 'no answer within the deadline' };
}

/** Counts the call, and undoes the charge unless its scenario makes this call time out. */
function undo(charge: BookCharge, now: number, { elapsed }: SimulatorContext): BookMovement {
  const state = stateOf(charge, elapsed);
  if (state === 'canceled' || state === 'declined') return { charge, moved: 0 };
  if (state === 'buyer_awaited') return { charge: undone(charge, now), moved: 0 };
  const { callsThatTimeOut, refused } = scenarioNamed(charge.scenario).undo;
  if (refused) return { refused: hostRefusals.undoRefused };
  const called = { ...charge, undos: charge.undos + 1 };
  const timesOut = called.undos <= callsThatTimeOut;
  return { charge: timesOut ? called : undone(called, now), moved: 0 };
}
