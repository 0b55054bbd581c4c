import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { CHANGE } from '../notices/notices.ts';
import { readAmount } from '../sales/read-fields.ts';
import { STATUS } from '../sales/standing.ts';
import type { PixCharge } from './pix-book.ts';
import { pixScenario } from './scenarios.ts';
import { pixMoved, pixStatus } from './wire-form.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 90 * DAY_MS;
const REFUNDED_AFTER_MS = 2_000;

const DONE = { code: '0', message: 'OPERACAO REALIZADA COM SUCESSO' } as const;
const REFUSALS = {
  another: { code: '42', message: 'Another refund of this Pix' },
  tooLate: { code: '101', message: 'Refund after the deadline' },
  above: { code: '102', message: 'Refund above the amount of the Pix' },
} as const;

/** `PUT /1/sales/{PaymentId}/void` of a Pix: removes a code that waits, gives back of one that was paid. */
export function cancelPix(host: Host, { query }: Call, charge: PixCharge): HostAnswer {
  const now = host.clock.now();
  const amount = isMissing(query.amount) ? undefined : readAmount(query.amount);
  const { id, reference } = charge;
  host.requests.add({ at: now, operation: 'refund', reference, theirId: id, amount, type: 'Pix' });
  if (charge.payment) return refund(host, charge, amount ?? charge.amount);
  if (charge.removedAt !== undefined) throw refuse('309');
  charge.removedAt = now;
  host.notices.add(id, CHANGE.status);
  return { status: 200, body: pixMoved(host, charge, { status: STATUS.confirmed, ...DONE }) };
}

function refund(host: Host, charge: PixCharge, amount: number): HostAnswer {
  const now = host.clock.now();
  const refused = (why: keyof typeof REFUSALS): HostAnswer => ({
    status: 200,
    body: pixMoved(host, charge, { status: pixStatus(charge), ...REFUSALS[why] }),
  });
  if (charge.refund) return refused('another');
  if (now - (charge.payment?.at ?? now) >= WINDOW_MS) return refused('tooLate');
  if (amount > charge.amount) return refused('above');
  const asked = { amount, askedAt: now, state: 'pending' as const };
  charge.refund = asked;
  void (async () => {
    if (!(await host.clock.wait(REFUNDED_AFTER_MS)) || charge.refund !== asked) return;
    const isDone = pixScenario(charge.amount).refund === 'done';
    charge.refund = isDone ? { ...asked, state: 'done' } : undefined;
    host.notices.add(charge.id, isDone ? CHANGE.status : CHANGE.cancelDenied);
  })();
  return { status: 200, body: pixMoved(host, charge, { status: STATUS.pending, ...DONE }) };
}
