import {
  type BookCharge,
  type BookMovement,
  capture,
  scenarioNamed,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { findByTid } from './find-charge.ts';
import { movedOrThrow } from './moved.ts';
import { readAmount } from './new-transaction.ts';
import { saleAnswer } from './wire-form.ts';

/** `PUT /transactions/{tid}`: captures an authorization once, in full or in part. */
export async function captureTransaction(host: Host, call: Call): Promise<HostAnswer> {
  const { id, reference } = await findByTid(host, call);
  const amount = isMissing(call.body.amount) ? undefined : readAmount(call.body.amount);
  host.requests.add({ at: host.clock.now(), operation: 'capture', reference, theirId: id, amount });

  const charge = movedOrThrow(
    await host.book.move({ acquirerReference: undefined, theirId: id }, (current) =>
      captureOnce(host, current, amount ?? current.amount),
    ),
  );
  host.details.change(id, { capturedAt: host.clock.now() });
  const lost = scenarioNamed(charge.scenario).capture === 'answer_lost';
  return { status: 200, body: saleAnswer(host, call, charge), ...(lost && { delivery: 'none' }) };
}

/** The rest of a partial capture is released: there is no second capture. */
function captureOnce({ clock }: Host, charge: BookCharge, amount: number): BookMovement {
  if (charge.captured > 0) throw refuse('171');
  const movement = capture(charge, amount, clock.elapsed);
  if ('refused' in movement) return movement;
  const { captured } = movement.charge;
  return { ...movement, charge: { ...movement.charge, voided: charge.amount - captured } };
}
