import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNoticeBudget } from './notice-budget.ts';

const [SHOP, OTHER] = [1, 2];

function budget() {
  let now = 1_000_000;
  const { take } = createNoticeBudget({ now: () => now });
  const takeAll = (accountId: number, bytes = 100) => {
    let taken = 0;
    while (take(accountId, bytes)) taken += 1;
    return taken;
  };
  const later = (ms: number) => {
    now += ms;
  };
  return { take, takeAll, later };
}

test('a flood of notices for one account leaves the share of another', () => {
  const { take, takeAll } = budget();
  assert.equal(takeAll(SHOP), 100);
  assert.equal(take(OTHER, 100), true);
});

test('all accounts together get so many notices and no more, and more with time', () => {
  const { takeAll, later } = budget();
  const taken = Array.from({ length: 10 }, (_, accountId) => takeAll(accountId));
  assert.deepEqual(taken, [100, 100, 100, 100, 0, 0, 0, 0, 0, 0]);
  later(1_000);
  assert.equal(takeAll(SHOP), 20);
});

test('a long notice counts as many', () => {
  const { takeAll } = budget();
  assert.equal(takeAll(SHOP, 1024 * 1024), 5);
});

test('a clock that is set back gives nothing, and takes nothing', () => {
  const { takeAll, later } = budget();
  takeAll(SHOP);
  later(-60_000);
  assert.equal(takeAll(SHOP), 0);
  later(1_000);
  assert.equal(takeAll(SHOP), 20);
});
