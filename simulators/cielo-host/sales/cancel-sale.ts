import {
  type BookCharge,
  type BookMovement,
  cancel,
  refundsOf,
  scenarioNamed,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { CHANGE } from '../notices/notices.ts';
import { cancelPix } from '../pix/cancel-pix.ts';
import { findById, findByOrder, findPix } from './find-sale.ts';
import { readAmount } from './read-fields.ts';
import { canceledSum, STATUS, statusOf } from './standing.ts';
import { movedAnswer } from './wire-form.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 360 * DAY_MS;
/** Cancels of one sale that follow faster may be taken for the same one. */
const LEAST_APART_MS = 5_000;

const DONE = { code: '0', message: 'Operation Successful' } as const;
const ALL_DONE = { code: '9', message: 'Operation Successful' } as const;
const REFUSALS = {
  same: { code: '223', message: 'The same request is being processed' },
  never: { code: '103', message: 'Cancel not allowed for this sale' },
  tooLate: { code: '101', message: 'Cancel after the deadline' },
  above: { code: '102', message: 'Cancel above the amount of the sale' },
  balance: { code: '72', message: 'No balance for the cancel' },
} as const;
type Refused = keyof typeof REFUSALS;

/** What became of a cancel: the book's movement, or why there is none. */
type Played = BookMovement | { readonly refusal: Refused } | 'unanswered';

/** `PUT /1/sales/{PaymentId}/void`: releases a sale that is not captured, gives back of one that is. */
export async function cancelSale(host: Host, call: Call): Promise<HostAnswer> {
  const pix = findPix(host, call);
  return pix ? cancelPix(host, call, pix) : play(host, call, await findById(host, call, '307'));
}

/** `PUT /1/sales/OrderId/{MerchantOrderId}/void`: of the newest sale with the number. */
export async function cancelOrder(host: Host, call: Call): Promise<HostAnswer> {
  const [newest] = await findByOrder(host, call, String(call.params.order));
  const [pix] = host.pix.ofOrder(String(call.params.order), call.merchant.merchantId);
  if (newest === undefined && pix) return cancelPix(host, call, pix);
  if (newest === undefined) throw refuse('307');
  return play(host, call, newest);
}

async function play(host: Host, call: Call, { id, reference }: BookCharge): Promise<HostAnswer> {
  const amount = isMissing(call.query.amount) ? undefined : readAmount(call.query.amount);
  const now = host.clock.now();
  let played: Played | undefined;
  const key = { acquirerReference: undefined, theirId: id };
  const movement = await host.book.move(key, (current) => {
    const result = carryOut(host, current, amount, now);
    played = result;
    if (result === 'unanswered') return { charge: { ...current, undos: current.undos + 1 }, moved: 0 };
    return 'refusal' in result ? { charge: current, moved: 0 } : result;
  });
  if (played === undefined || movement === undefined || 'refused' in movement) throw refuse('309');
  host.requests.add({ at: now, operation: 'refund', reference, theirId: id, amount });
  const { charge } = movement;
  if (played === 'unanswered') return { status: 0, body: {}, delivery: 'none' };
  if ('refusal' in played) {
    return {
      status: 200,
      body: movedAnswer(host, charge, { status: statusOf(host, charge), ...REFUSALS[played.refusal] }),
    };
  }
  host.details.change(id, { canceledAt: now });
  host.notices.add(id, CHANGE.status);
  const status = statusOf(host, charge);
  const isWhole = status === STATUS.voided || status === STATUS.refunded;
  const body = movedAnswer(host, charge, { status, ...(isWhole ? ALL_DONE : DONE) });
  const isLost = charge.captured > 0 && scenarioNamed(charge.scenario).refund === 'answer_lost';
  return { status: 200, body, ...(isLost && { delivery: 'none' }) };
}

function carryOut(host: Host, charge: BookCharge, amount: number | undefined, now: number): Played {
  const { clock } = host;
  const { undo, refund } = scenarioNamed(charge.scenario);
  const status = statusOf(host, charge);
  if (status !== STATUS.authorized && status !== STATUS.confirmed && status !== STATUS.pending)
    throw refuse('309');
  if (undo.refused) return { refusal: 'never' };
  if (charge.undos < undo.callsThatTimeOut) return 'unanswered';
  const last = refundsOf(charge).at(-1);
  if (last !== undefined && clock.elapsed(last.at) < LEAST_APART_MS) return { refusal: 'same' };
  if (clock.elapsed(charge.created) >= WINDOW_MS) return { refusal: 'tooLate' };
  const whole = charge.captured > 0 ? charge.captured : charge.amount;
  if (amount !== undefined && canceledSum(charge) + amount > whole) return { refusal: 'above' };
  if (charge.captured === 0 && amount !== undefined && amount !== charge.amount) throw refuse('309');
  if (charge.captured > 0 && refund === 'no_balance') return { refusal: 'balance' };
  return cancel(charge, amount, now, clock.elapsed);
}
