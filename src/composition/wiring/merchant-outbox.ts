import type { Accounts } from '../../accounts/accounts.ts';
import { isLate, type LatePayment, type LatePayments } from '../../gateway/late-payments/index.ts';
import type { NewPostback, PostbackOutbox } from '../../gateway/postbacks/index.ts';
import {
  type Outbox,
  type PlannedPostback,
  Status,
  type StatusChange,
} from '../../gateway/transactions/index.ts';
import { markChargesDue } from '../../operations/index.ts';
import type { MailQueue, NewMail } from '../../platform/mail/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { mailsOfChange } from './mails/sale-mails.ts';

const SECOND_MS = 1_000;

/**
 * Connects the transactions' outbox to that of postbacks, and to the charges of the back office, whose owners are settled
 * after each change. The first result of a sale waits after the answer for as long as its merchant wishes, so that the
 * shop can store the answer first. `timeScale` divides the wait.
 */
export function merchantOutbox(
  postbacks: PostbackOutbox,
  {
    accounts,
    clock,
    timeScale,
    mails,
    latePayments,
  }: {
    readonly accounts: Pick<Accounts, 'postbackDelaySeconds' | 'mailsOf' | 'wantsExtraPostbacks'>;
    readonly clock: Clock;
    readonly timeScale: number;
    /** Undefined: no mail is sent. */
    readonly mails: Pick<MailQueue, 'write'> | undefined;
    readonly latePayments: Pick<LatePayments, 'write'>;
  },
): Outbox {
  const mailsOf = async (change: StatusChange): Promise<readonly NewMail[]> => {
    if (!mails || !(change.isForAll || change.awaited !== undefined)) return [];
    return mailsOfChange(change, await accounts.mailsOf(change.transaction.merchantId));
  };
  return {
    plan: async (change) => {
      const { postBackUrl: url, chargeId } = change.transaction.order;
      const { merchantId } = change.transaction;
      const isMore = url !== undefined && change.news !== undefined;
      const news = isMore && (await accounts.wantsExtraPostbacks(merchantId)) ? change.news : undefined;
      const mailed = await mailsOf(change);
      if (!change.isForAll) return alone({ ...change, url: news && url, waitMs: 0, news, mails: mailed });
      const late = latePaymentsIn(change);
      const isUntold = url === undefined && chargeId === undefined && mailed.length === 0;
      if (isUntold && late.length === 0) return undefined;
      const plannedAfter = (waitMs: number): PlannedNews => ({
        ...change,
        url,
        waitMs,
        news,
        mails: mailed,
      });
      if (!change.isFirst || url === undefined) return plannedAfter(0);
      const seconds = await accounts.postbackDelaySeconds(merchantId);
      return plannedAfter(Math.ceil((seconds * SECOND_MS) / timeScale));
    },
    write: async (write, planned) => {
      await postbacks.write(write, planned.flatMap(toNewPostback));
      const chargeIds = planned.filter(isNews).flatMap(({ transaction }) => transaction.order.chargeId ?? []);
      await markChargesDue(write, [...new Set(chargeIds)], clock.now());
      await mails?.write(write, planned.flatMap(mailsIn));
      await latePayments.write(write, planned.flatMap(latePaymentsIn));
    },
    committed: (planned) => toNewPostback(planned).forEach(postbacks.committed),
  };
}

/** Of a sale that this change pays, some time after it was made. */
function latePaymentsIn({
  isForAll,
  transaction,
}: Pick<PlannedPostback, 'isForAll' | 'transaction'>): readonly LatePayment[] {
  const { id, merchantId, result, createdAt, updatedAt: at } = transaction;
  const isPaid = isForAll && result.status === Status.captured && !result.refundedAmount;
  return isPaid && isLate({ createdAt, paidAt: at }) ? [{ transactionId: id, merchantId, at }] : [];
}

/** Of what not all are told: undefined where nobody is. */
function alone(planned: PlannedNews): PlannedNews | undefined {
  return planned.news || planned.mails.length > 0 ? planned : undefined;
}

/** With the mails that tell of the change. */
interface PlannedNews extends PlannedPostback {
  readonly mails: readonly NewMail[];
}

function mailsIn(planned: PlannedPostback | PlannedNews): readonly NewMail[] {
  return 'mails' in planned ? planned.mails : [];
}

/** That a page was opened is known to who opened it. */
function isNews({ isForAll, isFirst, transaction }: PlannedPostback): boolean {
  if (!isForAll) return false;
  return !isFirst || transaction.result.status !== Status.intention;
}

function toNewPostback({ transaction, origin, url, waitMs, news }: PlannedPostback): readonly NewPostback[] {
  if (url === undefined) return [];
  const { id, version, merchantId, referenceId, result } = transaction;
  return [
    {
      transactionId: id,
      version,
      merchantId,
      url,
      referenceId,
      status: result.status,
      providerReference: result.providerReference,
      news,
      requestId: origin.kind === 'merchant' ? origin.requestId : undefined,
      waitMs,
    },
  ];
}
