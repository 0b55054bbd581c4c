import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import type { Acquirers } from '../../providers/index.ts';
import { newCase } from '../rules/case.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { testEvent } from '../test-sale.ts';
import { resolve } from './resolve.ts';

const NEVER_ARRIVED = '4000000000096034';

for (const engine of ENGINES) {
  describe(`the last check of a sale that ended uncharged, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('does not believe "not found" right after a late approval', async () => {
      const sale = await world.sell(NEVER_ARRIVED);
      const failed = await world.settle(sale.id);
      assert.equal(failed.result.status, Status.failed);
      await approvedLate(failed);
      await look(failed, 'not_found');
      const [row] = await world.casesOf(sale.id);
      assert.equal(row?.kind, 'recheck');
      await look(failed, 'approved');
      assert.equal((await world.casesOf(sale.id))[0]?.kind, 'undo');
    });

    test('ends once an approval would show', async () => {
      const sale = await world.sell(NEVER_ARRIVED);
      const failed = await world.settle(sale.id);
      await approvedLate(failed);
      const openedAt = world.now();
      await look(failed, 'not_found');
      await look(failed, 'not_found');
      const { timing } = world.simulator.connector('REDE').capabilities(undefined, 'credit');
      assert.equal(world.now() - openedAt, timing.maxProcessingMs);
      assert.deepEqual(await world.casesOf(sale.id), []);
      assert.equal((await world.store.findAny(sale.id))?.result.status, Status.failed);
    });

    async function approvedLate(transaction: Transaction): Promise<void> {
      const [attempt] = await world.store.attemptsOf(transaction.id);
      const at = world.now();
      const stated = await world.store.change({
        transaction,
        at,
        openCase: newCase({
          subject: attempt?.reference ?? '',
          transactionId: transaction.id,
          accountId: 0,
          kind: 'recheck',
          openedAt: at,
          nextAt: at,
        }),
        events: [testEvent('late_answer')],
      });
      assert.ok(stated);
    }

    async function look({ id, amount }: Transaction, found: 'not_found' | 'approved'): Promise<void> {
      const [row] = await world.casesOf(id);
      assert.ok(row);
      world.pass(row.nextAt - world.now());
      await resolve({ ...world.recovering, acquirers: saying(found, amount) }, row);
    }

    function saying(found: 'not_found' | 'approved', amount: number): Acquirers {
      const charge = {
        state: 'approved',
        amount,
        authorizedAmount: amount,
        capturedAmount: 0,
        refundedAmount: 0,
        refunds: [],
        answer: { theirId: 'T1' },
      } as const;
      const query = async () =>
        found === 'not_found' ? ({ outcome: found } as const) : ({ outcome: 'found', charge } as const);
      return world.playing({ query });
    }
  });
}
