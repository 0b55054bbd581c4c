import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperationsRoom, openOperationsRoom } from '../../../src/operations/test-room.ts';
import { SQLITE_BY_DAY } from '../../support/databases.ts';
import { CALLS, INSERTS } from './calls.ts';

interface Entry {
  readonly id: string;
  readonly operation: string;
  readonly person_id: number | null;
  readonly for_person_id: number | null;
  readonly address: string;
  readonly result: string;
  readonly record: string | null;
}

async function entriesOf({ database }: OperationsRoom): Promise<Entry[]> {
  return database.read<{ audit: Entry }>().selectFrom('audit').selectAll().orderBy('id').execute();
}

for (const engine of SQLITE_BY_DAY) {
  test(`every write is recorded with its record, every refusal with its reason, and no reading (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { id: personId, key } = await room.addPerson();
    const other = await room.addPerson();
    const done: unknown[] = [];
    const tell = (path: string, forPersonId: number | null, result: string, record: string | null) =>
      done.push([path.slice(1), personId, forPersonId, result, record]);

    for (const { path, member, body } of [...INSERTS.slice(1), ...INSERTS.slice(0, 1)]) {
      const { status, body: answer } = await room.call(path, key, body);
      assert.equal(status, 200, path);
      const name = path.split('/')[1] ?? '';
      const record = `${name.charAt(0).toLowerCase()}${name.slice(1)}:${answer[member].id}`;
      tell(path, personId, 'ok', record);
      assert.equal((await room.call(path, key, {})).status, 400);
      tell(path, personId, 'parameter_missing', null);
      if (path === '/Pessoa/Insert') continue;
      assert.equal((await room.call(path, key, { ...body, pessoaId: other.id })).status, 403);
      tell(path, other.id, 'person_foreign', null);
    }
    for (const { path } of CALLS.filter((call) => call.verbs.includes('GET'))) {
      await room.call(path, key);
      await room.call(path, key, {});
      await room.call(path, 'desconhecida', {});
    }
    const entries = await entriesOf(room);
    assert.deepEqual(
      entries.map((one) => [one.operation, one.person_id, one.for_person_id, one.result, one.record]),
      done,
    );
    assert.ok(entries.every(({ address }) => address === '127.0.0.1'));
    assert.ok(!JSON.stringify(entries).includes(key));
  });
}
