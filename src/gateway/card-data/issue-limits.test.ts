import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIssueLimits } from './issue-limits.ts';

const NOW = 1_000_000;

test('the call after 600 in a minute is refused until the minute is over', async () => {
  const check = createIssueLimits(async () => 0);
  for (let call = 0; call < 600; call += 1) await check(1, NOW + call);
  await assert.rejects(check(1, NOW + 30_000), {
    code: 'too_many_public_keys',
    status: 429,
    retryAfterSeconds: 30,
  });
  await check(2, NOW + 30_000);
  await check(1, NOW + 60_000);
});

test('a minute ends also when the clock is set back by hours', async () => {
  const check = createIssueLimits(async () => 0);
  for (let call = 0; call < 600; call += 1) await check(1, NOW + call);
  await check(1, NOW - 6 * 60 * 60_000);
});

test('beyond 600 calls in a minute, each block of addresses still gets three', async () => {
  const check = createIssueLimits(async () => 0);
  for (let call = 0; call < 600; call += 1) await check(1, NOW, '203.0.113.0/24');
  for (const block of ['203.0.113.0/24', '198.51.100.0/24']) {
    for (let call = 0; call < 3; call += 1) await check(1, NOW, block);
    await assert.rejects(check(1, NOW, block), { code: 'too_many_public_keys' });
  }
  await assert.rejects(check(1, NOW), { code: 'too_many_public_keys' });
  await check(1, NOW + 60_000, '203.0.113.0/24');
});

test('a merchant with 100,000 live sessions is refused; the count is asked of the database now and then', async () => {
  let queries = 0;
  let live = 99_999;
  const check = createIssueLimits(async () => {
    queries += 1;
    return live;
  });
  await check(1, NOW);
  await assert.rejects(check(1, NOW + 10_000), {
    code: 'sessions_exceeded',
    status: 429,
    retryAfterSeconds: 20,
  });
  assert.equal(queries, 1);
  live = 50_000;
  await check(1, NOW + 30_000);
  assert.equal(queries, 2);
});
