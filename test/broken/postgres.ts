import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../support/databases.ts';

test('fails in the middle of a write to PostgreSQL', async () => {
  const { database } = await newDatabase('postgres');
  await database.write(async (transaction) => {
    await sql`select 1`.execute(transaction.tables());
    await new Promise((_, reject) =>
      setImmediate(reject, new assert.AssertionError({ message: 'on purpose' })),
    );
  });
});
