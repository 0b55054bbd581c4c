import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { NewerDatabase } from './database.ts';
import { joinMigrations } from './migrations.ts';

const migration = { up: async () => undefined };

test('migrations of several rooms become one set', () => {
  assert.deepEqual(Object.keys(joinMigrations({ '0001-a': migration }, { '0002-b': migration })), [
    '0001-a',
    '0002-b',
  ]);
});

test('two migrations with one name are refused', () => {
  assert.throws(() => joinMigrations({ '0001-a': migration }, { '0001-a': migration }), /named 0001-a/);
});

for (const engine of ENGINES) {
  test(`a database that a newer version has migrated is refused with the name of what is unknown (${engine})`, async (t) => {
    const older = { '0001-a': migration };
    const { database, close } = await newDatabase(engine, { ...older, '0002-b': migration });
    t.after(close);
    await assert.rejects(database.migrate(older), (error) => {
      assert.ok(error instanceof NewerDatabase);
      assert.match(error.message, /\(0002-b\)/);
      return true;
    });
  });
}
