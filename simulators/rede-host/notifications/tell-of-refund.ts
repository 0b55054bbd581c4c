import {
  type BookCharge,
  type BookRefund,
  isFinal,
  receiptNumber,
  refundIdOf,
} from '../../../src/gateway/acquirers/issuer/index.ts';
import type { Host } from '../host.ts';
import { dateTime, releaseIdOf } from '../sales/wire-form.ts';
import { MAX_REMEMBERED, type SentCallback } from './callbacks.ts';

/** Callbacks that may be on their way at once; others are dropped. */
const MAX_ON_THE_WAY = 200;
const ANSWER_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** Longer than any refund of the issuer engine is being processed. */
const MAX_LOOKS = 120;

/** Tells the address of a refund once it is final (docs/contract/acquirers.md A.2). Sent once: who misses it has to ask. */
export function tellOfRefund(
  host: Host,
  url: string,
  charge: BookCharge,
  refund: BookRefund | undefined,
): void {
  const { callbacks } = host;
  if (callbacks.onTheWay >= MAX_ON_THE_WAY) return;
  callbacks.onTheWay += 1;
  void waitAndSend(host, url, charge, refund).finally(() => {
    callbacks.onTheWay -= 1;
  });
}

async function waitAndSend(
  host: Host,
  url: string,
  charge: BookCharge,
  refund: BookRefund | undefined,
): Promise<void> {
  const { clock } = host;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    if (!(await clock.wait(LOOK_EVERY_MS))) return;
    if (refund === undefined || isFinal(charge, refund, clock.elapsed)) break;
  }
  await send(host, url, {
    type: 'refund',
    tid: charge.id,
    nsu: receiptNumber(charge.id),
    date: dateTime(clock.now()),
    amount: refund?.amount ?? charge.voided,
    status: 'Done',
    cancellationNotice: receiptNumber(charge.id),
    refundId: refund === undefined ? releaseIdOf(charge) : refundIdOf(charge, refund),
  });
}

/** Posts JSON to an address and remembers what came of it. */
export async function send(host: Host, url: string, body: object): Promise<SentCallback> {
  const { callbacks, clock } = host;
  const { authorization } = callbacks;
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => undefined,
  );
  const sent = { at: clock.now(), url, body, status };
  callbacks.sent.push(sent);
  if (callbacks.sent.length > MAX_REMEMBERED) callbacks.sent.shift();
  return sent;
}
