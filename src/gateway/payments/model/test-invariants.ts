import assert from 'node:assert/strict';
import type { Attempt } from '../../transactions/rules/attempt.ts';
import { canTransition, Status, type Transaction } from '../../transactions/rules/transaction.ts';
import type { Life } from './test-life.ts';

type Charge = Awaited<ReturnType<Life['book']>>[number];

interface Facts {
  readonly transaction: Transaction;
  readonly charges: readonly Charge[];
  readonly attempts: readonly Attempt[];
  readonly cases: Awaited<ReturnType<Life['world']['casesOf']>>;
}

const OPEN: ReadonlySet<Status> = new Set([Status.started, Status.pending, Status.canceling]);
const LIVE: ReadonlySet<string> = new Set(['approved', 'pending']);

/** Invariants of the payment at every moment. */
export async function check(life: Life): Promise<void> {
  assert.deepEqual(life.world.problems, []);
  const charges = await life.book();
  checkBook(life, charges);
  checkNotified(life);
  const transaction = await life.current();
  if (!transaction) return;
  const { id, amount, result } = transaction;
  const facts: Facts = {
    transaction,
    charges,
    attempts: await life.world.store.attemptsOf(id),
    cases: await life.world.casesOf(id),
  };
  const { capturedAmount = 0, refundedAmount = 0 } = result;
  assert.ok(capturedAmount <= amount, 'captured ≤ authorized');
  assert.ok(refundedAmount <= (capturedAmount || amount), 'refunded ≤ captured');
  checkWritten(life, transaction);
  if (!life.isQuiet()) return;
  const isUnderWay =
    transaction.openMovement !== undefined || facts.attempts.some(({ state }) => state === 'sending');
  if (facts.cases.length > 0 || isUnderWay) return;
  assert.ok(!OPEN.has(result.status), `status ${result.status} that nobody works on`);
  checkRecord(facts);
}

/** Invariants once nothing more happens by itself. */
export async function checkEnd(life: Life): Promise<void> {
  await check(life);
  const transaction = await life.current();
  if (!transaction) return;
  assert.equal(transaction.openMovement, undefined);
  const cases = await life.world.casesOf(transaction.id);
  const isExplained = life.about.card === UNDO_REFUSED_FOR_GOOD;
  if (!isExplained) assert.deepEqual(cases, []);
  for (const { state, reason } of cases) {
    assert.equal(state, 'manual');
    assert.match(reason ?? '', /refuses the undo/);
  }
}

/** Card 615: authorized, the answer is lost, and the acquirer refuses every undo. */
const UNDO_REFUSED_FOR_GOOD = '4000000000096158';

function checkBook(life: Life, charges: readonly Charge[]): void {
  for (const { amount, captured, voided, refunds } of charges) {
    assert.ok(captured + voided <= amount, 'captured ≤ authorized, at the acquirer');
    const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
    assert.ok(refunded <= captured, 'refunded ≤ captured, at the acquirer');
  }
  assert.ok(charges.filter(isLive).length <= 1, 'one payment has two live approvals');
  const sent = life.world.simulator.control
    .requests({ limit: 500 })
    .filter(({ operation, turnedAway }) => operation === 'authorize' && turnedAway === undefined)
    .map(({ reference }) => reference);
  assert.equal(new Set(sent).size, sent.length, 'a reference was sent twice');
}

function isLive({ state }: Charge): boolean {
  return LIVE.has(state);
}

/**
 * Every committed change of status, and the first outcome even when it is 10, is told once and in order, but for a
 * buyer's try that is under way or was refused; and each transition is allowed.
 */
export function checkNotified(
  life: Pick<Life, 'notified' | 'written'>,
  first: Status = Status.pending,
): void {
  const notified = life.notified().map(({ version, result }) => ({ version, status: result.status }));
  let before: Status = first;
  const news = life.written
    .toSorted((one, other) => one.version - other.version)
    .filter(({ status, isFirstOutcome, withoutPostback, isTold }) => {
      const isNew = status !== before;
      assert.ok(!isNew || isFirstOutcome || canTransition(before, status), `from ${before} to ${status}`);
      before = status;
      return (isNew || isFirstOutcome || isTold) && !withoutPostback;
    });
  assert.deepEqual(
    notified,
    news.map(({ version, status }) => ({ version, status })),
  );
}

export function checkWritten(life: Pick<Life, 'written'>, { id, version, result }: Transaction): void {
  const versions = life.written.map((one) => one.version).sort((one, other) => one - other);
  assert.deepEqual(
    versions,
    Array.from({ length: version + 1 }, (_, index) => index),
  );
  assert.ok(life.written.every((one) => one.id === id));
  assert.equal(life.written.find((one) => one.version === version)?.status, result.status);
}

/** Once nobody works on it, our record equals the acquirer's book. */
function checkRecord({ transaction, charges, attempts }: Facts): void {
  const { amount, result } = transaction;
  const { status, capturedAmount = 0, refundedAmount = 0 } = result;
  const live = charges.filter(isLive);
  const charge = charges.find(({ reference }) => reference === attempts.at(-1)?.reference);
  const onBook = {
    live: live.length,
    captured: charge?.captured ?? 0,
    refunded: charge?.refunded ?? 0,
    voided: charge?.voided ?? 0,
  };
  switch (status) {
    case Status.authorized:
      assert.deepEqual(onBook, { live: 1, captured: 0, refunded: 0, voided: refundedAmount });
      return;
    case Status.captured:
      assert.deepEqual(onBook, { ...onBook, live: 1, captured: capturedAmount, refunded: refundedAmount });
      return;
    case Status.canceled:
      assert.equal(onBook.captured, onBook.refunded, 'canceled, and money is kept');
      if (capturedAmount === 0 || charge?.state === 'canceled') {
        assert.equal(onBook.live, 0);
        if (capturedAmount === 0) assert.equal(onBook.voided + onBook.captured, amount);
      } else assert.equal(onBook.captured, capturedAmount);
      return;
    default:
      assert.equal(onBook.live, 0, `status ${status} with a live approval`);
      assert.equal(onBook.captured, onBook.refunded);
  }
}
