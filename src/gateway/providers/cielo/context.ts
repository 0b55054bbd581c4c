import type { Clock } from '../../../platform/time/clock.ts';
import type { DeadlineIn } from '../http/index.ts';
import type { ChargeIds } from '../provider.ts';
import type { CieloHost } from './call/host.ts';
import type { CieloAccount } from './call/settings.ts';
import type { CieloTiming } from './call/timing.ts';
import type { Spacing } from './movements/spacing.ts';

/** What every operation needs. */
export interface CieloContext {
  readonly host: CieloHost;
  readonly clock: Clock;
  readonly timing: CieloTiming;
  readonly deadlineIn: DeadlineIn;
  readonly spacing: Spacing;
}

/** A charge's two identifiers and the account it was made through, checked. */
export interface CieloCharge {
  readonly account: CieloAccount;
  readonly reference: string;
  readonly paymentId: string | undefined;
}

export function cieloCharge(ids: ChargeIds, account: CieloAccount): CieloCharge {
  return { account, reference: ids.acquirerReference, paymentId: ids.theirId };
}
