import type { Clock } from '../../../platform/time/clock.ts';
import type { DeadlineIn } from '../http/index.ts';
import type { Decline, HostAnswer } from '../outcome.ts';
import { asciiText } from '../texts.ts';
import type { Problem } from './answer/problem.ts';
import type { BankHost, BankReply } from './call/host.ts';
import type { BankTiming } from './call/timing.ts';

/** What every operation needs. */
export interface BacenContext {
  readonly host: BankHost;
  readonly clock: Clock;
  readonly timing: BankTiming;
  readonly deadlineIn: DeadlineIn;
}

export type NoAnswer =
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

type Unanswered = Extract<BankReply, { kind: 'not_sent' | 'unknown' }>;

/** The outcome of a call without a readable answer. */
export function noAnswer(reply: Unanswered): NoAnswer {
  if (reply.kind === 'not_sent') return { outcome: 'not_sent', reason: reply.reason };
  const { reason, status } = reply;
  return { outcome: 'unknown', reason, ...(status === undefined ? {} : { answer: { httpStatus: status } }) };
}

/** The parts of a refusal that are kept. */
export function refusalAnswer({ code, message }: Problem, httpStatus: number): HostAnswer {
  return { rawCode: code, ...(message === undefined ? {} : { rawMessage: message }), httpStatus };
}

/** Nobody here can do anything about it but the operator: the product or a scope is not enabled. */
export function isForbidden({ status }: { readonly status: number }): boolean {
  return status === 403 || status === 406;
}

export function isMissing({ status }: { readonly status: number }): boolean {
  return status === 404 || status === 410;
}

/** What the operator reads of a refusal. */
export function reasonOf({ code, message, members }: Problem): string {
  const named = members.length > 0 ? ` (${members.join(', ')})` : '';
  const text = message === undefined ? undefined : asciiText(message, 120);
  return `the bank refuses: ${code}${named}${text === undefined ? '' : `: ${text}`}`;
}

export function bankDecline({ code, message }: Problem, declineClass: Decline['declineClass']): Decline {
  return {
    code,
    message: message ?? 'O banco recusou a cobrança',
    declineClass,
    reversible: declineClass === 'fix_data',
  };
}
