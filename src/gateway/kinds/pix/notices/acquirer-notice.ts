import type { Clock } from '../../../../platform/time/clock.ts';
import { DUE_BY_NOTICE } from '../../../charges/charge.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import type { Banks, MerchantAccount } from '../../../providers/index.ts';
import type { CaseStore } from '../../../transactions/stores/case-store.ts';

/** `later`: the acquirer could not be asked, and should tell it again. */
type TakenAs = 'taken' | 'nothing_of_ours' | 'later';

/**
 * An acquirer that takes Pix names one by its own id: it is asked which charge that is, and the charge, and what is open of its
 * refunds, are due. Nothing else of the notice is believed.
 */
export async function takeAcquirersPixNotice(
  {
    banks,
    charges,
    cases,
    clock,
  }: {
    readonly banks: Pick<Banks, 'route'>;
    readonly charges: Pick<ChargeStore, 'byReference' | 'lookNow'>;
    readonly cases: Pick<CaseStore, 'lookNow'>;
    readonly clock: Clock;
  },
  { id: accountId, personId, provider }: Pick<MerchantAccount, 'id' | 'personId' | 'provider'>,
  theirId: string,
): Promise<TakenAs> {
  const route = await banks.route(personId, provider);
  const acquirer = route?.connector.acquirer;
  if (!route || !acquirer || route.accountId !== accountId) return 'nothing_of_ours';
  const named = await acquirer.referenceOf(await route.settings(), theirId);
  if (named === 'later') return 'later';
  const charge = named === 'none' ? undefined : await charges.byReference(named.reference);
  if (charge?.accountId !== accountId) return 'nothing_of_ours';
  await charges.lookNow({ accountId, references: [charge.reference], by: DUE_BY_NOTICE });
  await cases.lookNow(charge.transactionId, clock.now());
  return 'taken';
}
