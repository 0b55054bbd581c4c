import assert from 'node:assert/strict';
import { Status } from '../../../transactions/rules/transaction.ts';
import { checkNotified, checkWritten } from '../test-invariants.ts';
import type { ChargeLife, PixLife } from './test-pix-life.ts';

type Charge = Awaited<ReturnType<PixLife['book']>>[number];

/** Statuses in which nobody can pay any more, and nobody has. */
export const OVER_UNPAID: ReadonlySet<Status> = new Set([Status.expired, Status.denied, Status.failed]);
/** The bank gives nothing of these back: it has no balance. */
const NO_BALANCE = 9;

/** Invariants of a Pix at every moment. */
export async function checkPix(life: ChargeLife): Promise<void> {
  assert.deepEqual(life.world.problems, []);
  const charges = await life.book();
  assert.ok(charges.filter(({ state }) => state !== 'removed').length <= 1, 'two live charges for one Pix');
  for (const { payments } of charges) {
    assert.ok(payments.filter(({ settles }) => settles).length <= 1);
    for (const { amount, returns } of payments)
      assert.ok(sentBack(returns) <= amount, 'more goes back than came');
  }
  checkNotified(life, Status.started);
  const transaction = await life.current();
  if (!transaction) return;
  checkWritten(life, transaction);
  const { amount, result } = transaction;
  const { status, capturedAmount = 0, refundedAmount = 0, disputedAmount = 0 } = result;
  assert.ok(capturedAmount === 0 || capturedAmount === amount);
  assert.ok(refundedAmount + disputedAmount <= capturedAmount, 'refunded and taken back ≤ paid');
  const isOver = OVER_UNPAID.has(status) || (status === Status.canceled && capturedAmount === 0);
  if (!isOver) return;
  assert.ok(
    charges.every(({ state }) => state === 'removed'),
    `status ${status}, and it can be paid`,
  );
  assert.ok(charges.every(({ payments }) => payments.every(({ settles }) => !settles)));
}

/** Invariants once nothing more happens by itself. */
export async function checkPixEnd(life: PixLife): Promise<void> {
  await checkPix(life);
  const transaction = await life.current();
  if (!transaction) return;
  const { id, result } = transaction;
  assert.equal(transaction.openMovement, undefined);
  for (const { state } of await life.world.casesOf(id)) {
    assert.equal(state, 'manual');
    assert.equal(life.about.amount % 100, NO_BALANCE, 'only what the bank does not give back needs a person');
  }
  const charges = await life.book();
  const booked = await life.world.charges.paymentsOf(id);
  const payments = charges.flatMap((charge) => charge.payments);
  assert.deepEqual(
    booked.map(({ endToEndId, amount }) => [endToEndId, amount]).toSorted(),
    payments.map(({ endToEndId, amount }) => [endToEndId, amount]).toSorted(),
    'every Pix that arrived is booked',
  );
  const settling = payments.find(({ settles }) => settles);
  const paying = booked.filter(({ surplus }) => surplus === undefined);
  assert.deepEqual(
    paying.map((one) => one.endToEndId),
    settling ? [settling.endToEndId] : [],
  );
  const { status, refundedAmount = 0, refundingAmount = 0, disputedAmount = 0 } = result;
  assert.equal(refundingAmount, 0);
  const taken = settling ? takenOf(settling) : 0;
  const given = settling ? doneOf(settling) - taken : 0;
  assert.equal(refundedAmount, given, 'what went back of it');
  assert.equal(disputedAmount, taken, 'what the bank took back of it');
  assert.equal(status, statusOf(settling, { given, taken }, status));
  for (const { endToEndId, surplus } of booked) {
    if (surplus === undefined) continue;
    const payment = payments.find((one) => one.endToEndId === endToEndId);
    assert.ok(payment);
    if (life.about.keeps) {
      assert.equal(surplus, 'kept');
      assert.equal(
        sentBack(payment.returns),
        takenOf(payment),
        'of a surplus that stays nothing is given back',
      );
    } else if (surplus === 'refunded') {
      assert.equal(doneOf(payment), payment.amount, 'a surplus went back whole');
    } else {
      assert.equal(surplus, 'failed');
      assert.equal(doneOf(payment), 0);
      assert.ok(
        life.about.amount % 100 === NO_BALANCE && life.attention().some((text) => text.startsWith('surplus')),
        'a surplus that stays is told to a person',
      );
    }
  }
}

function statusOf(
  settling: { readonly amount: number } | undefined,
  { given, taken }: { readonly given: number; readonly taken: number },
  status: Status,
): Status {
  if (settling) return given > 0 && given + taken === settling.amount ? Status.canceled : Status.captured;
  assert.ok(OVER_UNPAID.has(status) || status === Status.canceled, `status ${status} in the end`);
  return status;
}

type Payment = Charge['payments'][number];

function doneOf({ returns }: Payment): number {
  return sentBack(returns.filter(({ state }) => state === 'done'));
}

/** By the payer's bank, after a complaint. */
function takenOf({ returns }: Payment): number {
  return sentBack(returns.filter(({ nature }) => nature !== 'original'));
}

function sentBack(returns: Payment['returns']): number {
  return returns.filter(({ state }) => state !== 'denied').reduce((sum, { amount }) => sum + amount, 0);
}
