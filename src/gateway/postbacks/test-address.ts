import { randomUUID } from 'node:crypto';
import type { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PostbackSender } from './sending/send.ts';
import { signedHeaders } from './sending/sign.ts';

/** What came of a try, as its merchant is shown it. */
export interface AddressTest {
  readonly delivered: boolean;
  /** HTTP, when there was an answer. */
  readonly status: number | undefined;
  /** A short code, without anything of the URL or the answer. */
  readonly error: string | undefined;
  readonly milliseconds: number;
}

/** Sends one signed message as a postback would be, of a sale that does not exist; nothing is stored. Never throws. */
export async function testAddress(
  { sender, clock }: { readonly sender: PostbackSender; readonly clock: Clock },
  url: string,
  secrets: readonly Secret[],
): Promise<AddressTest> {
  const transactionId = randomUUID();
  const body = JSON.stringify({ transactionId, referenceId: 'teste', status: 6 });
  const id = `${transactionId}.0`;
  const startedAt = performance.now();
  const result = await sender.send({
    url,
    body,
    headers: signedHeaders({ id, body, now: clock.now() }, secrets),
  });
  return {
    delivered: result.kind === 'delivered',
    status: result.kind === 'delivered' ? 200 : 'status' in result ? result.status : undefined,
    error: 'error' in result ? result.error : undefined,
    milliseconds: Math.round(performance.now() - startedAt),
  };
}
