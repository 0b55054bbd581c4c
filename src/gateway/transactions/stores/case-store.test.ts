import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { newCase } from '../rules/case.ts';
import { openTestRoom } from '../test-room.ts';
import { beginTestSale, testEvent } from '../test-sale.ts';
import { createCaseStore } from './case-store.ts';

for (const engine of ENGINES) {
  test(`finds cases that need a person by merchant, however many others have (${engine})`, async (context) => {
    const room = await openTestRoom(engine);
    context.after(room.close);
    const needing = async (merchantId: number, at: number) => {
      const { transaction, attempt } = await beginTestSale(room.store, { merchantId }, { accountId: 3 });
      const subject = attempt.reference;
      const opened = newCase({
        subject,
        transactionId: transaction.id,
        accountId: 3,
        kind: 'attempt',
        openedAt: at,
        nextAt: at,
      });
      await room.store.change({
        transaction,
        at,
        openCase: { ...opened, state: 'manual', reason: 'nobody knows' },
        events: [testEvent('needs_attention')],
      });
      return subject;
    };
    const first = await needing(1, 1_000);
    const second = await needing(1, 2_000);
    const other = await needing(2, 3_000);
    const cases = createCaseStore(room.database);
    const subjects = async (...wanted: Parameters<typeof cases.manual>) =>
      (await cases.manual(...wanted)).map(({ subject }) => subject);

    assert.deepEqual(await subjects(2), [first, second]);
    assert.deepEqual(await subjects(2, 2), [other]);
    assert.deepEqual(await subjects(1, 1), [first]);
    assert.deepEqual(await subjects(1, 3), []);
    assert.equal(await cases.manualTransactions(), 3);
    assert.equal(await cases.manualTransactions(1), 2);
    assert.equal(await cases.manualTransactions(3), 0);
  });
}
