import type { Clock } from '../../../platform/time/clock.ts';
import type { DeadlineIn } from '../http/index.ts';
import type { ChargeIds } from '../provider.ts';
import type { RedeHost } from './call/host.ts';
import type { RedeAccount } from './call/settings.ts';
import type { RedeTiming } from './call/timing.ts';

/** What every operation needs. */
export interface RedeContext {
  readonly host: RedeHost;
  readonly clock: Clock;
  readonly production: boolean;
  readonly timing: RedeTiming;
  readonly deadlineIn: DeadlineIn;
}

/** A charge's two identifiers and the account it was made through, checked. */
export interface RedeCharge {
  readonly account: RedeAccount;
  readonly reference: string;
  readonly tid: string | undefined;
}

export function redeCharge(ids: ChargeIds, account: RedeAccount): RedeCharge {
  return { account, reference: ids.acquirerReference, tid: ids.theirId };
}
