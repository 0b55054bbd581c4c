import {
  type BookCharge,
  type BookMovement,
  capture,
  scenarioNamed,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { CHANGE } from '../notices/notices.ts';
import { findById } from './find-sale.ts';
import { readAmount } from './read-fields.ts';
import { STATUS, statusOf } from './standing.ts';
import { movedAnswer } from './wire-form.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 15 * DAY_MS;
/** Since July 2026. */
const MASTERCARD_WINDOW_MS = 7 * DAY_MS;

/** `PUT /1/sales/{PaymentId}/capture`: once, in whole or in part; the rest is released. */
export async function captureSale(host: Host, call: Call): Promise<HostAnswer> {
  const { id, reference } = await findById(host, call, '307');
  const amount = isMissing(call.query.amount) ? undefined : readAmount(call.query.amount);
  const now = host.clock.now();
  host.requests.add({ at: now, operation: 'capture', reference, theirId: id, amount });
  const movement = await host.book.move({ acquirerReference: undefined, theirId: id }, (current) =>
    captureOnce(host, current, amount ?? current.amount),
  );
  if (movement === undefined || 'refused' in movement) throw refuse('308');
  host.details.change(id, { capturedAt: now });
  host.notices.add(id, CHANGE.status);
  const { charge } = movement;
  const body = movedAnswer(host, charge, {
    status: STATUS.confirmed,
    code: '6',
    message: 'Operation Successful',
  });
  const isLost = scenarioNamed(charge.scenario).capture === 'answer_lost';
  return { status: 200, body, ...(isLost && { delivery: 'none' }) };
}

function captureOnce(host: Host, charge: BookCharge, amount: number): BookMovement {
  const { clock } = host;
  const window = charge.brand === 'MASTERCARD' ? MASTERCARD_WINDOW_MS : WINDOW_MS;
  const isOver = clock.elapsed(charge.created) >= window;
  if (statusOf(host, charge) !== STATUS.authorized || isOver) throw refuse('308');
  const movement = capture(charge, amount, clock.elapsed);
  if ('refused' in movement) return movement;
  const { captured } = movement.charge;
  return { ...movement, charge: { ...movement.charge, voided: charge.amount - captured } };
}
