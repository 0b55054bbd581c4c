import { DUE_BY_NOTICE } from './charge.ts';
import type { ChargeDependencies, OpenCharge } from './open-charge.ts';

/** Of an intention another charge may be out: nobody needs it now, and it is removed soon. */
export async function lookAtOthers(
  { charges }: Pick<ChargeDependencies, 'charges'>,
  { charge, found }: Pick<OpenCharge, 'charge' | 'found'>,
): Promise<void> {
  if (!found.order.intention) return;
  for (const { accountId, reference, nextAt } of await charges.ofTransaction(found.id)) {
    if (reference === charge.reference || nextAt === undefined) continue;
    await charges.lookNow({ accountId, references: [reference], by: DUE_BY_NOTICE });
  }
}
