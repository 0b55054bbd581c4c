import { type BookCharge, queriesFail } from '../../../src/gateway/providers/issuer/index.ts';
import type { Call } from '../call.ts';
import { readText } from '../fields.ts';
import type { Host } from '../host.ts';
import { type HostCode, refuse } from '../return-codes.ts';

const DAY_MS = 86_400_000;
/** How long a sale can be queried, in simulated time (docs/contract/acquirers.md A.2). */
const BY_REFERENCE_MS = 60 * DAY_MS;
const BY_TID_MS = 400 * DAY_MS;

/** The merchant's own sale by the tid of the path. Throws a refusal for an invalid or unknown tid. */
export async function findByTid(host: Host, call: Call, unknown: HostCode = '78'): Promise<BookCharge> {
  const tid = readText(
    call.params.tid,
    { missing: '87', size: '97', format: '98' },
    { maxLength: 20, pattern: /^\d+$/ },
  );
  const charge = await host.book.find({ acquirerReference: undefined, theirId: tid });
  return known(host, call, charge, BY_TID_MS, unknown);
}

/** The merchant's own sale by the reference in the query string; the newest one if there are two. */
export async function findByReference(host: Host, call: Call): Promise<BookCharge> {
  const { reference } = call.query;
  if (typeof reference !== 'string' || reference === '') throw refuse('87');
  const charge = await host.book.find({ acquirerReference: reference, theirId: undefined });
  return known(host, call, charge, BY_REFERENCE_MS, '78');
}

/** Whether queries of this charge still fail (scenario 613). */
export function queriesAreDown({ clock }: Host, charge: BookCharge): boolean {
  return queriesFail(charge, clock.elapsed);
}

function known(
  { clock, details }: Host,
  { merchant }: Call,
  charge: BookCharge | undefined,
  keptMs: number,
  unknown: HostCode,
): BookCharge {
  const isTheirs = charge !== undefined && details.of(charge.id)?.pv === merchant.pv;
  if (!isTheirs || clock.elapsed(charge.created) >= keptMs) throw refuse(unknown);
  return charge;
}
