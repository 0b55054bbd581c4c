import type { MinorUnits } from '../../capabilities.ts';
import { type Deadline, wholeNumber } from '../../http/index.ts';
import type { HostAnswer, MoveOutcome } from '../../outcome.ts';
import type { RedeCharge, RedeContext } from '../context.ts';
import { queryWithin } from '../query/query.ts';
import { lostAnswer, moveCharge } from './move.ts';

/** Captures an authorized sale, in whole or in part, once. */
export async function redeCapture(
  context: RedeContext,
  charge: RedeCharge,
  amount: MinorUnits,
): Promise<MoveOutcome> {
  const deadline = context.deadlineIn(context.timing.otherMs);
  let doubted: HostAnswer | undefined;
  const outcome = await moveCharge(
    context,
    charge,
    { method: 'PUT', part: '', amount, deadline },
    ({ answer, verdict, fields }) => {
      if (verdict.kind !== 'approved') return undefined;
      const amountTold = wholeNumber(fields, 'amount');
      if (amountTold === undefined || amountTold === amount) return { outcome: 'done', amount, answer };
      doubted = answer;
      return lostAnswer('another amount was captured', answer);
    },
  );
  return doubted === undefined ? outcome : captured(context, charge, { amount, answer: doubted, deadline });
}

/**
 * The amount in the answer may be that of the sale: Rede's reference does not say (docs/contract/acquirers.md A.4). A
 * query tells the captured amount.
 */
async function captured(
  context: RedeContext,
  charge: RedeCharge,
  { amount, answer, deadline }: { amount: MinorUnits; answer: HostAnswer; deadline: Deadline },
): Promise<MoveOutcome> {
  const queried = await queryWithin(context, charge, deadline);
  return queried.outcome === 'found' && queried.charge.capturedAmount === amount
    ? { outcome: 'done', amount, answer }
    : lostAnswer('another amount was captured', answer);
}
