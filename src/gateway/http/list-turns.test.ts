import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { localTime } from '../../platform/time/clock.ts';
import type { Payments } from '../payments/payments.ts';
import { registerListRoutes } from './list-routes.ts';
import { createListTurns } from './list-turns.ts';

const REFUSED = { code: 'too_many_lists', status: 429, retryAfterSeconds: 2 };

test('a merchant reads one list at a time, eight more wait, and other merchants do not wait for them', async () => {
  const turns = createListTurns();
  const reading = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const list = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await reading.promise;
    atOnce -= 1;
  };
  const lists = Array.from({ length: 9 }, () => turns(1, list));
  await assert.rejects(turns(1, list), REFUSED);
  assert.equal(await turns(2, async () => 'of another'), 'of another');
  reading.resolve();
  await Promise.all(lists);
  assert.equal(most, 1);
  assert.equal(await turns(1, async () => 'again'), 'again');
});

test('a list that waits for too long is refused, and one that fails lets the next one begin', async () => {
  const turns = createListTurns({ maxWaitMs: 1 });
  const reading = Promise.withResolvers<void>();
  const first = turns(1, () => reading.promise);
  await assert.rejects(
    turns(1, async () => assert.fail('not its turn')),
    REFUSED,
  );
  reading.reject(new Error('no database'));
  await assert.rejects(first, /no database/);
  assert.equal(await turns(1, async () => 'next'), 'next');
});

test('the route of the list of a period takes turns, the one of a reference does not', async (context) => {
  const app = Fastify();
  context.after(() => app.close());
  const reading = Promise.withResolvers<void>();
  let begun = 0;
  registerListRoutes(app, {
    findPix: async () => [],
    payments: { list: async () => [] } satisfies Pick<Payments, 'list'>,
    sales: {
      list: async () => {
        begun += 1;
        await reading.promise;
        return { sales: [], lookedUntil: undefined };
      },
    },
    time: localTime('UTC'),
    requireApiPair: async () => undefined,
    merchantId: () => 1,
  });
  const get = (query: string) => app.inject(`/v1/transactions?${query}`);
  const lists = Array.from({ length: 10 }, () => get('from=2026-11-25'));
  const refused = await Promise.race(lists);
  assert.equal(begun, 1);
  assert.equal((await get('referenceId=a')).statusCode, 200);
  reading.resolve();
  const answers = await Promise.all(lists);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 9);
  assert.equal(refused.statusCode, 429);
});
