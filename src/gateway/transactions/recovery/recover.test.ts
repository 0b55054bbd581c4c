import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../../../../test/support/databases.ts';
import { MERCHANT, openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import { Status } from '../rules/transaction.ts';
import { beginTestSale } from '../test-sale.ts';
import { recover } from './recover.ts';

const ANSWER_LOST = '4000000000096042';
const MINUTE = 60_000;
const PATIENCE_MS = 120_000;

for (const engine of ENGINES) {
  describe(`the recovery job, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('reschedules a case whose every step fails, and leaves it to a person in the end', async () => {
      const sale = await world.sell(ANSWER_LOST);
      const routeOf = async () => Promise.reject(new Error('the settings cannot be decrypted'));
      const recovering = { ...world.recovering, acquirers: { ...world.selling.acquirers, routeOf } };
      for (let steps = 0; steps < 100; steps += 1) {
        const [row] = await world.casesOf(sale.id);
        if (row?.state !== 'open') break;
        world.pass(row.nextAt - world.now());
        await recover(recovering, new AbortController().signal);
        assert.equal((await world.casesOf(sale.id))[0]?.tries, row.tries + 1);
      }
      const [row] = await world.casesOf(sale.id);
      assert.equal(row?.state, 'manual');
      assert.doesNotMatch(row?.reason ?? '', /decrypted/);
      assert.equal(world.attention.length, 1);
    });

    test('takes over from dead instances while an acquirer does not answer', async () => {
      const sale = await world.sell(ANSWER_LOST);
      world.pass(MINUTE);
      const silent = Promise.withResolvers<never>();
      // Nobody may be waiting for it when the test ends it.
      silent.promise.catch(() => undefined);
      const stopping = new AbortController();
      const working = recover(
        { ...world.recovering, acquirers: world.playing({ query: () => silent.promise }) },
        stopping.signal,
      );
      const left = await leaveUnderWay('dies later');
      world.dead.add('dies later');
      const deadline = performance.now() + PATIENCE_MS;
      const stateOf = async () => (await world.store.attemptsOf(left))[0]?.state;
      while ((await stateOf()) === 'sending' && performance.now() < deadline) await sleep(20);
      stopping.abort();
      silent.reject(new Error('the test is over'));
      await working;
      assert.equal(await stateOf(), 'unknown');
      assert.equal((await world.store.findAny(sale.id))?.result.status, Status.pending);
    });

    async function leaveUnderWay(holder: string): Promise<string> {
      const over = { merchantId: MERCHANT, createdAt: world.now() };
      const { transaction } = await beginTestSale(world.store, over, { holder });
      return transaction.id;
    }
  });
}
