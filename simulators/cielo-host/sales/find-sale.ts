import type { BookCharge } from '../../../src/gateway/providers/issuer/index.ts';
import type { Call } from '../call.ts';
import { type HostCode, refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import type { PixCharge } from '../pix/pix-book.ts';
import { detailsOf, probe } from './standing.ts';

const DAY_MS = 86_400_000;
/** For so long a sale can be queried. */
const KEPT_MS = 90 * DAY_MS;

/** The merchant's own sale by the id of the path. Throws a refusal for an unknown one. */
export async function findById(
  host: Host,
  { merchant, params }: Call,
  unknown: HostCode,
): Promise<BookCharge> {
  const charge = await host.book.find({
    acquirerReference: undefined,
    theirId: String(params.id).toLowerCase(),
  });
  if (charge === undefined || detailsOf(host, charge).merchantId !== merchant.merchantId)
    throw refuse(unknown);
  return probe(host, charge);
}

/** The merchant's own Pix by the id of the path; undefined where there is none. */
export function findPix(host: Host, { merchant, params }: Call): PixCharge | undefined {
  const found = host.pix.byId(String(params.id).toLowerCase());
  return found?.merchantId === merchant.merchantId ? found : undefined;
}

/** The merchant's sales with an order number, newest first. */
export async function findByOrder(
  host: Host,
  { merchant: { merchantId } }: Call,
  reference: string,
): Promise<readonly BookCharge[]> {
  const ids = host.index.ofOrder(merchantId, reference);
  const charges = ids.map((theirId) => host.book.find({ acquirerReference: undefined, theirId }));
  return (await Promise.all(charges)).filter((charge) => charge !== undefined);
}

/** Whether queries find it: not too old, and no longer on its way to where queries are answered. */
export function isShown(host: Host, { created }: Pick<BookCharge, 'created'>): boolean {
  const age = host.clock.elapsed(created);
  return age >= host.manner.hiddenForMs && age < KEPT_MS;
}
