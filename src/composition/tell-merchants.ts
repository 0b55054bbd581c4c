import { POSTBACKS, postbackRow } from '../gateway/postbacks/index.ts';
import type { Transaction } from '../gateway/transactions/index.ts';
import type { WriteTransaction } from '../platform/index.ts';

/** Writes, in the commit of the change, what the merchants of these transactions asked to be told. */
export function tellMerchants(write: WriteTransaction, changed: readonly Transaction[]): Promise<void> {
  const rows = changed.flatMap(({ id, version, merchantId, referenceId, order, result, updatedAt }) =>
    order.postBackUrl === undefined
      ? []
      : [
          postbackRow({
            transactionId: id,
            version,
            merchantId,
            url: order.postBackUrl,
            referenceId,
            status: result.status,
            providerReference: result.providerReference,
            now: updatedAt,
          }),
        ],
  );
  return rows.length > 0 ? write.insertRows(POSTBACKS, rows) : Promise.resolve();
}
