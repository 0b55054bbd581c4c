import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentReturn } from '../../providers/index.ts';
import { disputesIn, foreignReturns, type ReturnRow, unexpectedRefunds } from './returned.ts';

const E2E = 'E1';
const returned = (over: Partial<PaymentReturn> = {}): PaymentReturn => ({
  id: 'R1',
  amount: 300,
  state: 'done',
  nature: 'med_fraud',
  at: 1_000,
  ...over,
});
const found = (
  returns: readonly PaymentReturn[],
  { ours = [], booked = [] }: { ours?: readonly string[]; booked?: readonly ReturnRow[] } = {},
) => foreignReturns('t', { endToEndId: E2E, returns }, ({ id }) => ours.includes(id), booked);

test('refunds of ours are not booked once more', () => {
  const ours = returned({ id: 'OURS', nature: 'original' });
  assert.deepEqual(found([ours], { ours: ['OURS'] }), { disputed: 0, refundedMore: 0, changed: [] });
});

test('what the bank took or blocked counts as disputed in all, however often it is looked at', () => {
  const list = [returned(), returned({ id: 'R2', amount: 200, state: 'pending', nature: 'med_error' })];
  const first = found(list);
  assert.deepEqual([first.disputed, first.refundedMore, first.changed.length], [500, 0, 2]);
  const again = found(list, { booked: first.changed });
  assert.deepEqual([again.disputed, again.changed], [500, []]);
});

test('a block that the bank lets go of counts no more', () => {
  const booked = found([returned({ state: 'pending' })]).changed;
  const { disputed, changed } = found([returned({ state: 'denied' })], { booked });
  assert.deepEqual([disputed, changed.map(({ state }) => state)], [0, ['denied']]);
  assert.deepEqual(disputesIn(changed), [
    { id: 'R1', amount: 300, at: 1_000, reason: 'fraud', state: 'released' },
  ]);
});

test('what was given back in the app of the bank is a refund, once it is done, and once', () => {
  const pending = returned({ id: 'APP', nature: 'original', state: 'pending' });
  const first = found([pending]);
  assert.deepEqual([first.refundedMore, first.disputed], [0, 0]);
  const done = { ...pending, state: 'done' as const };
  const second = found([done], { booked: first.changed });
  assert.equal(second.refundedMore, 300);
  assert.equal(found([done], { booked: second.changed }).refundedMore, 0);
  assert.deepEqual(disputesIn(second.changed), []);
});

test('a refund that the bank has and we take for not made is told', () => {
  const returns = [
    returned({ id: 'A', nature: 'original', state: 'pending' }),
    returned({ id: 'B', nature: 'original', state: 'denied' }),
  ];
  assert.deepEqual(unexpectedRefunds({ returns }, new Set(['A', 'B', 'C'])), ['A']);
});
