import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { NewerDatabase } from './database.ts';
import { announceUpgrade, joinMigrations } from './migrations.ts';

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
  test(`an upgrade is announced once, and neither a new database nor one that lacks nothing is (${engine})`, async (t) => {
    const older = { '0001-a': migration };
    const newer = { ...older, '0002-b': migration, '0003-c': migration };
    let announced = 0;
    const watched = (migrations: typeof older) =>
      announceUpgrade(migrations, () => {
        announced += 1;
      });
    const { database, close } = await newDatabase(engine, watched(older));
    t.after(close);
    await database.migrate(watched(older));
    assert.equal(announced, 0);
    await database.migrate(watched(newer));
    assert.equal(announced, 1);
    await database.migrate(watched(newer));
    assert.equal(announced, 1);
  });

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
