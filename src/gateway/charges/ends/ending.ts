import type { Order } from '../../transactions/rules/order.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import type { AwaitedCharge, ChargeEnding } from '../charge.ts';

/** Why a charge is over without a payment. */
type Ending = ChargeEnding | 'bank';

export const WORDS_OF_ENDING = { void: 'canceled', expiry: 'expired', bank: 'removed' } as const;

export function endingOf({ ending, expiresAt }: AwaitedCharge, now: number): Ending {
  return ending ?? (now >= expiresAt ? 'expiry' : 'bank');
}

/** Of an intention whose time is not over the buyer can have another code. */
export function statusAfter(ending: Ending, intention: Order['intention'], now: number): Status {
  if (ending === 'void') return intention ? Status.intentionCanceled : Status.canceled;
  if (intention) return now < intention.expiresAt ? Status.intention : Status.expired;
  return ending === 'expiry' ? Status.expired : Status.canceled;
}
