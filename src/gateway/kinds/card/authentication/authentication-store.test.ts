import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES } from '../../../../../test/support/databases.ts';
import { openTestRoom } from '../../../transactions/test-room.ts';
import { type Authentication, storedToken } from './authentication.ts';
import { createAuthenticationStore, writeAuthentications } from './authentication-store.ts';

const TRANSACTION_ID = '0199aabb-ccdd-7eee-8fff-001122334455';

function tryNumber(number: number): Authentication {
  return {
    token: storedToken(`token-${number}`),
    transactionId: TRANSACTION_ID,
    attemptReference: `reference-${number}`,
    pageUrl: 'https://banco.example/',
    expiresAt: 1_000 * number,
    leftAt: 0,
    askedAt: 0,
  };
}

for (const engine of ENGINES) {
  describe(`authentications (${engine})`, () => {
    test('of a link that was tried several times are told apart by their attempt', async (context) => {
      const room = await openTestRoom(engine);
      context.after(room.close);
      const tries = [tryNumber(1), tryNumber(2), tryNumber(3)];
      await room.database.write((write) => writeAuthentications(write, tries));
      const store = createAuthenticationStore({
        database: room.database,
        history: { record: async () => undefined },
      });
      for (const one of tries) {
        assert.deepEqual(await store.ofAttempt(TRANSACTION_ID, one.attemptReference), one);
      }
      assert.deepEqual(await store.find('token-2'), tries[1]);
      assert.equal(await store.ofAttempt(TRANSACTION_ID, 'reference-4'), undefined);
    });
  });
}
