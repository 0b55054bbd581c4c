import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/database/index.ts';
import { uuidMaker } from '../../platform/ids.ts';
import type { NewEvent, Origin } from './event.ts';
import { createHistory } from './history.ts';
import { type HistoryTables, historyMigrations } from './tables.ts';

const newId = uuidMaker(Date.now);
const [ONE, TWO, WHO, OLD, BOTH, THREE] = [newId(), newId(), newId(), newId(), newId(), newId()] as const;

const sent = (transactionId: string, at: number): NewEvent => ({
  transactionId,
  at,
  kind: 'sent',
  origin: { kind: 'merchant', requestId: 'request-1' },
  details: { subject: 'R1', amount: 100 },
});
const answered = (transactionId: string, at: number): NewEvent => ({
  ...sent(transactionId, at),
  kind: 'answered',
  details: { subject: 'R1', outcome: 'done' },
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

    test('reads events of a transaction whole, oldest first, without those of others', async () => {
      let count = 0;
      const history = createHistory({ database, newId: () => String(++count).padStart(4, '0') });
      await database.write((write) =>
        history.record(write, [answered(ONE, 20), sent(TWO, 15), sent(ONE, 10)]),
      );
      const recorded = await history.of(ONE);
      assert.deepEqual(
        recorded.map(({ id, ...rest }) => rest),
        [sent(ONE, 10), answered(ONE, 20)],
      );
    });

    test('reads the person at the panel and the reason', async () => {
      let count = 0;
      const history = createHistory({ database, newId: () => `w${++count}` });
      const origins: readonly Origin[] = [
        { kind: 'panel', requestId: 'r', userId: 12, reason: 'pedido desistido' },
        { kind: 'panel', requestId: 'r', userId: 12 },
        { kind: 'checkout', requestId: 'r' },
        { kind: 'recurrence' },
      ];
      const events = origins.map((origin, at) => ({ ...sent(WHO, at), origin }));
      await database.write((write) => history.record(write, events));
      assert.deepEqual(
        (await history.of(WHO)).map(({ origin }) => origin),
        origins,
      );
    });

    test('reads the old `attempt` member of events from before version 0.2 as `subject`', async () => {
      const history = createHistory({ database, newId: () => 'x' });
      await database.write((write) =>
        write
          .tables<HistoryTables>()
          .insertInto('transaction_events')
          .values({
            transaction_id: OLD,
            id: '1',
            at: 1,
            kind: 'sent',
            cause: 'merchant',
            request_id: null,
            details: '{"attempt":"R1"}',
            user_id: null,
            reason: null,
          })
          .execute(),
      );
      assert.deepEqual((await history.of(OLD))[0]?.details, { subject: 'R1' });
    });

    test('an answer and what it answers are one row and are read as two events', async () => {
      const history = createHistory({ database, newId: () => 'x' });
      await database.write((write) => history.record(write, [{ ...answered(BOTH, 25), sentAt: 10 }]));
      const { rows } = await sql`select id from transaction_events where transaction_id = ${BOTH}`.execute(
        database.read(),
      );
      assert.equal(rows.length, 1);
      assert.deepEqual(
        (await history.of(BOTH)).map(({ id, ...rest }) => rest),
        [{ ...sent(BOTH, 10), details: { subject: 'R1' } }, answered(BOTH, 25)],
      );
    });

    test('events of a rolled back change are not stored', async () => {
      const history = createHistory({ database, newId: () => 'x' });
      const failing = database.write(async (write) => {
        await history.record(write, [sent(THREE, 1)]);
        throw new Error('not committed');
      });
      await assert.rejects(failing);
      assert.deepEqual(await history.of(THREE), []);
    });
  });
}

test('events that were stored before rows lay in the order of their key are kept, whole', async (context) => {
  const { '0617-events-by-key': _, ...earlier } = historyMigrations;
  const { database, close } = await newDatabase('sqlite', earlier);
  context.after(close);
  let count = 0;
  const history = createHistory({ database, newId: () => `${++count}` });
  const who: Origin = { kind: 'panel', requestId: 'r', userId: 12, reason: 'pedido' };
  await database.write((write) =>
    history.record(write, [{ ...answered(ONE, 20), origin: who }, sent(TWO, 15), sent(ONE, 10)]),
  );
  const stored = async () => [await history.of(ONE), await history.of(TWO)];
  const before = await stored();
  await database.migrate(historyMigrations);
  assert.deepEqual(await stored(), before);
  assert.deepEqual(
    before[0]?.map(({ origin }) => origin),
    [sent(ONE, 10).origin, who],
  );
});

for (const engine of ENGINES) {
  test(`events that were stored before ids took 16 bytes on PostgreSQL are kept, whole (${engine})`, async (context) => {
    const { '0671-ids-of-events-of-16-bytes': _, ...earlier } = historyMigrations;
    const { database, close } = await newDatabase(engine, earlier);
    context.after(close);
    await database.write(async (write) => {
      for (const id of [ONE, TWO]) {
        await sql`insert into transaction_events (transaction_id, id, at, kind, cause, request_id, details)
          values (${id}, '1', 10, 'sent', 'merchant', 'request-1', '{"subject":"R1","amount":100}')`.execute(
          write.tables(),
        );
      }
    });
    await database.migrate(historyMigrations);
    const history = createHistory({ database, newId: () => '2' });
    await database.write((write) => history.record(write, [answered(ONE, 20)]));
    assert.deepEqual(
      (await history.of(ONE)).map(({ id, ...rest }) => rest),
      [sent(ONE, 10), answered(ONE, 20)],
    );
    await database.write((write) => history.forget(write, [ONE]));
    assert.deepEqual(await history.of(ONE), []);
    assert.equal((await history.of(TWO)).length, 1);
  });
}
