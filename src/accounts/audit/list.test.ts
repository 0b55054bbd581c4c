import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { openTestRoom, START_MS } from '../test-room.ts';
import { type AuditEntry, NOBODY } from './entry.ts';
import { AUDIT_ROWS_PER_PAGE, listAudit } from './list.ts';

for (const engine of ENGINES) {
  test(`entries are listed newest first, by pages and filters; of what ended only the end (${engine})`, async (context) => {
    const { accounts } = await openTestRoom(context, { engine });
    const entry = (count: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
      requestId: `request-${String(count).padStart(3, '0')}`,
      at: START_MS + count,
      operation: 'Produto/Insert',
      by: { ...NOBODY, personId: count % 2 },
      forPersonId: 7,
      address: '192.0.2.1',
      result: 'ok',
      record: undefined,
      ...more,
    });
    const rows = AUDIT_ROWS_PER_PAGE + 2;
    for (let count = 0; count < rows; count += 50) {
      const some = Array.from({ length: Math.min(50, rows - count) }, (_, index) => entry(count + index));
      await Promise.all(some.map(accounts.audit));
    }
    await accounts.audit(entry(200, { operation: 'person add', result: 'begun' }));
    await accounts.audit(entry(200, { requestId: 'request-200.end', operation: 'person add' }));
    await accounts.audit(entry(201, { operation: 'person link', result: 'begun' }));

    const first = await accounts.listAudit();
    assert.equal(first.rows.length, AUDIT_ROWS_PER_PAGE);
    assert.deepEqual(
      first.rows.slice(0, 3).map((row) => [row.id, row.result]),
      [
        ['request-201', 'begun'],
        ['request-200.end', 'ok'],
        ['request-101', 'ok'],
      ],
    );
    const second = await accounts.listAudit({ beforeId: first.nextBeforeId });
    assert.deepEqual(
      second.rows.map((row) => row.id),
      ['request-003', 'request-002', 'request-001', 'request-000'],
    );
    assert.equal(second.nextBeforeId, undefined);
    const ids = async (filter: Parameters<typeof accounts.listAudit>[0]) =>
      (await accounts.listAudit(filter)).rows.map((row) => row.id);
    assert.equal((await ids({ personId: 1 })).length, rows / 2 + 1);
    assert.deepEqual(await ids({ operation: 'person add' }), ['request-200.end']);
    assert.deepEqual(await ids({ from: START_MS + 5, until: START_MS + 7 }), ['request-006', 'request-005']);
  });
}

test('the list is read beside the connection that sales read by', async (context) => {
  const { database } = await openTestRoom(context, { engine: 'sqlite' });
  const read = () => assert.fail('read on the event loop');
  assert.deepEqual(await listAudit({ database: { ...database, read } }), {
    rows: [],
    nextBeforeId: undefined,
  });
});
