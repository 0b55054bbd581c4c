import type { Accounts } from '../../accounts/accounts.ts';
import type { NewPostback, PostbackOutbox } from '../../gateway/postbacks/index.ts';
import { type Outbox, type PlannedPostback, Status } from '../../gateway/transactions/index.ts';
import { markChargesDue } from '../../operations/index.ts';
import type { Clock } from '../../platform/time/clock.ts';

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
  }: {
    readonly accounts: Pick<Accounts, 'postbackDelaySeconds'>;
    readonly clock: Clock;
    readonly timeScale: number;
  },
): Outbox {
  return {
    plan: async (change) => {
      const { postBackUrl: url, chargeId } = change.transaction.order;
      if (url === undefined && chargeId === undefined) return undefined;
      const plannedAfter = (waitMs: number): PlannedPostback => ({ ...change, url, waitMs });
      if (!change.isFirst || url === undefined) return plannedAfter(0);
      const seconds = await accounts.postbackDelaySeconds(change.transaction.merchantId);
      return plannedAfter(Math.ceil((seconds * SECOND_MS) / timeScale));
    },
    write: async (write, planned) => {
      await postbacks.write(write, planned.flatMap(toNewPostback));
      const chargeIds = planned.filter(isNews).flatMap(({ transaction }) => transaction.order.chargeId ?? []);
      await markChargesDue(write, [...new Set(chargeIds)], clock.now());
    },
    committed: (planned) => toNewPostback(planned).forEach(postbacks.committed),
  };
}

/** That a page was opened is known to who opened it. */
function isNews({ isFirst, transaction }: PlannedPostback): boolean {
  return !isFirst || transaction.result.status !== Status.intention;
}

function toNewPostback({ transaction, origin, url, waitMs }: PlannedPostback): readonly NewPostback[] {
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
      requestId: origin.kind === 'merchant' ? origin.requestId : undefined,
      waitMs,
    },
  ];
}
