import type { Job } from '../../../platform/jobs/index.ts';
import { type AwaitedCharge, DUE_BY_NOTICE } from '../../charges/charge.ts';
import { chargeTriesOf } from '../../charges/open-charge.ts';
import { type WatchDependencies, watchCharges } from '../../charges/watch/watch.ts';
import { repeatedWithdrawal, type Withdrawal, withdrawCharge } from '../../charges/withdrawal/withdraw.ts';
import type { Origin } from '../../history/index.ts';
import type { PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { Answered } from '../../transactions/idempotency/once.ts';
import type { MoveResult } from '../../transactions/movements/results.ts';
import type { Offered } from '../../transactions/rules/order.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { type PixAtAddress, pixAtAddress } from './at-address.ts';
import { type BesideDependencies, type PixBeside, pixBeside, pixPages } from './beside.ts';
import { type TakenNotice, takeNotice } from './notices/take-notice.ts';
import { offerPix } from './offer/offer-pix.ts';
import type { PixOffer } from './offer/pix-offer.ts';
import { pixKind } from './pix-kind.ts';
import { type PixSale, type PixSaleDependencies, preparePix } from './prepare.ts';
import { type ReceivedDependencies, receivedJob } from './received/received-job.ts';

/** Payments by Pix. */
export interface Pix {
  /** Checks a sale and finds its bank. Throws Refusal when the request is wrong. */
  prepare(merchantId: number, sale: PixSale): Promise<PreparedPayment>;
  /** Finds the bank of what an intention offers. Undefined where the merchant has none. */
  offer(
    merchantId: number,
    sent: PixOffer,
    beside: { readonly isAlone: boolean; readonly discount: number | undefined },
  ): Promise<Offered | undefined>;
  /** The code of an intention that is out, or being made. */
  liveCharge(transaction: Pick<Transaction, 'id'>): Promise<AwaitedCharge | undefined>;
  /** The merchant has canceled it, and that is not over yet. */
  isBeingCanceled(transaction: Pick<Transaction, 'id'>): Promise<boolean>;
  /** Its buyer has paid in another way: its codes are looked at at once. */
  superseded(transaction: Pick<Transaction, 'id'>): Promise<void>;
  /** Undefined when it is not paid by Pix, and cannot be. */
  besideOf(transaction: Transaction): Promise<PixBeside | undefined>;
  /** The addresses of the pages of these transactions by Pix, by transaction. */
  pagesOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** By the token in the address of its page. */
  atAddress(token: string): Promise<PixAtAddress | undefined>;
  /** Removes an unpaid one at the bank, and compares a paid one with it. Undefined where a refund may go on. */
  withdraw(transaction: Transaction, withdrawal: Withdrawal): Promise<MoveResult | undefined>;
  /** The answer to a repeated request whose first one was to withdraw it, where it was paid meanwhile; else undefined. */
  withdrawnBefore(
    transaction: Transaction,
    answered: Answered,
    origin: Origin,
  ): Promise<MoveResult | undefined>;
  /** A notice of a bank: what it names (`readNotice`) is looked at soon. Nothing of it is believed. */
  noticed(notice: TakenNotice): Promise<void>;
  /** Looks at open charges. */
  readonly job: Job;
  /** Reads what arrived at banks. */
  readonly receivedJob: Job;
  /** Resolves when no bank is asked any more, once the jobs are stopped. */
  close(): Promise<void>;
}

export function createPix(
  dependencies: PixSaleDependencies & WatchDependencies & BesideDependencies & ReceivedDependencies,
): Pix {
  const watch = watchCharges(dependencies);
  return {
    prepare: (merchantId, sale) => preparePix(dependencies, merchantId, sale),
    offer: (merchantId, sent, beside) => offerPix(dependencies, merchantId, sent, beside),
    liveCharge: async ({ id }) => (await chargeTriesOf(dependencies, id, pixKind.kind)).live,
    isBeingCanceled: async ({ id }) =>
      (await dependencies.charges.ofTransaction(id)).some(({ ending }) => ending === 'void'),
    superseded: async ({ id }) => {
      const charges = await dependencies.charges.ofTransaction(id);
      for (const { accountId, reference } of charges) {
        await dependencies.charges.lookNow({ accountId, references: [reference], by: DUE_BY_NOTICE });
      }
    },
    besideOf: (transaction) => pixBeside(dependencies, transaction),
    pagesOf: (transactionIds) => pixPages(dependencies, transactionIds),
    atAddress: (token) => pixAtAddress(dependencies, token),
    withdraw: (transaction, withdrawal) => withdrawCharge(dependencies, transaction, withdrawal),
    withdrawnBefore: (transaction, answered, origin) =>
      repeatedWithdrawal(dependencies, transaction, answered, origin),
    noticed: (notice) => takeNotice(dependencies, notice),
    job: watch.job,
    receivedJob: receivedJob(dependencies),
    close: watch.idle,
  };
}
