import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../../test/support/databases.ts';
import { openTestRoom, type TestRoom } from '../../../transactions/test-room.ts';
import { createAuthenticationStore } from './authentication-store.ts';
import type { AuthenticationTables } from './authentications-table.ts';
import { AUTHENTICATION_KEPT_MS, authenticationSweep } from './sweep.ts';

const NOW = Date.UTC(2026, 10, 20);
const ROWS = 1_200;

for (const engine of ENGINES) {
  describe(`sweep of authentication addresses on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());

    test('keeps them for 30 days after they expired, then deletes them, however many there are', async () => {
      const rowOf = (token: string, expiresAt: number) => ({
        token,
        transaction_id: token,
        attempt_reference: token,
        page_url: 'https://acs.test/',
        expires_at: expiresAt,
        left_at: 0,
        asked_at: 0,
      });
      const old = Array.from({ length: ROWS }, (_, index) =>
        rowOf(`old-${index}`, NOW - AUTHENTICATION_KEPT_MS - 1 - index),
      );
      await room.database.write(async (write) => {
        const tables = write.tables<AuthenticationTables>();
        await tables.insertInto('authentications').values(old).execute();
        await tables
          .insertInto('authentications')
          .values(rowOf('kept', NOW - AUTHENTICATION_KEPT_MS))
          .execute();
      });
      const store = createAuthenticationStore(room);
      await authenticationSweep(store, { now: () => NOW }).run(new AbortController().signal);
      const left = await room.database
        .read<AuthenticationTables>()
        .selectFrom('authentications')
        .select('token')
        .execute();
      assert.deepEqual(
        left.map(({ token }) => token),
        ['kept'],
      );
    });
  });
}
