import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeclineClass } from '../outcome.ts';
import { type Calls, isBadCall, joined, NO_CALLS, withCall } from './calls.ts';
import { admission, type Circuit, CLOSED, judged } from './circuit.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const MINUTE_MS = 60_000;

/** The circuit after calls a second apart: `g` good, `b` bad. */
function after(
  calls: string,
  { from = NOON, circuit = CLOSED }: { from?: number; circuit?: Circuit } = {},
): Circuit {
  let { calls: known, openedAt } = circuit;
  for (const [index, call] of [...calls].entries()) {
    const at = from + index * 1_000;
    ({ calls: known, openedAt } = judged({ calls: withCall(known, call === 'b', at), openedAt }, at));
  }
  return { calls: known, openedAt };
}

function isOpen({ openedAt }: Circuit): boolean {
  return openedAt !== undefined;
}

test('what was not sent, has no answer, or failed technically at the issuer is bad; every other answer is good', () => {
  const isBad = (outcome: string, declineClass?: DeclineClass, code?: string) =>
    isBadCall({ outcome, declineClass, code });
  for (const outcome of ['not_sent', 'unknown']) assert.ok(isBad(outcome), outcome);
  assert.ok(isBad('declined', 'soft_technical', '91'));
  for (const code of ['GK', 'GT', 'BP171', 'NR', 'RP']) {
    assert.ok(
      !isBad('declined', 'soft_technical', code),
      `${code}: whoever tests cards must not close an account`,
    );
  }
  for (const declineClass of ['hard', 'soft_customer', 'fix_data', 'merchant_config'] as const) {
    assert.ok(!isBad('declined', declineClass), declineClass);
  }
  for (const outcome of ['approved', 'buyer_awaited', 'invalid_request', 'duplicate']) {
    assert.ok(!isBad(outcome), outcome);
  }
});

test('five bad calls in a row open the circuit, four do not', () => {
  assert.ok(!isOpen(after('bbbb')));
  assert.ok(isOpen(after('bbbbb')));
  assert.ok(isOpen(after('gggggggggggggbbbbb')));
  assert.ok(!isOpen(after('ggggggggggggbbbbgbbbb')));
});

test('half of at least ten calls opens it, half of nine does not, nor less than half', () => {
  assert.ok(!isOpen(after('bbggbbgbb')), 'of nine');
  assert.ok(isOpen(after('bbggbbgbbg')), 'six of ten');
  assert.ok(isOpen(after('gbgbgbgbgb')), 'five of ten');
  assert.ok(!isOpen(after('gggbgbgbgb')), 'four of ten');
});

test('five good calls in a row close it, and what was before is forgotten', () => {
  const open = after('bbbbb');
  assert.ok(isOpen(after('gggg', { from: NOON + MINUTE_MS, circuit: open })));
  assert.ok(isOpen(after('ggggbgggg', { from: NOON + MINUTE_MS, circuit: open })));
  const closed = after('ggggg', { from: NOON + MINUTE_MS, circuit: open });
  assert.deepEqual(closed, CLOSED);
  assert.ok(!isOpen(after('bbbb', { from: NOON + 2 * MINUTE_MS, circuit: closed })), 'it begins anew');
});

test('of few calls the last fifty count however old they are, of many those of five minutes', () => {
  const few = after('bbbbgbbbb');
  assert.ok(isOpen(after('b', { from: NOON + 60 * MINUTE_MS, circuit: few })), 'an hour later, nine of ten');
  // A third of 120 calls is bad; ten minutes later only the new ones are looked at.
  const many = after('gbg'.repeat(40));
  assert.ok(!isOpen(many));
  let calls: Calls = many.calls;
  for (let index = 0; index < 60; index += 1)
    calls = withCall(calls, false, NOON + 10 * MINUTE_MS + index * 100);
  assert.equal(
    calls.parts.reduce((sum, { all }) => sum + all, 0),
    60,
    'what is older than five minutes has gone',
  );
  assert.equal(calls.last, 'g'.repeat(50));
});

test('an hour of sales takes no more room than five minutes of them', () => {
  let calls = NO_CALLS;
  for (let second = 0; second < 3_600; second += 1) calls = withCall(calls, false, NOON + second * 1_000);
  assert.ok(calls.parts.length <= 31);
  assert.equal(calls.last.length, 50);
});

test('calls of two instances add up', () => {
  const one = after('gbgb').calls;
  const other = after('gbgbgb', { from: NOON + 4_000 }).calls;
  assert.ok(isOpen(judged({ calls: joined(one, other, NOON + 10_000), openedAt: undefined }, NOON + 10_000)));
});

test('an open account is still tried with one payment in twenty, and at least once a minute', () => {
  const circuit = after('bbbbb');
  const openedAt = circuit.openedAt ?? 0;
  const stand = { circuit, pause: undefined, triedAt: 0 };
  assert.equal(admission({ ...stand, circuit: CLOSED }, 0.99, openedAt), 'yes');
  assert.equal(admission(stand, 0.049, openedAt + 1), 'trial');
  assert.equal(admission(stand, 0.05, openedAt + 1), 'open');
  assert.equal(admission(stand, 0.99, openedAt + MINUTE_MS - 1), 'open');
  assert.equal(admission(stand, 0.99, openedAt + MINUTE_MS), 'trial', 'the first of this minute');
  assert.equal(
    admission({ ...stand, triedAt: openedAt + MINUTE_MS }, 0.99, openedAt + MINUTE_MS + 1),
    'open',
  );
});

test('a clock that was set back makes nobody wait for the time to come again', () => {
  const stand = { circuit: after('bbbbb'), pause: undefined, triedAt: 0 };
  assert.equal(admission(stand, 0.99, NOON - 60 * MINUTE_MS), 'trial');
});

test('nor does it send every payment to an account that has just been tried', () => {
  const now = NOON - 60 * MINUTE_MS;
  const tried = { circuit: after('bbbbb'), pause: undefined, triedAt: now - 1_000 };
  assert.equal(admission(tried, 0.99, now), 'open');
  assert.equal(admission(tried, 0.99, now + MINUTE_MS), 'trial', 'one of each minute');
});

test('a pause holds until its end, or until it is taken back', () => {
  const pause = { since: NOON, until: NOON + MINUTE_MS, reason: 'manutenção' };
  const stand = { circuit: CLOSED, pause, triedAt: 0 };
  assert.equal(admission(stand, 0, NOON + MINUTE_MS - 1), 'paused');
  assert.equal(admission(stand, 0, NOON + MINUTE_MS), 'yes');
  assert.equal(
    admission({ ...stand, pause: { ...pause, until: undefined } }, 0, NOON + 99 * MINUTE_MS),
    'paused',
  );
});
