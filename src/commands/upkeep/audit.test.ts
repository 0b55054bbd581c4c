import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { ADD, openTestLine } from '../test-line.ts';

interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly origin: string;
  readonly forPersonId: number | null;
  readonly record: string | null;
  readonly result: string;
  readonly address: string;
  readonly detail: string | null;
}

test('a command that writes leaves how it ended, a reading one and a wrong line nothing', async (context) => {
  const { run, json } = await openTestLine(context);
  const added = await json(ADD);
  const id = String(added.id);
  await json(['person', 'activate', id]);
  const issued = await json(['credential', 'issue', '--person', id, '--kind', 'api']);
  await json(['person', 'list']);
  assert.equal((await run(['person', 'activate', id])).code, 1);
  assert.equal((await run(['person', 'activate', 'x'])).code, 2);
  await json(['person', 'deactivate', id]);

  const told = async (...more: string[]): Promise<Entry[]> =>
    (await json(['audit', 'list', ...more])).entries;
  const entries = await told();
  const who = Number(id);
  assert.deepEqual(
    entries.map((entry) => [entry.operation, entry.forPersonId, entry.record, entry.result, entry.detail]),
    [
      ['person deactivate', who, `person:${id}`, 'ok', null],
      ['person activate', who, `person:${id}`, 'person_active', null],
      ['credential issue', who, null, 'ok', 'kind=api'],
      ['person activate', who, `person:${id}`, 'ok', null],
      ['person add', null, null, 'ok', 'role=seller'],
    ],
  );
  for (const { origin, address } of entries) {
    assert.equal(origin, 'command');
    assert.match(address, /^[^@]+@[^@]+$/);
  }
  assert.ok(!JSON.stringify(entries).includes(issued.secret));
  const operations = async (...more: string[]) => (await told(...more)).map((entry) => entry.operation);
  assert.deepEqual(await operations('--operation', 'person add'), ['person add']);
  assert.equal((await operations('--person', id)).length, 4);
  assert.deepEqual(await operations('--to', '2020-01-01'), []);
  assert.equal((await operations('--from', '2020-01-01')).length, 5);
  const [newest] = entries;
  assert.equal((await operations('--before', newest?.id ?? '')).length, 4);
});

test('a command that was cut off shows as begun', async (context) => {
  const { json, run, withAccounts } = await openTestLine(context);
  await json(ADD);
  await withAccounts(async (accounts) => {
    const [entry] = (await accounts.listAudit()).rows;
    assert.equal(entry?.result, 'ok');
  });
  const cut = {
    name: 'person cut',
    summary: 'x',
    options: {},
    run: async (context: { rooms(): Promise<{ accounts: { audit: unknown } }> }) => {
      const rooms = await context.rooms();
      rooms.accounts.audit = async () => Promise.reject(new Error('the process is gone'));
      return undefined;
    },
  };
  assert.equal((await run(['person', 'cut'], { commands: [cut as never] })).code, 0);
  const { entries } = await json(['audit', 'list', '--operation', 'person cut']);
  assert.deepEqual(
    entries.map((entry: Entry) => entry.result),
    ['begun'],
  );
});

test('audit verify tells where the chain ends, and ends with 1 at the first wrong row', async (context) => {
  const { run, json, config } = await openTestLine(context);
  await json(ADD);
  const sound = await json(['audit', 'verify']);
  assert.deepEqual([sound.rows, sound.unsealed, sound.head, sound.fault], [2, 2, null, null]);
  assert.equal((await run(['audit', 'verify', '--since', '5'])).code, 2);
  const missing = await run(['audit', 'verify', '--since', `9:${'x'.repeat(43)}`]);
  assert.equal(missing.code, 1);
  assert.match(missing.out, /número 9 não é mais a do ponto dado/);
  const database = openDatabase({ url: undefined, dataDir: config.dataDir });
  await database.write(async (transaction) => {
    const tables = transaction.tables<{ audit: { id: string; result: string } }>();
    await tables.updateTable('audit').set({ result: 'person_active' }).where('id', 'like', '%.end').execute();
  });
  await database.close();
  const changed = await run(['audit', 'verify']);
  assert.equal(changed.code, 1);
  assert.match(changed.out, /^Não confere: a linha \S+\.end foi mudada/);
});

test('an archive that is not there is said in words, with when it comes into being', async (context) => {
  const { json, run } = await openTestLine(context);
  await json(ADD);
  const folder = join(tmpdir(), randomUUID());
  const { code, error } = await run(['audit', 'verify', '--archive', folder]);
  assert.equal(code, 2);
  assert.match(error, new RegExp(`A pasta ${folder} não existe\\. .*GUICHE_KEEP_AUDIT`));
  assert.doesNotMatch(error, /ENOENT/);
});
