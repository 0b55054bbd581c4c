import { type Deadline, group } from '../../http/index.ts';
import { foreignName, namesReference } from '../answer/answer.ts';
import { type ReportedCharge, readCharge } from '../answer/charge.ts';
import { verdictOf } from '../answer/verdict.ts';
import type { RedeCharge, RedeContext } from '../context.ts';

export type LookedUp =
  | { readonly kind: 'found'; readonly charge: ReportedCharge }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

const FOREIGN = { kind: 'foreign' } as const;

/**
 * Looks a charge up: by Rede's tid where it is known, since Rede keeps that longer, else by our reference
 * (docs/contract/acquirers.md A.2). An unknown tid, or one of another charge, proves nothing: our reference decides.
 */
export async function lookUp(
  context: RedeContext,
  charge: RedeCharge,
  deadline: Deadline,
): Promise<LookedUp> {
  if (charge.tid !== undefined) {
    const byTid = await ask(context, charge, `/transactions/${encodeURIComponent(charge.tid)}`, deadline);
    if (byTid.kind !== 'not_found' && byTid.kind !== 'foreign') return byTid;
  }
  const path = `/transactions?reference=${encodeURIComponent(charge.reference)}`;
  const byReference = await ask(context, { ...charge, tid: undefined }, path, deadline);
  if (byReference.kind !== 'foreign') return byReference;
  return { kind: 'unknown', reason: 'the answer tells of another charge' };
}

async function ask(
  { host, production }: RedeContext,
  { account, reference, tid }: RedeCharge,
  path: string,
  deadline: Deadline,
): Promise<LookedUp | typeof FOREIGN> {
  const reply = await host.call(account, { method: 'GET', path }, deadline);
  if (reply.kind === 'not_sent') return { kind: 'not_sent', reason: reply.reason };
  if (reply.kind === 'unknown') return { kind: 'unknown', reason: reply.reason };
  const { fields, status } = reply;
  const authorization = group(fields, 'authorization');
  if (foreignName(authorization, { reference, tid }) !== undefined) return FOREIGN;
  const refusal = fields.returnCode === undefined && status >= 400 ? authorization : fields;
  if (verdictOf(refusal, status).kind === 'not_found') return { kind: 'not_found' };
  const read = status < 400 ? readCharge(fields, status, production) : undefined;
  if (!read) return { kind: 'unknown', reason: `the answer of the query cannot be read (HTTP ${status})` };
  // Queried by one identifier, the answer must at least repeat that one.
  if (tid === undefined && !namesReference(authorization, reference)) return FOREIGN;
  return { kind: 'found', charge: read };
}
