import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { ENGINES } from '../../../test/support/databases.ts';
import { dueHeads } from './delivery-writes.ts';
import { pageQuery } from './list-query.ts';
import { postbackRow } from './postback.ts';
import { backlogQuery, freshQuery, inboxQuery, queuedReceiversQuery, queuesQuery } from './queries.ts';
import { POSTBACKS, type PostbackTables } from './tables.ts';
import { openTestRoom, type TestRoom } from './test-room.ts';

const WAITING = 50_000;
const PER_COMMIT = 5_000;
const MERCHANTS = 50;

for (const engine of ENGINES) {
  describe(`with fifty thousand waiting on ${engine}`, () => {
    let room: TestRoom;
    const ids: string[] = [];
    let startedAt = 0;
    const tables = () => room.database.read<PostbackTables>();

    before(async () => {
      room = await openTestRoom(engine);
      startedAt = room.clock.now();
      for (let written = 0; written < WAITING; written += PER_COMMIT) {
        const rows = Array.from({ length: PER_COMMIT }, (_, index) =>
          postbackRow(
            {
              transactionId: randomUUID(),
              version: 1,
              merchantId: index % MERCHANTS,
              url: `https://loja-${index % 100}.example/aviso`,
              status: 6,
              waitMs: 0,
            },
            startedAt + written + index,
          ),
        );
        ids.push(rows[0]?.transaction_id ?? '');
        await room.database.write((write) => write.insertRows(POSTBACKS, rows));
      }
      await room.database.write((write) =>
        write
          .tables<PostbackTables>()
          .updateTable('postbacks')
          .set({ lane: 'queue' })
          .where('merchant_id', '<', 20)
          .execute(),
      );
      if (engine === 'postgres') await sql`vacuum analyze postbacks`.execute(tables());
    });
    after(() => room.close());

    /** The engine's query plan, line by line. */
    const planOf = async (query: { compile(): CompiledQuery }): Promise<string> => {
      const { sql: text, parameters } = query.compile();
      const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
      const { rows } = await tables().executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      );
      return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
    };
    const assertPlan = async (query: { compile(): CompiledQuery }, index: RegExp, isSorted = true) => {
      const plan = await planOf(query);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /Seq Scan|SCAN (postbacks|p|earlier)\b(?! USING)/, plan);
      if (isSorted) assert.doesNotMatch(plan, /Sort|TEMP B-TREE/, plan);
    };

    test('reads what is due from an index, in order', () =>
      assertPlan(inboxQuery(tables(), room.clock.now()), /postbacks_waiting/));

    test('reads what is due from an index also when everything is due', () =>
      assertPlan(inboxQuery(tables(), room.clock.now() + WAITING * 10), /postbacks_waiting/));

    test('reads the heads of queues from an index', async () => {
      const receivers = Array.from({ length: 16 }, (_, index) => `loja-${index}.example:443`);
      await assertPlan(queuesQuery(tables(), receivers, 16), /postbacks_queued/);
    });

    test('finds the receivers with a queue by skipping through the index', async () => {
      const query = queuedReceiversQuery('', 16);
      await assertPlan({ compile: () => query.compile(tables()) }, /postbacks_queued/, false);
      const { rows } = await query.execute(tables());
      assert.equal(rows.length, 16);
    });

    test('finds fresh and claimable postbacks of transactions by their key', async () => {
      const key = engine === 'sqlite' ? /sqlite_autoindex_postbacks_1/ : /postbacks_key/;
      await assertPlan(freshQuery(tables(), ids), key, false);
      const now = room.clock.now();
      const claim = dueHeads(tables(), { now, firstDueAt: now }, ids).set({ claimed_by: 'x' });
      await assertPlan(claim, key, false);
    });

    test('lists the newest from an index, of one merchant and of all', async () => {
      const limit = 100;
      const before = { transactionId: ids.at(-1) ?? '', version: 1 };
      for (const page of [{}, { before }]) {
        const ofAll = pageQuery(tables(), { ...page, limit });
        await assertPlan(ofAll, /postbacks_by_time/, false);
        const ofOne = pageQuery(tables(), { ...page, merchantId: 7, limit });
        await assertPlan(ofOne, /postbacks_of_merchant/, false);
      }
    });

    test('counts the few that wait among many delivered in an index', async () => {
      const { waiting } = await backlogQuery(tables()).executeTakeFirstOrThrow();
      assert.equal(waiting, WAITING);
      for (let merchantId = 1; merchantId < MERCHANTS; merchantId += 1) {
        await room.database.write((write) =>
          write
            .tables<PostbackTables>()
            .updateTable('postbacks')
            .set({ state: 'delivered', lane: 'inbox' })
            .where('merchant_id', '=', merchantId)
            .execute(),
        );
      }
      if (engine === 'postgres') await sql`vacuum analyze postbacks`.execute(tables());
      await assertPlan(backlogQuery(tables()), /postbacks_waiting/, false);
    });

    test('lists those of a rare state from its index, for operator and merchant alike', async () => {
      await room.database.write((write) =>
        write
          .tables<PostbackTables>()
          .updateTable('postbacks')
          .set({ state: 'failed' })
          .where('transaction_id', 'in', ids)
          .execute(),
      );
      await room.database.write((write) =>
        write
          .tables<PostbackTables>()
          .updateTable('postbacks')
          .set({ state: 'delivered', lane: 'inbox' })
          .where('state', '=', 'waiting')
          .where('created_at', '>', startedAt + PER_COMMIT)
          .execute(),
      );
      if (engine === 'postgres') await sql`vacuum analyze postbacks`.execute(tables());
      const limit = 100;
      for (const merchantId of [undefined, 0]) {
        await assertPlan(
          pageQuery(tables(), { state: 'waiting', merchantId, limit }),
          /postbacks_waiting/,
          false,
        );
        await assertPlan(
          pageQuery(tables(), { state: 'failed', merchantId, limit }),
          /postbacks_failed/,
          false,
        );
      }
      const failed = await pageQuery(tables(), { state: 'failed', limit }).execute();
      const newestFirst = ids.toReversed();
      assert.deepEqual(
        failed.map((row) => row.transaction_id),
        newestFirst,
      );
      const [, second] = failed;
      assert.ok(second);
      const before = { transactionId: second.transaction_id, version: second.version };
      const rest = await pageQuery(tables(), { state: 'failed', before, limit: 3 }).execute();
      assert.deepEqual(
        rest.map((row) => row.transaction_id),
        newestFirst.slice(2, 5),
      );
      const ofOne = await pageQuery(tables(), { transactionIds: ids.slice(0, 1), limit }).execute();
      assert.equal(ofOne.length, 1);
    });
  });
}
