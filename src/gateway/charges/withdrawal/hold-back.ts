import { Status } from '../../transactions/rules/transaction.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import { endingOriginOf } from '../charge.ts';
import type { ChargeDependencies, OpenCharge } from '../open-charge.ts';

/**
 * The bank cannot take the charge back yet, as its merchant wishes: the transaction says so until it has. Of an intention that
 * is no status of its own: its buyer only sees that the charge must not be paid any more.
 */
export async function holdBack(
  { store, clock, chargedKind }: Pick<ChargeDependencies, 'store' | 'clock' | 'chargedKind'>,
  { charge, found }: Pick<OpenCharge, 'charge' | 'found'>,
): Promise<void> {
  if (charge.ending !== 'void' || found.order.intention) return;
  await retryChange(store, found, (transaction) => {
    const { result } = transaction;
    if (result.status !== Status.intention) return undefined;
    const { beingCanceled } = chargedKind(charge.kind).words;
    return {
      transaction,
      at: clock.now(),
      result: { ...result, status: Status.canceling, providerMessage: beingCanceled },
      events: [
        {
          kind: 'answered',
          origin: endingOriginOf(charge),
          details: {
            movement: 'void',
            subject: charge.reference,
            outcome: 'pending',
            from: result.status,
            status: Status.canceling,
          },
        },
      ],
    };
  });
}
