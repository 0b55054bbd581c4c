import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openTestRoom, START_MS } from '../test-room.ts';
import { NOBODY } from './entry.ts';

const SELLER = { ...NOBODY, origin: 'panel', role: 'seller', userId: 3, credentialId: 40 } as const;

for (const engine of SQLITE_BY_DAY) {
  test(`entries are kept as told, many in one commit (${engine})`, async (context) => {
    const { accounts, tables } = await openTestRoom(context, { engine });
    const entry = (count: number) => ({
      requestId: `request-${String(count).padStart(3, '0')}`,
      at: START_MS + count,
      operation: 'Produto/Insert',
      by: count === 0 ? NOBODY : { ...SELLER, personId: count },
      forPersonId: count === 0 ? undefined : 50,
      address: '192.0.2.1',
      result: count === 0 ? 'key_unknown' : 'ok',
      record: count === 0 ? undefined : 'produto:12',
      detail: count === 0 ? undefined : 'd'.repeat(400),
    });
    await Promise.all(Array.from({ length: 200 }, (_, count) => accounts.audit(entry(count))));
    const stored = await tables.selectFrom('audit').selectAll().orderBy('id').execute();
    const rows = stored.map(({ mac: _mac, seq: _seq, link: _link, ...said }) => said);
    assert.equal(rows.length, 200);
    assert.deepEqual(
      { ...rows[0] },
      {
        id: 'request-000',
        at: START_MS,
        operation: 'Produto/Insert',
        person_id: null,
        credential_id: null,
        for_person_id: null,
        address: '192.0.2.1',
        result: 'key_unknown',
        record: null,
        origin: 'none',
        role: null,
        user_id: null,
        detail: null,
      },
    );
    assert.deepEqual(
      { ...rows[7] },
      {
        id: 'request-007',
        at: START_MS + 7,
        operation: 'Produto/Insert',
        person_id: 7,
        credential_id: 40,
        for_person_id: 50,
        address: '192.0.2.1',
        result: 'ok',
        record: 'produto:12',
        origin: 'panel',
        role: 'seller',
        user_id: 3,
        detail: 'd'.repeat(300),
      },
    );
  });
}
