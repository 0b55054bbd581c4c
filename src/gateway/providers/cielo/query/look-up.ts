import { type Deadline, identifier, list } from '../../http/index.ts';
import { readRecord } from '../answer/record.ts';
import { isTold, type ToldSale } from '../answer/snapshot.ts';
import type { CieloCharge, CieloContext } from '../context.ts';

const NOT_FOUND = 404;

export type SaleLookUp =
  | { readonly kind: 'found'; readonly sale: ToldSale }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

const FOREIGN = { kind: 'foreign' } as const;

/**
 * Looks a sale up: by Cielo's id where it is known, else by our order number, which names the sale and not how it ended.
 * An unknown id, or one of another sale, proves nothing: our order number decides.
 */
export async function lookUpSale(
  context: CieloContext,
  charge: CieloCharge,
  deadline: Deadline,
): Promise<SaleLookUp> {
  if (charge.paymentId !== undefined) {
    const byId = await askById(context, charge, charge.paymentId, deadline);
    if (byId.kind !== 'not_found' && byId.kind !== 'foreign') return byId;
  }
  const path = `/1/sales?merchantOrderId=${encodeURIComponent(charge.reference)}`;
  const reply = await context.host.call(charge.account, { method: 'GET', path }, deadline);
  if (reply.kind !== 'answered') return { kind: reply.kind, reason: reply.reason };
  if (reply.status === NOT_FOUND) return { kind: 'not_found' };
  const sales = reply.status < 400 ? list(reply.fields, 'payment') : undefined;
  if (!sales) return unreadable(reply.status);
  const [first, second] = sales;
  if (first === undefined) return { kind: 'not_found' };
  if (second !== undefined) return { kind: 'unknown', reason: 'two sales have our order number' };
  const id = identifier(first, 'paymentid');
  if (id === undefined) return unreadable(reply.status);
  const found = await askById(context, charge, id, deadline);
  if (found.kind === 'not_found')
    return { kind: 'unknown', reason: 'the host knows the charge and does not' };
  return found.kind === 'foreign' ? { kind: 'unknown', reason: 'the answer tells of another charge' } : found;
}

async function askById(
  { host }: CieloContext,
  { account, reference }: CieloCharge,
  id: string,
  deadline: Deadline,
): Promise<SaleLookUp | typeof FOREIGN> {
  const path = `/1/sales/${encodeURIComponent(id)}`;
  const reply = await host.call(account, { method: 'GET', path }, deadline);
  if (reply.kind !== 'answered') return { kind: reply.kind, reason: reply.reason };
  if (reply.status === NOT_FOUND) return { kind: 'not_found' };
  if (reply.status >= 400) return unreadable(reply.status);
  const record = readRecord(reply.fields, reply.status);
  if (record.reference?.toUpperCase() !== reference.toUpperCase()) return FOREIGN;
  if (record.paymentId !== undefined && record.paymentId.toLowerCase() !== id.toLowerCase()) return FOREIGN;
  return isTold(record) ? { kind: 'found', sale: record } : unreadable(reply.status);
}

function unreadable(status: number): SaleLookUp {
  return { kind: 'unknown', reason: `the answer of the query cannot be read (HTTP ${status})` };
}
