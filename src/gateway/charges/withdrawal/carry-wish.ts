import { Status } from '../../transactions/rules/transaction.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import { endingOriginOf } from '../charge.ts';
import { chargeRow } from '../charge-writes.ts';
import { type ChargeDependencies, chargeTriesOf, type OpenCharge } from '../open-charge.ts';

/**
 * The merchant has canceled a code while it was being made, and it never came to be: the bank refused it, or never had it. The
 * wish goes over to the code that was made instead, or ends the intention. Nothing for a code that can be paid, or was.
 */
export async function carryWish(
  dependencies: Pick<ChargeDependencies, 'charges' | 'clock'> &
    Parameters<typeof chargeTriesOf>[0] & {
      readonly store: Pick<ChargeDependencies['store'], 'findAny' | 'change'>;
    },
  {
    charge,
    attempt,
  }: Pick<OpenCharge, 'charge'> & { readonly attempt: Pick<OpenCharge['attempt'], 'state'> },
): Promise<void> {
  if (attempt.state === 'waiting' || attempt.state === 'approved') return;
  const origin = endingOriginOf(charge);
  const { endingOrigin, transactionId } = charge;
  await retryChange(dependencies.store, transactionId, async (transaction) => {
    const { live } = await chargeTriesOf(dependencies, transactionId);
    const now = dependencies.clock.now();
    if (live) {
      const { reference } = live;
      if (live.ending === 'void') return undefined;
      return {
        transaction,
        at: now,
        rowBeside: chargeRow({
          charges: [{ reference, values: { ending: 'void', endingOrigin, nextAt: now } }],
        }),
        events: [{ kind: 'sent', origin, details: { movement: 'void', subject: reference } }],
      };
    }
    const { order, result } = transaction;
    if (!order.intention || result.status !== Status.intention) return undefined;
    const status = Status.intentionCanceled;
    return {
      transaction,
      at: now,
      result: { ...result, status },
      events: [{ kind: 'intention_ended', origin, details: { from: result.status, status } }],
    };
  });
}
