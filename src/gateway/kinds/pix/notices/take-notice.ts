import { DUE_BY_NOTICE } from '../../../charges/charge.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';

/** What a bank tells of charges of one account. */
export interface TakenNotice {
  readonly accountId: number;
  /** Of its charges. */
  readonly references: readonly string[];
}

/** The charges that a notice names are due. Those of other accounts, and unknown ones, change nothing. */
export async function takeNotice(
  { charges }: { readonly charges: Pick<ChargeStore, 'lookNow'> },
  { accountId, references }: TakenNotice,
): Promise<void> {
  await charges.lookNow({ accountId, references: [...new Set(references)], by: DUE_BY_NOTICE });
}
