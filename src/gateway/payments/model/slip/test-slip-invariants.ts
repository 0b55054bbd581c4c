import assert from 'node:assert/strict';
import { PAID_LESS, TAKEN_BACK } from '../../../charges/ends/told-to-person.ts';
import { isPaidByBarcode } from '../../../providers/slips/slip-provider.ts';
import { Status } from '../../../transactions/rules/transaction.ts';
import { checkPix, OVER_UNPAID } from '../pix/test-pix-invariants.ts';
import { LESS_BY, type SlipLife } from './test-slip-life.ts';

type Payment = Awaited<ReturnType<SlipLife['book']>>[number]['payments'][number];
type Booked = Awaited<ReturnType<SlipLife['world']['charges']['paymentsOf']>>[number];

const NOT_GIVEN_BACK = 'the surplus was not given back';

/** Invariants of a slip at every moment: those of a Pix, and that a code is shown only of what its bank registered. */
export async function checkSlip(life: SlipLife): Promise<void> {
  await checkPix(life);
  const [charge] = await life.book();
  const transaction = await life.current();
  for (const { reference } of transaction ? await life.world.charges.ofTransaction(transaction.id) : []) {
    const slip = await life.world.slips.byReference(reference);
    assert.ok(slip, 'a charge without its slip');
    if (slip.line === undefined) continue;
    assert.equal(slip.line, charge?.slip?.line, 'another code than the registered one is shown');
    assert.ok(life.world.passed() >= life.atBank.registersFrom, 'shown before it is registered');
  }
}

/** Invariants once nothing more happens by itself. */
export async function checkSlipEnd(life: SlipLife): Promise<void> {
  await checkSlip(life);
  const transaction = await life.current();
  if (!transaction) return;
  const { id, result } = transaction;
  assert.equal(transaction.openMovement, undefined);
  const arrived = (await life.book()).flatMap(({ payments }) => payments);
  const booked = await life.world.charges.paymentsOf(id);
  assert.deepEqual(
    booked.map(named).toSorted(),
    arrived.map(named).toSorted(),
    'all that arrived is booked, once',
  );
  const settling = arrived.find(({ settles }) => settles);
  const paying = booked.filter(({ surplus }) => surplus === undefined);
  assert.deepEqual(
    paying.map(({ endToEndId }) => endToEndId),
    settling ? [settling.endToEndId] : [],
    'what pays it is what came first',
  );
  for (const one of booked.filter(({ surplus }) => surplus !== undefined)) {
    checkSurplus(life, one, arrived);
  }
  const { refundedAmount = 0, refundingAmount = 0 } = result;
  assert.equal(refundingAmount, 0);
  const given = settling ? sentBack(settling) : 0;
  assert.equal(refundedAmount, given, 'what went back of it');
  checkStatus(result.status, settling, given, transaction.amount);
  const isHidden = life.atBank.isTakenBack;
  assert.deepEqual(
    paying.map(({ takenBackAt }) => takenBackAt !== undefined),
    paying.map(() => isHidden),
    'what was taken back is known',
  );
  const cases = await life.world.casesOf(id);
  assert.ok(cases.every(({ state }) => state === 'manual'));
  assert.deepEqual(
    cases.map(({ reason }) => reason).toSorted(),
    reasonsOf(life, { settling, booked }).toSorted(),
    'a person is asked about what needs one, and about nothing else',
  );
}

function named({ endToEndId, amount }: Payment | Booked): string {
  return `${endToEndId} ${amount}`;
}

/** What came by the barcode no bank gives back. */
function checkSurplus(
  life: SlipLife,
  { endToEndId, surplus }: Pick<Booked, 'endToEndId' | 'surplus'>,
  arrived: readonly Payment[],
): void {
  const payment = arrived.find((one) => one.endToEndId === endToEndId);
  assert.ok(payment);
  const expected = life.about.keeps ? 'kept' : isPaidByBarcode(payment) ? 'failed' : 'refunded';
  assert.equal(surplus, expected);
  assert.equal(sentBack(payment), expected === 'refunded' ? payment.amount : 0);
}

function checkStatus(status: Status, settling: Payment | undefined, given: number, amount: number): void {
  if (!settling) {
    assert.ok(OVER_UNPAID.has(status) || status === Status.canceled, `status ${status} in the end`);
    return;
  }
  if (isPaidByBarcode(settling)) assert.equal(given, 0, 'a bank gives back what was paid by a barcode');
  assert.equal(status, given >= amount ? Status.canceled : Status.captured);
}

function reasonsOf(
  { about, atBank }: SlipLife,
  { settling, booked }: { readonly settling: Payment | undefined; readonly booked: readonly Booked[] },
): readonly string[] {
  return [
    ...(settling?.amount === about.amount - LESS_BY ? [PAID_LESS] : []),
    ...(atBank.isTakenBack ? [TAKEN_BACK] : []),
    ...booked.filter(({ surplus }) => surplus === 'failed').map(() => NOT_GIVEN_BACK),
  ];
}

function sentBack({ returns }: Payment): number {
  return returns.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0);
}
