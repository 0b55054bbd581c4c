import type { Clock } from '../../../platform/time/clock.ts';
import type { DeadlineIn } from '../http/index.ts';
import type { HostAnswer } from '../outcome.ts';
import type { ChargeIds } from '../provider.ts';
import type { RedeHost, Reply } from './call/host.ts';
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

export type NotAnswered =
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

/** The outcome of a call without a readable answer. */
export function notAnswered(reply: Exclude<Reply, { kind: 'answered' }>): NotAnswered {
  if (reply.kind === 'not_sent') return { outcome: 'not_sent', reason: reply.reason };
  const { reason, status } = reply;
  return { outcome: 'unknown', reason, ...(status === undefined ? {} : { answer: { httpStatus: status } }) };
}
