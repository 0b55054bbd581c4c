import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { RecoveryCase } from '../rules/case.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { SETTLED_STATUSES, settleByOperator, settlingOptions } from './by-operator.ts';
import { resolve } from './resolve.ts';

const PLAIN_CARD = '4235647728025682';
const DENIED_CARD = '4000000000090516';
const ANOTHER_CARD = '5448280000000007';
const AUTHENTICATION_MS = 15 * 60_000;

for (const engine of ENGINES) {
  describe(`an operator and the old try of an intention, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('an undo that is refused after a newer try has paid ends only the old try', async () => {
      const intention = await world.intend();
      const old = await giveUpFirstTry(intention);
      await world.pay(intention, ANOTHER_CARD);
      const row = await findOldCharge(old);
      const paid = await stored(intention);
      assert.equal(paid.result.status, Status.captured);

      const options = await settlingOptions(world.recovering, paid, row);
      assert.deepEqual(
        options.map(({ kind, status }) => [kind, status]),
        [['charge_gone', Status.captured]],
      );
      for (const status of SETTLED_STATUSES.filter((one) => one !== Status.captured)) {
        await assert.rejects(settle(intention, status), { code: 'status_conflict' });
      }
      const settled = await settle(intention, Status.captured);
      assert.deepEqual(settled.result, paid.result);
      const attempts = await world.store.attemptsOf(intention.id);
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ['undone', 'approved'],
      );
      assert.deepEqual(await world.casesOf(intention.id), []);
    });

    test('while the newer try is at the bank, its own case stands in nobody’s way', async () => {
      const intention = await world.intend();
      const old = await giveUpFirstTry(intention);
      await world.pay(intention, ANOTHER_CARD, { type: 'debit' });
      const row = await findOldCharge(old);
      const started = await stored(intention);
      assert.equal(started.result.status, Status.started);
      const settled = await settle(intention, Status.started, row.subject);
      assert.deepEqual(settled.result, started.result);
      const [open, ...others] = await world.casesOf(intention.id);
      assert.deepEqual([open?.kind, others], ['buyer', []]);
    });

    test('while the intention waits for its buyer, the charge can end as gone, and the buyer pays', async () => {
      const intention = await world.intend();
      const row = await findOldCharge(await giveUpFirstTry(intention));
      const waiting = await stored(intention);
      assert.equal(waiting.result.status, Status.intention);
      const options = await settlingOptions(world.recovering, waiting, row);
      assert.deepEqual(
        options.map(({ kind, status }) => [kind, status]),
        [['charge_gone', Status.intention]],
      );
      assert.equal((await settle(intention, Status.intention)).result.status, Status.intention);
      await world.pay(intention, ANOTHER_CARD);
      assert.equal((await stored(intention)).result.status, Status.captured);
    });

    test('tries follow one another also within one millisecond, and behind a clock that was set back', async () => {
      const intention = await world.intend();
      await world.pay(intention, DENIED_CARD);
      await world.pay(intention, DENIED_CARD);
      world.setClock({ aheadMs: -60_000, rate: 1 });
      await world.pay(intention, ANOTHER_CARD);
      world.setClock({ aheadMs: 0, rate: 1 });
      const attempts = await world.store.attemptsOf(intention.id);
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ['declined', 'declined', 'approved'],
      );
      assert.equal(new Set(attempts.map(({ createdAt }) => createdAt)).size, 3);
    });

    /** The buyer goes to the bank and does not come back in time: the intention waits again. */
    async function giveUpFirstTry(intention: Transaction): Promise<RecoveryCase> {
      await world.pay(intention, PLAIN_CARD, { type: 'debit' });
      world.pass(AUTHENTICATION_MS);
      for (let step = 0; step < 10; step += 1) {
        await world.recover();
        const [row] = await world.casesOf(intention.id);
        if (row?.kind === 'recheck') return row;
        if (row) world.pass(Math.max(0, row.nextAt - world.now()));
      }
      throw new Error('the first try was not given up');
    }

    /** The old try turns out to be approved, and the acquirer refuses to undo it. */
    async function findOldCharge(row: RecoveryCase): Promise<RecoveryCase> {
      const answer = {
        theirId: 'T1',
        rawCode: '00',
        seen: { amount: 1_000, cardBin: PLAIN_CARD.slice(0, 6), cardLast4: PLAIN_CARD.slice(-4) },
      };
      const acquirers = world.playing({
        query: async () => ({
          outcome: 'found',
          charge: { state: 'approved', capturedAmount: 1_000, refundedAmount: 0, answer },
        }),
        undo: async () => ({
          outcome: 'refused',
          decline: { code: '365', message: 'Não.', declineClass: 'technical', reversible: false },
          answer: {},
        }),
      } as never);
      for (let step = 0; step < 3; step += 1) {
        const found = (await world.casesOf(row.transactionId)).find(({ subject }) => subject === row.subject);
        if (!found || found.state === 'manual') break;
        world.pass(Math.max(0, found.nextAt - world.now()));
        await resolve({ ...world.recovering, acquirers }, found);
      }
      const left = (await world.casesOf(row.transactionId)).find(({ subject }) => subject === row.subject);
      assert.deepEqual([left?.kind, left?.state], ['undo', 'manual']);
      return left as RecoveryCase;
    }

    async function stored({ id }: Transaction): Promise<Transaction> {
      const found = await world.store.findAny(id);
      assert.ok(found);
      return found;
    }

    function settle({ id }: Transaction, status: Status, subject?: string): Promise<Transaction> {
      return settleByOperator(world.recovering, {
        transactionId: id,
        subject,
        status,
        reason: 'by telephone',
      });
    }
  });
}
