import { chargeSnapshot, type StandingCharge } from '../charge-snapshot.ts';
import type { QueryOutcome } from '../outcome.ts';
import type { ChargePayment } from '../received-payment.ts';
import type { SlipIds } from '../slips/slip-provider.ts';
import type { SlipAccount } from './account.ts';
import { endOfDay, keptAnswer } from './answer.ts';
import type { SlipContext } from './context.ts';
import type { SlipAtBank } from './dialect.ts';
import { lookUpSlip } from './look-up.ts';

/** How a slip stands, with all that was paid. */
export async function querySlip(
  context: SlipContext,
  account: SlipAccount,
  ids: SlipIds,
): Promise<QueryOutcome> {
  const found = await lookUpSlip(context, account, ids, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  const { slip, payments } = found;
  const standing = standingOf(slip, payments);
  const charge = chargeSnapshot({
    standing: standing === 'registering' ? 'awaited' : standing,
    awaited: standing === 'awaited' ? awaitedOf(slip) : undefined,
    amount: slip.amount,
    payments,
    answer: keptAnswer(slip),
  });
  return { outcome: 'found', charge: standing === 'registering' ? { ...charge, state: 'pending' } : charge };
}

/** Paid by either half it is paid, whatever the other one says; registered without its codes it is not ready. */
function standingOf(slip: SlipAtBank, payments: readonly ChargePayment[]): SlipAtBank['standing'] {
  if (payments.some(({ settles }) => settles)) return 'paid';
  return slip.standing === 'awaited' && !slip.slip ? 'registering' : slip.standing;
}

function awaitedOf({ slip, payableUntil }: SlipAtBank): StandingCharge['awaited'] {
  if (!slip || payableUntil === undefined) return undefined;
  return { nextAction: { kind: 'slip', slip }, expiresAt: endOfDay(payableUntil) };
}
