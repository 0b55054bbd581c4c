import type { NoticeIds } from '../../providers/index.ts';
import type { PixChargeStore } from './charge-store.ts';

/** The charges that a notice names are due. Those of others, and unknown ones, change nothing. */
export async function takeNotice(
  { charges }: { readonly charges: Pick<PixChargeStore, 'lookNow'> },
  named: readonly NoticeIds[],
): Promise<void> {
  const references = named.flatMap(({ reference }) => reference ?? []);
  await charges.lookNow([...new Set(references)]);
}
