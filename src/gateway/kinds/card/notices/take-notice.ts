import type { Clock } from '../../../../platform/time/clock.ts';
import type { AcquirerNotice, Acquirers, MerchantAccount, ToldDispute } from '../../../providers/index.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import type { CaseStore } from '../../../transactions/stores/case-store.ts';
import type { TransactionStore } from '../../../transactions/stores/store.ts';
import { isCardPayment } from '../payment.ts';

export interface NoticeDependencies {
  readonly store: Pick<TransactionStore, 'list' | 'attemptsOf'>;
  readonly cases: Pick<CaseStore, 'lookNow'>;
  readonly acquirers: Pick<Acquirers, 'routeOf'>;
  readonly clock: Clock;
  /** What is no sale by card may be a Pix, where the account takes them. */
  takePixNotice(
    account: Pick<MerchantAccount, 'id' | 'personId' | 'provider'>,
    theirId: string,
  ): Promise<TakenAs>;
  /** What an acquirer tells is disputed of a sale; told again with every notice. */
  onDisputes(found: {
    readonly transaction: Transaction;
    readonly account: Pick<MerchantAccount, 'id' | 'provider'>;
    readonly disputes: readonly ToldDispute[];
  }): Promise<void>;
}

/** `later`: the acquirer could not be asked, and should tell it again. */
export type TakenAs = 'taken' | 'nothing_of_ours' | 'later';

/**
 * What is open of the sale is looked at now, and what is disputed of it is asked for. A sale of another account, or one that
 * nobody knows, changes nothing.
 */
export async function takeAcquirerNotice(
  { store, cases, acquirers, clock, onDisputes, takePixNotice }: NoticeDependencies,
  account: Pick<MerchantAccount, 'id' | 'personId' | 'provider'>,
  { theirId, tellsDispute }: AcquirerNotice,
): Promise<TakenAs> {
  const { personId: merchantId, provider } = account;
  const [transaction] = await store.list({ merchantId, providerReference: theirId, limit: 1 });
  const attempts = transaction ? await store.attemptsOf(transaction.id) : [];
  const attempt = attempts.find((one) => one.theirId === theirId && one.accountId === account.id);
  if (!transaction || !attempt || !isCardPayment(transaction.order.payment))
    return takePixNotice(account, theirId);
  await cases.lookNow(transaction.id, clock.now());
  if (!tellsDispute) return 'taken';
  const route = await acquirers.routeOf({ accountId: account.id, provider });
  if (!route) return 'nothing_of_ours';
  const ids = { acquirerReference: attempt.reference, theirId, account: await route.settings() };
  const asked = await route.connector.query(ids);
  if (asked.outcome !== 'found') return 'later';
  const { disputes = [] } = asked.charge;
  if (disputes.length > 0) await onDisputes({ transaction, account, disputes });
  return 'taken';
}
