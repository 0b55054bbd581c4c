import type { NoticeIds } from '../../../providers/index.ts';
import { DUE_BY_NOTICE } from '../charge.ts';
import type { PixChargeStore } from '../charge-store.ts';

/** What a bank tells of charges of one account. */
export interface TakenNotice {
  readonly accountId: number;
  readonly named: readonly NoticeIds[];
}

/** The charges that a notice names are due. Those of other accounts, and unknown ones, change nothing. */
export async function takeNotice(
  { charges }: { readonly charges: Pick<PixChargeStore, 'lookNow'> },
  { accountId, named }: TakenNotice,
): Promise<void> {
  const references = named.flatMap(({ reference }) => reference ?? []);
  await charges.lookNow({ accountId, references: [...new Set(references)], by: DUE_BY_NOTICE });
}
