import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { sequenceMigrations } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { openVault, vaultMigrations } from '../../platform/vault/index.ts';
import { accountMigrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';
import { openTestRoom, START_MS } from '../test-room.ts';
import { type AuditChain, type ChainEnd, createAuditChain } from './chain.ts';
import { SEAL_BATCH, sealAudit } from './seal.ts';
import type { AuditRow } from './tables.ts';
import { addEntries, entry, sealOptions, tamper } from './test-entries.ts';
import { verifyAudit } from './verify.ts';
import { createWriteAudit } from './write.ts';

const ROWS = 12;

const newMasterKey = () => new Secret(randomBytes(32).toString('base64'));

for (const engine of ENGINES) {
  test(`an untouched audit is verified, before and after each sealing (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const report = () => room.accounts.verifyAudit();
    assert.deepEqual(await report(), {
      rows: 0,
      unsealed: 0,
      removed: 0,
      head: undefined,
      fault: undefined,
    });
    await addEntries(room, ROWS);
    assert.deepEqual(await report(), {
      rows: ROWS,
      unsealed: ROWS,
      removed: 0,
      head: undefined,
      fault: undefined,
    });
    assert.equal(await sealAudit(sealOptions(room)), ROWS);
    assert.equal(await sealAudit(sealOptions(room)), 0);
    const first = await report();
    assert.deepEqual([first.rows, first.unsealed, first.head?.seq, first.fault], [ROWS, 0, ROWS, undefined]);
    await addEntries(room, 3, 100);
    await sealAudit(sealOptions(room));
    await addEntries(room, 2, 200);
    const second = await report();
    assert.deepEqual(
      [second.rows, second.unsealed, second.head?.seq, second.fault],
      [ROWS + 5, 2, ROWS + 3, undefined],
    );
    const since = await room.accounts.verifyAudit(first.head);
    assert.deepEqual([since.rows, since.head, since.fault], [5, second.head, undefined]);
  });

  test(`whatever is done to the rows or the head is found, and where (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, ROWS);
    await sealAudit(sealOptions(room));
    const { head } = await room.accounts.verifyAudit();
    assert.ok(head);
    const stored = await room.tables.selectFrom('audit').selectAll().orderBy('seq').execute();
    const storedHead = await room.tables.selectFrom('audit_heads').selectAll().executeTakeFirstOrThrow();
    const restore = () =>
      tamper(room, async (tables) => {
        await tables.deleteFrom('audit').execute();
        await tables.insertInto('audit').values(stored).execute();
        await tables.deleteFrom('audit_heads').execute();
        await tables.insertInto('audit_heads').values(storedHead).execute();
      });
    const faultAfter = async (work: Parameters<typeof tamper>[1], since?: typeof head) => {
      await tamper(room, work);
      const { fault } = await room.accounts.verifyAudit(since);
      await restore();
      assert.equal((await room.accounts.verifyAudit()).fault, undefined);
      return fault;
    };
    const fifth = 'request-004';
    const changes: Partial<AuditRow>[] = [
      { at: 1 },
      { operation: 'Pessoa/Insert' },
      { person_id: 99 },
      { person_id: null },
      { credential_id: 3 },
      { for_person_id: 8 },
      { address: '192.0.2.2' },
      { result: 'key_unknown' },
      { record: 'produto:1' },
      { origin: 'key' },
      { role: 'read' },
      { user_id: 3 },
      { detail: '' },
      { mac: 'x' },
    ];
    for (const change of changes) {
      const found = await faultAfter((tables) =>
        tables.updateTable('audit').set(change).where('id', '=', fifth).execute(),
      );
      assert.deepEqual(found, { kind: 'row_changed', seq: 5, id: fifth }, JSON.stringify(change));
    }
    const deleteRow = (seq: number) => (tables: Tables) =>
      tables.deleteFrom('audit').where('seq', '=', seq).execute();
    assert.deepEqual(await faultAfter(deleteRow(5)), { kind: 'row_missing', seq: 5 });
    assert.deepEqual(await faultAfter(deleteRow(1)), { kind: 'row_missing', seq: 1 });
    assert.deepEqual(await faultAfter(deleteRow(ROWS)), { kind: 'row_missing', seq: ROWS });
    assert.deepEqual(await faultAfter(deleteRow(ROWS), head), { kind: 'pin_differs', seq: ROWS });
    const renumbered = await faultAfter(async (tables) => {
      await deleteRow(5)(tables);
      await tables.updateTable('audit').set({ seq: 5 }).where('seq', '=', 6).execute();
    });
    assert.deepEqual(renumbered, { kind: 'link_wrong', seq: 5, id: 'request-005' });
    const copy = (more: Partial<AuditRow>) => (tables: Tables) =>
      tables
        .insertInto('audit')
        .values({ ...(stored[4] as AuditRow), id: 'put-there', ...more })
        .execute();
    assert.deepEqual(await faultAfter(copy({ seq: ROWS + 1 })), {
      kind: 'row_beyond_head',
      seq: ROWS + 1,
      id: 'put-there',
    });
    assert.deepEqual(await faultAfter(copy({ seq: null, link: null })), {
      kind: 'row_changed',
      seq: undefined,
      id: 'put-there',
    });
    assert.deepEqual(await faultAfter(copy({ seq: null, link: null, mac: null })), {
      kind: 'row_changed',
      seq: undefined,
      id: 'put-there',
    });
    // Cut off at the end, the head put back to what it said then as far as that can be done without the key.
    const truncated = await faultAfter(async (tables) => {
      await tables.deleteFrom('audit').where('seq', '>', 9).execute();
      await tables
        .updateTable('audit_heads')
        .set({ seq: 9, link: stored[8]?.link ?? '' })
        .execute();
    });
    assert.deepEqual(truncated, { kind: 'head_changed' });
    assert.deepEqual(await faultAfter((tables) => tables.deleteFrom('audit_heads').execute()), {
      kind: 'head_missing',
    });
    const emptied = (tables: Tables) =>
      Promise.all([tables.deleteFrom('audit').execute(), tables.deleteFrom('audit_heads').execute()]);
    assert.deepEqual(await faultAfter(emptied, head), { kind: 'pin_differs', seq: ROWS });
  });

  test(`a row that was put there is sealed as it is, and stays found (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, ROWS);
    await sealAudit(sealOptions(room));
    await tamper(room, async (tables) => {
      const row = await tables.selectFrom('audit').selectAll().where('seq', '=', 2).executeTakeFirstOrThrow();
      await tables
        .insertInto('audit')
        .values({ ...row, id: 'put-there', seq: null, link: null, mac: null })
        .execute();
    });
    await sealAudit(sealOptions(room));
    assert.deepEqual((await room.accounts.verifyAudit()).fault, {
      kind: 'row_changed',
      seq: ROWS + 1,
      id: 'put-there',
    });
  });

  test(`two instances that seal at once, and one that dies in between, leave one chain (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, 2 * SEAL_BATCH + 7);
    const options = sealOptions(room);
    const dying: AuditChain = {
      ...options.chain,
      headMacOf: () => {
        throw new Error('the process is gone');
      },
    };
    await assert.rejects(sealAudit({ ...options, chain: dying }), /gone/);
    assert.equal((await room.accounts.verifyAudit()).unsealed, 2 * SEAL_BATCH + 7);
    const other = await room.another();
    const job = other.jobs.find(({ name }) => name === 'audit-seal');
    assert.ok(job);
    await Promise.all([sealAudit(options), job.run(new AbortController().signal), sealAudit(options)]);
    const report = await other.verifyAudit();
    assert.deepEqual([report.rows, report.unsealed, report.fault], [2 * SEAL_BATCH + 7, 0, undefined]);
  });

  test(`rows of a version that made no proofs are taken into the chain, for a day (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, 3);
    const age = () =>
      tamper(room, (tables) =>
        tables.updateTable('audit').set({ mac: null }).where('seq', 'is', null).execute(),
      );
    await age();
    assert.equal((await room.accounts.verifyAudit()).fault, undefined);
    await sealAudit(sealOptions(room));
    await addEntries(room, 1, 10);
    await age();
    room.clock.advance(23 * 60 * 60_000);
    await sealAudit(sealOptions(room));
    assert.equal((await room.accounts.verifyAudit()).fault, undefined);
    await addEntries(room, 1, 20);
    await age();
    room.clock.advance(60 * 60_000);
    await sealAudit(sealOptions(room));
    assert.deepEqual((await room.accounts.verifyAudit()).fault, {
      kind: 'row_changed',
      seq: 5,
      id: 'request-020',
    });
  });

  test(`nothing is sealed on from a head that was changed or removed (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await addEntries(room, 3);
    await sealAudit(sealOptions(room));
    await addEntries(room, 1, 10);
    await tamper(room, (tables) => tables.updateTable('audit_heads').set({ seq: 2 }).execute());
    await assert.rejects(sealAudit(sealOptions(room)), /head of the audit was changed/);
    await tamper(room, (tables) => tables.deleteFrom('audit_heads').execute());
    await assert.rejects(sealAudit(sealOptions(room)), /head of the audit was changed or removed/);
    assert.deepEqual((await room.accounts.verifyAudit()).fault, { kind: 'head_missing' });
  });
}

test('a new master key leaves the audit verifiable', async (context) => {
  const { database, close } = await newDatabase('sqlite', {
    ...vaultMigrations,
    ...sequenceMigrations,
    ...accountMigrations,
  });
  context.after(close);
  const [old, fresh] = [newMasterKey(), newMasterKey()];
  const clock = { now: () => START_MS };
  const open = async (...masterKeys: Secret[]) => {
    const vault = await openVault({ database, masterKeys, clock });
    const options = { database, clock, chain: createAuditChain(vault.deriveKey('audit')) };
    const write = createWriteAudit(database, options.chain);
    return {
      write,
      seal: () => sealAudit(options),
      verify: (since?: ChainEnd) => verifyAudit(options, since),
    };
  };
  const before = await open(old);
  await before.write(entry(1));
  await before.seal();
  const { head } = await before.verify();
  await open(fresh, old);
  const after = await open(fresh);
  await after.write(entry(2));
  await after.seal();
  const report = await after.verify();
  assert.deepEqual([report.rows, report.fault, report.head?.seq], [2, undefined, 2]);
  assert.equal((await after.verify(head)).fault, undefined);
});
