import type { Job } from '../../../platform/jobs/index.ts';
import type { PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { MoveResult } from '../../transactions/movements/results.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { type PixAtAddress, pixAtAddress } from './at-address.ts';
import { type BesideDependencies, type PixBeside, pixBeside, pixPages } from './beside.ts';
import { type TakenNotice, takeNotice } from './notices/take-notice.ts';
import { type PixSale, type PixSaleDependencies, preparePix } from './prepare.ts';
import { type ReceivedDependencies, receivedJob } from './received/received-job.ts';
import { type WatchDependencies, watchPix } from './watch.ts';
import { type Withdrawal, withdrawPix } from './withdraw.ts';

/** Payments by Pix. */
export interface Pix {
  /** Checks a sale and finds its bank. Throws Refusal when the request is wrong. */
  prepare(merchantId: number, sale: PixSale): Promise<PreparedPayment>;
  /** Undefined when it is not paid by Pix. */
  besideOf(transaction: Transaction): Promise<PixBeside | undefined>;
  /** The addresses of the pages of these transactions by Pix, by transaction. */
  pagesOf(transactionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** By the token in the address of its page. */
  atAddress(token: string): Promise<PixAtAddress | undefined>;
  /** Removes an unpaid one at the bank, and compares a paid one with it. Undefined where a refund may go on. */
  withdraw(transaction: Transaction, withdrawal: Withdrawal): Promise<MoveResult | undefined>;
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
  const watch = watchPix(dependencies);
  return {
    prepare: (merchantId, sale) => preparePix(dependencies, merchantId, sale),
    besideOf: (transaction) => pixBeside(dependencies, transaction),
    pagesOf: (transactionIds) => pixPages(dependencies, transactionIds),
    atAddress: (token) => pixAtAddress(dependencies, token),
    withdraw: (transaction, withdrawal) => withdrawPix(dependencies, transaction, withdrawal),
    noticed: (notice) => takeNotice(dependencies, notice),
    job: watch.job,
    receivedJob: receivedJob(dependencies),
    close: watch.idle,
  };
}
