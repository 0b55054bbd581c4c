import type { MinorUnits, MoveOutcome } from '../connector.ts';
import type { RedeCharge, RedeContext } from './context.ts';
import { deadlineIn } from './deadline.ts';
import { wholeNumber } from './fields.ts';
import { lostAnswer, moveCharge } from './move.ts';

/** Captures what was authorized, in whole or in part, once. */
export function captureCharge(
  context: RedeContext,
  charge: RedeCharge,
  amount: MinorUnits,
): Promise<MoveOutcome> {
  const deadline = deadlineIn(context.timing.otherMs);
  return moveCharge(
    context,
    charge,
    { method: 'PUT', part: '', amount, deadline },
    ({ answer, verdict, fields }) => {
      if (verdict.says !== 'approved') return undefined;
      const told = wholeNumber(fields, 'amount');
      if (told !== undefined && told !== amount) return lostAnswer('another amount was captured', answer);
      return { outcome: 'done', amount, answer };
    },
  );
}
