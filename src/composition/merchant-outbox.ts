import type { Accounts } from '../accounts/index.ts';
import type { NewPostback, PostbackOutbox } from '../gateway/postbacks/index.ts';
import type { Outbox, PlannedPostback } from '../gateway/transactions/index.ts';

const SECOND_MS = 1_000;

/**
 * Connects the transactions' outbox to that of postbacks. The first result of a sale waits after the answer
 * for as long as its merchant wishes, so that the shop can store the answer first. `timeScale` divides the
 * wait.
 */
export function merchantOutbox(
  postbacks: PostbackOutbox,
  {
    accounts,
    timeScale,
  }: { readonly accounts: Pick<Accounts, 'postbackDelaySeconds'>; readonly timeScale: number },
): Outbox {
  return {
    plan: ({ transaction, ...change }) => {
      const { postBackUrl: url } = transaction.order;
      if (url === undefined) return undefined;
      const plannedAfter = (waitMs: number): PlannedPostback => ({ ...change, transaction, url, waitMs });
      if (!change.isFirst) return Promise.resolve(plannedAfter(0));
      return accounts
        .postbackDelaySeconds(transaction.merchantId)
        .then((seconds) => plannedAfter(Math.ceil((seconds * SECOND_MS) / timeScale)));
    },
    write: (write, planned) => postbacks.write(write, planned.map(toNewPostback)),
    committed: (planned) => postbacks.committed(toNewPostback(planned)),
  };
}

function toNewPostback({ transaction, origin, url, waitMs }: PlannedPostback): NewPostback {
  const { id, version, merchantId, referenceId, result } = transaction;
  return {
    transactionId: id,
    version,
    merchantId,
    url,
    referenceId,
    status: result.status,
    providerReference: result.providerReference,
    requestId: origin.kind === 'merchant' ? origin.requestId : undefined,
    waitMs,
  };
}
