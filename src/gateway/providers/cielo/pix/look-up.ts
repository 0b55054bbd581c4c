import type { StandingCharge } from '../../charge-snapshot.ts';
import { chargeSnapshot } from '../../charge-snapshot.ts';
import type { Deadline } from '../../http/index.ts';
import type { QueryOutcome } from '../../outcome.ts';
import type { CieloCharge, CieloContext } from '../context.ts';
import { lookUpSale } from '../query/look-up.ts';
import { isPix, type PixSaleTold, standingOf } from './standing.ts';

export type PixLookUp =
  | { readonly kind: 'found'; readonly sale: PixSaleTold; readonly charge: StandingCharge }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_sent' | 'unknown'; readonly reason: string };

/** Looks a Pix up, as every sale at Cielo is: by its id where that is known, else by our order number. */
export async function lookUpPix(
  context: CieloContext,
  charge: CieloCharge,
  deadline: Deadline,
): Promise<PixLookUp> {
  const found = await lookUpSale(context, charge, deadline);
  if (found.kind !== 'found') return found;
  const { sale } = found;
  if (!isPix(sale)) return { kind: 'unknown', reason: 'the answer tells of another charge' };
  const standing = standingOf(sale, context.clock.now());
  return typeof standing === 'string'
    ? { kind: 'unknown', reason: standing }
    : { kind: 'found', sale, charge: standing };
}

export async function queryPix(context: CieloContext, charge: CieloCharge): Promise<QueryOutcome> {
  const found = await lookUpPix(context, charge, context.deadlineIn(context.timing.otherMs));
  if (found.kind === 'not_found') return { outcome: 'not_found' };
  if (found.kind !== 'found') return { outcome: found.kind, reason: found.reason };
  return { outcome: 'found', charge: chargeSnapshot(found.charge) };
}
