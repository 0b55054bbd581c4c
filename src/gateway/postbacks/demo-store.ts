import type { WriteTransaction } from '../../platform/database/index.ts';
import { receiverOf } from './postback.ts';
import type { PostbackTables } from './tables.ts';

/** A notification of a sale that was made up, and how it ended: nothing is ever sent. */
export interface DemoPostback {
  readonly transactionId: string;
  readonly merchantId: number;
  readonly referenceId: string | undefined;
  readonly status: number;
  readonly url: string;
  readonly delivered: boolean;
  readonly createdAt: number;
  readonly endedAt: number;
  readonly tries: number;
}

const DEMO_VERSION = 1;

export async function insertDemoPostbacks(
  write: WriteTransaction,
  postbacks: readonly DemoPostback[],
): Promise<void> {
  if (postbacks.length === 0) return;
  await write
    .tables<PostbackTables>()
    .insertInto('postbacks')
    .values(
      postbacks.map(({ transactionId, referenceId, status, url, delivered, ...rest }) => ({
        transaction_id: transactionId,
        version: DEMO_VERSION,
        merchant_id: rest.merchantId,
        receiver: receiverOf(new URL(url)),
        url,
        body: JSON.stringify({ transactionId, referenceId, status }),
        kind: 'postback' as const,
        state: delivered ? 'delivered' : 'failed',
        lane: 'inbox',
        tries: rest.tries,
        next_at: rest.endedAt,
        claimed_by: null,
        claimed_until: null,
        last_status: delivered ? 200 : 503,
        last_error: delivered ? null : 'status',
        created_at: rest.createdAt,
        ended_at: rest.endedAt,
      })),
    )
    .execute();
}

/** Of sales that were made up and go again. */
export async function removeDemoPostbacks(
  write: WriteTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  await write
    .tables<PostbackTables>()
    .deleteFrom('postbacks')
    .where('transaction_id', 'in', transactionIds)
    .execute();
}
