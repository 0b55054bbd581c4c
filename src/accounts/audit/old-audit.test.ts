import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { openTestRoom, type TestRoom } from '../test-room.ts';
import type { ChainEnd } from './chain.ts';
import { oldAudit } from './old-audit.ts';
import { sealAudit } from './seal.ts';
import type { AuditRow } from './tables.ts';
import { addEntries, entry, sealOptions, tamper } from './test-entries.ts';

const ROWS = 12;
const DAY_MS = 24 * 60 * 60_000;

async function addEntriesNow({ accounts, clock }: TestRoom, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await accounts.audit(entry(300 + index, { at: clock.now() }));
}

async function* from(rows: readonly AuditRow[]): AsyncGenerator<unknown> {
  // As they come back from a file.
  for (const row of rows) yield JSON.parse(JSON.stringify(row));
}

for (const engine of ENGINES) {
  test(`what is old goes from the beginning, and both parts stay verifiable (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const options = sealOptions(room);
    await addEntries(room, ROWS);
    await sealAudit(options);
    const early = (await room.accounts.verifyAudit()).head;
    assert.ok(early);
    room.clock.advance(40 * DAY_MS);
    await addEntriesNow(room, 3);
    await sealAudit(options);
    const archive: AuditRow[] = [];
    assert.deepEqual(await room.accounts.verifyAuditArchive(from(archive)), {
      rows: 0,
      first: 0,
      last: 0,
      fault: undefined,
    });

    const died = oldAudit({ ...options, keptDays: 30 })
      .old()
      [Symbol.asyncIterator]();
    archive.push(...((await died.next()).value.rows as AuditRow[]));
    const inBetween = await room.accounts.verifyAudit();
    assert.deepEqual([inBetween.rows, inBetween.removed, inBetween.fault], [ROWS + 3, 0, undefined]);
    const slower = oldAudit({ ...options, keptDays: 30 })
      .old()
      [Symbol.asyncIterator]();
    const second = (await slower.next()).value;
    for await (const { rows, remove } of oldAudit({ ...options, keptDays: 30 }).old()) {
      archive.push(...(rows as readonly AuditRow[]));
      await remove();
    }
    await second.remove();

    const left = await room.accounts.verifyAudit();
    assert.deepEqual([left.rows, left.removed, left.fault, left.head?.seq], [3, ROWS, undefined, ROWS + 3]);
    assert.equal((await room.accounts.verifyAudit(early)).fault, undefined);
    const older = { seq: 4, link: archive[3]?.link ?? '' };
    assert.deepEqual((await room.accounts.verifyAudit(older)).fault, { kind: 'pin_removed', seq: 4 });

    const whole = { rows: ROWS, first: 1, last: ROWS, fault: undefined };
    assert.equal(archive.length, 2 * ROWS, 'archived twice');
    assert.deepEqual(await room.accounts.verifyAuditArchive(from(archive), older), whole);
    const some = archive.slice(5, ROWS);
    assert.deepEqual(await room.accounts.verifyAuditArchive(from(some)), {
      ...whole,
      rows: ROWS - 5,
      first: 6,
    });
    const faultOf = async (rows: readonly AuditRow[], point?: ChainEnd) =>
      (await room.accounts.verifyAuditArchive(from(rows), point)).fault;
    const once = archive.slice(0, ROWS);
    const changedAt = (index: number, change: Partial<AuditRow>) =>
      once.map((row, at) => (at === index ? { ...row, ...change } : row));
    assert.deepEqual(await faultOf(once.toSpliced(4, 1)), { kind: 'row_missing', seq: 5 });
    assert.deepEqual(await faultOf(once.slice(0, -1)), { kind: 'row_missing', seq: ROWS });
    assert.deepEqual(await faultOf(changedAt(4, { result: 'key_unknown' })), {
      kind: 'row_changed',
      seq: 5,
      id: once[4]?.id,
    });
    assert.deepEqual(await faultOf(changedAt(4, { link: 'x' })), {
      kind: 'link_wrong',
      seq: 5,
      id: once[4]?.id,
    });
    assert.deepEqual(await faultOf(changedAt(5, { link: 'x' }).slice(5)), {
      kind: 'link_wrong',
      seq: 7,
      id: once[6]?.id,
    });
    assert.deepEqual(await faultOf(once, { seq: 4, link: 'x' }), { kind: 'pin_differs', seq: 4 });
    assert.deepEqual(await faultOf(some, older), { kind: 'pin_differs', seq: 4 });
    // Who moves the base without the key has removed rows.
    await tamper(room, async (tables) => {
      await tables
        .deleteFrom('audit')
        .where('seq', '=', ROWS + 1)
        .execute();
      await tables
        .updateTable('audit_heads')
        .set({ base_seq: ROWS + 1 })
        .execute();
    });
    assert.deepEqual((await room.accounts.verifyAudit()).fault, { kind: 'head_changed' });
    await assert.rejects(
      room.accounts.oldAudit(30).old()[Symbol.asyncIterator]().next(),
      /head of the audit/,
    );
  });

  test(`nothing goes from a chain that was changed (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, ROWS);
    await sealAudit(sealOptions(room));
    room.clock.advance(40 * DAY_MS);
    await tamper(room, (tables) =>
      tables.updateTable('audit').set({ result: 'key_unknown' }).where('seq', '=', 5).execute(),
    );
    const old = oldAudit({ ...sealOptions(room), keptDays: 30 }).old();
    await assert.rejects(old[Symbol.asyncIterator]().next(), /changed at number 5.*guiche audit verify/);
    assert.deepEqual((await room.accounts.verifyAudit()).fault, {
      kind: 'row_changed',
      seq: 5,
      id: 'request-004',
    });
  });
}
