import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES } from '../../../../../test/support/databases.ts';
import { localTime } from '../../../../platform/time/clock.ts';
import { declineFor } from '../../../providers/index.ts';
import { newResult, Status } from '../../../transactions/rules/transaction.ts';
import { openTestRoom } from '../../../transactions/test-room.ts';
import {
  beginTestSale,
  endTestSale,
  testEvent,
  testOrder,
  testPayment,
} from '../../../transactions/test-sale.ts';
import { createCardTries } from './card-tries.ts';

for (const engine of ENGINES) {
  describe(`a refusal that is found out later, on ${engine}`, () => {
    test('counts no second try, and is final for the card where its code is', async (t) => {
      const { database, store, close } = await openTestRoom(engine);
      t.after(close);
      const kept = testPayment().card;
      const card = { ...kept, fingerprint: 'one card' };
      const begun = await beginTestSale(store, { order: testOrder({ payment: { card } }) });
      const result = newResult(Status.pending);
      const unknown = await endTestSale(
        store,
        begun,
        { outcome: 'unknown', reason: 'no answer' },
        { result },
      );
      const at = begun.transaction.createdAt;
      const [attempt] = await store.attemptsOf(unknown.id);
      assert.ok(attempt);
      const { declineClass } = declineFor('VISA', '41');
      const isStored = await store.change({
        transaction: unknown,
        at,
        result: newResult(Status.denied),
        attempt: { from: 'unknown', to: { ...attempt, state: 'declined', abecsCode: '41', declineClass } },
        events: [testEvent('resolved')],
      });
      assert.ok(isStored);
      const tries = createCardTries({
        database,
        clock: { now: () => at },
        time: localTime('America/Sao_Paulo'),
      });
      const used = await tries.usedBy({ ...card, brand: 'VISA', amount: begun.transaction.amount });
      assert.deepEqual(
        used.map(({ limit, used: times }) => [limit, times]),
        [
          ['irreversible_code', 1],
          ['visa_15_in_30_days', 1],
        ],
      );
    });
  });
}
