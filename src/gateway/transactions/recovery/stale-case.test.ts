import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import { Status } from '../rules/transaction.ts';
import { resolve } from './resolve.ts';

const PLAIN_CARD = '4235647728025682';
const ANSWER_LOST = '4000000000096042';

for (const engine of ENGINES) {
  describe(`a case closed after it was read as due, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine, { lateApproval: 'undo' });
    });
    after(() => world.close());

    test('of a buyer who came back meanwhile: the approved sale stays', async () => {
      const sale = await world.sell(PLAIN_CARD, { payment: { capture: true } });
      assert.equal(sale.result.status, Status.captured);
      const [attempt] = await world.store.attemptsOf(sale.id);
      await assertNothingHappens(caseOf(attempt?.reference ?? '', sale.id, 'buyer'));
      assert.equal(await bookState(attempt?.reference), 'approved');
    });

    test('of a lost answer that was found meanwhile: the accepted sale stays', async () => {
      const sale = await world.sell(ANSWER_LOST);
      const [found] = await world.casesOf(sale.id);
      assert.ok(found);
      world.pass(found.nextAt - world.now());
      await resolve({ ...world.recovering, lateApproval: async () => 'accept' }, found);
      assert.equal((await world.store.findAny(sale.id))?.result.status, Status.authorized);
      await assertNothingHappens(found);
      assert.equal(await bookState(found.subject), 'approved');
    });

    test('of a case that was rescheduled meanwhile: it waits for its time', async () => {
      const sale = await world.sell('4000000000096133');
      const [found] = await world.casesOf(sale.id);
      assert.ok(found);
      world.pass(found.nextAt - world.now());
      await resolve(world.recovering, found);
      const [putOff] = await world.casesOf(sale.id);
      assert.equal(putOff?.tries, 1);
      await assertNothingHappens(found);
      assert.deepEqual(await world.casesOf(sale.id), [putOff]);
    });

    test('of a lost answer that another process finds while the case is read: nothing is asked, nothing fails', async () => {
      const sale = await world.sell(ANSWER_LOST);
      const [found] = await world.casesOf(sale.id);
      assert.ok(found);
      world.pass(found.nextAt - world.now());
      const { store } = world.recovering;
      let reads = 0;
      const attemptsOf: typeof store.attemptsOf = async (id) => {
        reads += 1;
        if (reads === 1) await resolve({ ...world.recovering, lateApproval: async () => 'accept' }, found);
        return store.attemptsOf(id);
      };
      const acquirers = world.playing({ query: () => assert.fail('it is asked again') });
      await resolve({ ...world.recovering, acquirers, store: { ...store, attemptsOf } }, found);
      assert.equal((await world.store.findAny(sale.id))?.result.status, Status.authorized);
    });

    async function assertNothingHappens(stale: RecoveryCase): Promise<void> {
      const before = await world.store.findAny(stale.transactionId);
      await resolve(world.recovering, stale);
      assert.deepEqual(await world.store.findAny(stale.transactionId), before);
    }

    async function bookState(reference = ''): Promise<string | undefined> {
      return (await world.book(reference))[0]?.state;
    }
  });
}

function caseOf(subject: string, transactionId: string, kind: RecoveryCase['kind']): RecoveryCase {
  return newCase({ subject, transactionId, accountId: 0, kind, openedAt: 0, nextAt: 0 });
}
