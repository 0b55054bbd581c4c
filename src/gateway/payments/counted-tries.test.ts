import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { Status } from '../transactions/rules/transaction.ts';
import { MERCHANT, openTestWorld, type TestWorld } from './test-world.ts';

/** The issuer refuses it for lack of funds. */
const REFUSED = '4000000000090516';
const APPROVED = '4235647728025682';
/** The acquirer's answer is lost, and the sale was approved. */
const LOST_ANSWER = '4000000000096042';
const AMOUNT = 1_000;

for (const engine of SQLITE_BY_DAY) {
  describe(`tries of a card, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    const usedBy = async (number: string): Promise<number | undefined> => {
      const { selling } = world;
      const fingerprint = selling.storedCards.fingerprintOf(MERCHANT, new Secret(number));
      const [used] = await selling.tries.usedBy({
        fingerprint,
        brand: 'VISA',
        expirationMonth: '12',
        expirationYear: '2035',
        amount: AMOUNT,
      });
      return used?.used;
    };

    test('approvals and refusals count, by sales and by pages', async () => {
      const before = (await usedBy(REFUSED)) ?? 0;
      await world.sell(REFUSED);
      await world.pay(await world.intend(), REFUSED);
      assert.equal(await usedBy(REFUSED), before + 2);
      await world.sell(APPROVED);
      assert.equal(await usedBy(APPROVED), 1);
    });

    test('one whose answer was lost counts once, whatever recovery finds', async () => {
      const sale = await world.sell(LOST_ANSWER);
      assert.equal(sale.result.status, Status.pending);
      assert.equal(await usedBy(LOST_ANSWER), 1);
      assert.equal((await world.settle(sale.id)).result.status, Status.authorized);
      assert.equal(await usedBy(LOST_ANSWER), 1);
    });

    test('one that was never sent does not count', async () => {
      const number = '4111111111111111';
      const acquirers = world.playing({
        authorize: async () => ({ outcome: 'not_sent', reason: 'connection refused' }),
      });
      const { selling } = world;
      Object.assign(selling, { acquirers });
      const sale = await world.sell(number);
      assert.equal(sale.result.status, Status.failed);
      assert.equal(await usedBy(number), 0);
    });
  });
}
