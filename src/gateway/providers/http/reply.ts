import type { HostAnswer } from '../outcome.ts';
import type { Fields } from './fields.ts';

/** What a host answered, or why there is no readable answer. */
export type Reply =
  /** A JSON object with a status below 500, other than the statuses that the acquirer's edge answers with. */
  | { readonly kind: 'answered'; readonly status: number; readonly fields: Fields }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly status?: number };

type NotAnswered =
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

/** The outcome of a call without a readable answer. */
export function notAnswered(reply: Exclude<Reply, { kind: 'answered' }>): NotAnswered {
  if (reply.kind === 'not_sent') return { outcome: 'not_sent', reason: reply.reason };
  const { reason, status } = reply;
  return { outcome: 'unknown', reason, ...(status === undefined ? {} : { answer: { httpStatus: status } }) };
}
