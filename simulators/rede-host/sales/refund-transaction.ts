import {
  type BookCharge,
  type BookMovement,
  type BookRefund,
  cancel,
  isFinal,
  refundIdOf,
  refundsOf,
  scenarioNamed,
  stateOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { sendRefundCallback } from '../notifications/refund-callback.ts';
import { refuse } from '../return-codes.ts';
import { findByTid } from './find-charge.ts';
import { messageOf } from './messages.ts';
import { movedOrThrow } from './moved.ts';
import { readAmount } from './new-transaction.ts';
import { readCallbackUrl } from './return-urls.ts';
import { dateTime, linksOf, releaseIdOf } from './wire-form.ts';

const DAY_MS = 86_400_000;
/** How long a sale can be refunded, in simulated time (docs/contract/acquirers.md A.2). */
const REFUND_WINDOW_MS = { credit: 90 * DAY_MS, debit: 7 * DAY_MS } as const;

/** `POST /transactions/{tid}/refunds`: releases an uncaptured sale, refunds a captured one. */
export async function refundTransaction(host: Host, call: Call): Promise<HostAnswer> {
  const { id, reference } = await findByTid(host, call, '353');
  const amount = isMissing(call.body.amount) ? undefined : readAmount(call.body.amount);
  const callbackUrl = readCallbackUrl(call.body.urls);
  const now = host.clock.now();
  host.requests.add({ at: now, operation: 'refund', reference, theirId: id, amount });

  const movement = await host.book.move({ acquirerReference: undefined, theirId: id }, (charge) =>
    voidOrRefund(host, charge, amount, now),
  );
  const charge = movedOrThrow(movement);
  const { moved, refund } = movement as { moved: number; refund?: BookRefund };
  if (moved === 0) return { status: 0, body: {}, delivery: 'none' };
  if (refund === undefined) host.details.change(id, { releasedAt: now });
  if (callbackUrl !== undefined) sendRefundCallback(host, callbackUrl, charge, refund);
  const lost = refund !== undefined && scenarioNamed(charge.scenario).refund === 'answer_lost';
  return { ...answer(host, call, charge, refund), ...(lost && { delivery: 'none' }) };
}

function voidOrRefund(host: Host, charge: BookCharge, amount: number | undefined, now: number): BookMovement {
  const { elapsed } = host.clock;
  const { callsThatTimeOut, refused } = scenarioNamed(charge.scenario).undo;
  const state = stateOf(charge, elapsed);
  if (state === 'canceled') throw refuse('355');
  if (state !== 'approved') throw refuse('171');
  if (refused) throw refuse('351');
  if (charge.undos < callsThatTimeOut) return { charge: { ...charge, undos: charge.undos + 1 }, moved: 0 };
  if (elapsed(charge.created) >= REFUND_WINDOW_MS[charge.kind]) throw refuse('354');
  checkAmount(charge, amount);
  return cancel(charge, amount, now, elapsed);
}

/** Before the capture only the full amount; afterwards refunds add up to the captured amount at most. */
function checkAmount(charge: BookCharge, amount: number | undefined): void {
  if (amount === undefined) return;
  const before = refundsOf(charge).reduce((sum, refund) => sum + refund.amount, 0);
  if (before + amount > charge.amount) throw refuse('357');
  if (charge.captured === 0 && amount !== charge.amount) throw refuse('365');
  if (charge.captured > 0 && before + amount > charge.captured) throw refuse('358');
}

function answer(host: Host, call: Call, charge: BookCharge, refund: BookRefund | undefined): HostAnswer {
  const done = refund === undefined || isFinal(charge, refund, host.clock.elapsed);
  const returnCode = done ? '359' : '360';
  const refundId = refund === undefined ? releaseIdOf(charge) : refundIdOf(charge, refund);
  return {
    status: done ? 201 : 202,
    body: {
      returnCode,
      returnMessage: messageOf(returnCode),
      refundId,
      cancelId: refundId,
      tid: charge.id,
      nsu: refundId.slice(-12),
      refundDateTime: dateTime(host.clock.now()),
      links: linksOf(host, call, charge.id),
    },
  };
}
