import { DUE_BY_NOTICE } from '../../../charges/charge.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import type { NoticeIds } from '../../../providers/index.ts';

/** What a bank tells of charges of one account. */
export interface TakenNotice {
  readonly accountId: number;
  readonly named: readonly NoticeIds[];
}

/** The charges that a notice names are due. Those of other accounts, and unknown ones, change nothing. */
export async function takeNotice(
  { charges }: { readonly charges: Pick<ChargeStore, 'lookNow'> },
  { accountId, named }: TakenNotice,
): Promise<void> {
  const references = named.flatMap(({ reference }) => reference ?? []);
  await charges.lookNow({ accountId, references: [...new Set(references)], by: DUE_BY_NOTICE });
}
