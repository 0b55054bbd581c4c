import { type Deadline, type Fields, identifier, list, wholeNumber } from '../../http/index.ts';
import type { RefundSnapshot } from '../../outcome.ts';
import { verdictOf } from '../answer/verdict.ts';
import type { RedeAccount } from '../call/settings.ts';
import type { RedeContext } from '../context.ts';

const STATES: ReadonlyMap<string, RefundSnapshot['state']> = new Map([
  ['done', 'done'],
  ['processing', 'pending'],
  ['pending', 'pending'],
  ['denied', 'denied'],
]);
/** The charge has none. */
const NO_REFUNDS: ReadonlySet<string> = new Set(['362', '369']);

export type ReportedRefunds =
  | { readonly kind: 'listed'; readonly refunds: readonly RefundSnapshot[]; readonly status: number }
  | { readonly kind: 'not_sent' | 'unknown'; readonly reason: string };

/** All refunds of a charge. An unreadable one makes the whole list unreadable: no refund may be missing from a sum. */
export async function listRefunds(
  { host }: RedeContext,
  account: RedeAccount,
  tid: string,
  deadline: Deadline,
): Promise<ReportedRefunds> {
  const path = `/transactions/${encodeURIComponent(tid)}/refunds`;
  const reply = await host.call(account, { method: 'GET', path }, deadline);
  if (reply.kind !== 'answered') return { kind: reply.kind, reason: reply.reason };
  const { fields, status } = reply;
  if (isEmpty(fields, status)) return { kind: 'listed', refunds: [], status };
  const refunds = status < 400 ? list(fields, 'refunds')?.map(readRefund) : undefined;
  if (refunds?.every((refund) => refund !== undefined)) return { kind: 'listed', refunds, status };
  return { kind: 'unknown', reason: `the list of refunds cannot be read (HTTP ${status})` };
}

function isEmpty(fields: Fields, status: number): boolean {
  const code = identifier(fields, 'returnCode');
  return (code !== undefined && NO_REFUNDS.has(code)) || verdictOf(fields, status).kind === 'not_found';
}

function readRefund(fields: Fields): RefundSnapshot | undefined {
  const refundId = identifier(fields, 'refundId');
  const amount = wholeNumber(fields, 'amount');
  const state = STATES.get(identifier(fields, 'status')?.toLowerCase() ?? '');
  return refundId === undefined || amount === undefined || state === undefined
    ? undefined
    : { refundId, amount, state };
}
