import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/index.ts';
import type { NewEvent } from './event.ts';
import { createHistory } from './history.ts';
import { historyMigrations } from './tables.ts';

const event = (transactionId: string, at: number, kind: NewEvent['kind']): NewEvent => ({
  transactionId,
  at,
  kind,
  origin: { cause: 'merchant', requestId: 'request-1' },
  details: { reference: 'R1', amount: 100 },
});

for (const engine of ENGINES) {
  describe(`the history on ${engine}`, () => {
    let database: Database;
    let close: () => Promise<void>;
    before(async () => {
      ({ database, close } = await newDatabase(engine));
      await database.migrate(historyMigrations);
    });
    after(() => close());

    test('a transaction’s events come back whole, oldest first, without those of others', async () => {
      let count = 0;
      const history = createHistory({ database, newId: () => String(++count).padStart(4, '0') });
      await database.write((write) =>
        history.record(write, [
          event('one', 20, 'answered'),
          event('two', 15, 'sent'),
          event('one', 10, 'sent'),
        ]),
      );
      const told = await history.of('one');
      assert.deepEqual(
        told.map(({ id, ...rest }) => rest),
        [event('one', 10, 'sent'), event('one', 20, 'answered')],
      );
    });

    test('events of a change that is rolled back never happened', async () => {
      const history = createHistory({ database, newId: () => 'x' });
      const failing = database.write(async (write) => {
        await history.record(write, [event('three', 1, 'sent')]);
        throw new Error('not committed');
      });
      await assert.rejects(failing);
      assert.deepEqual(await history.of('three'), []);
    });
  });
}
