import {
  type BookCharge,
  type BookRefund,
  isFinal,
  receiptNumber,
  refundIdOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { Host } from '../host.ts';
import { dateTime, releaseIdOf } from '../sales/wire-form.ts';
import { MAX_REMEMBERED, type SentCallback } from './callbacks.ts';

/** Limit of concurrent callbacks; further ones are dropped. */
const MAX_IN_FLIGHT = 200;
const ANSWER_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
/** Longer than the issuer engine takes to process any refund. */
const MAX_CHECKS = 120;

/** Sends the callback of a refund once the refund is final (docs/contract/acquirers.md A.2). It is not retried. */
export function sendRefundCallback(
  host: Host,
  url: string,
  charge: BookCharge,
  refund: BookRefund | undefined,
): void {
  const { callbacks } = host;
  if (callbacks.inFlight >= MAX_IN_FLIGHT) return;
  callbacks.inFlight += 1;
  void waitAndSend(host, url, charge, refund).finally(() => {
    callbacks.inFlight -= 1;
  });
}

async function waitAndSend(
  host: Host,
  url: string,
  charge: BookCharge,
  refund: BookRefund | undefined,
): Promise<void> {
  const { clock } = host;
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    if (!(await clock.wait(CHECK_INTERVAL_MS))) return;
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

/** Posts JSON to an address and records the result. */
export async function send(host: Host, url: string, body: object): Promise<SentCallback> {
  const { callbacks, clock } = host;
  const { authorization } = callbacks;
  const status = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
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
