import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { MIGRATIONS } from '../../src/composition/rooms.ts';
import { newDatabasePlace } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { getAs, postJson, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { serviceAt } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** The simulator decides in a hundredth of its time. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '100' };
const CARD = '4235647728025682';
/** The acquirer's answer is lost, and the sale was approved. */
const LOST_ANSWER = '4000000000096042';
const PENDING = 10;
/** Tables that get rows with every sale, card or message. */
const GROWING = new Set([
  'acquirer_tokens',
  'attempts',
  'audit',
  'authentications',
  'idempotency_keys',
  'intentions',
  'movements',
  'postbacks',
  'recovery_cases',
  'sales',
  'simulator_charges',
  'stored_cards',
  'tokenizations',
  'transaction_events',
  'transactions',
]);

test('neither a sale nor a job reads a whole table on the event loop of SQLite', async (t) => {
  const place = await newDatabasePlace('sqlite', MIGRATIONS);
  t.after(() => place.remove());
  const statements = recordStatements(t);
  const service = serviceAt(async () => place, SETTINGS);
  await service.start();
  t.after(() => service.stop());

  const stored = recordOf(
    await postJson(service, saleBody({ card: { saveCard: true }, cardInfo: { number: CARD } })),
  );
  const lost = recordOf(await postJson(service, saleBody({ cardInfo: { number: LOST_ANSWER } })));
  for (const { top } of [stored, lost]) {
    await until('the sale has its outcome', async () => {
      const path = `${TRANSACTIONS_PATH}/${top.transactionId}`;
      return recordOf(await getAs(service, path), 200).top.status !== PENDING;
    });
  }
  for (const table of ['attempts', 'movements', 'acquirer_tokens']) {
    const wanted = new RegExp(`^select \\* from "${table}" where .*"state" .*order by "created_at"`);
    await until(`recovery looks for open ${table}`, () => [...statements].some((sql) => wanted.test(sql)));
  }
  await service.stop();

  assert.deepEqual(scansAmong(statements, join(place.dataDir, 'guiche.sqlite')), []);
});

/** Every statement of this thread, also of the connections of the service under test. */
function recordStatements({ mock }: TestContext): ReadonlySet<string> {
  const statements = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    statements.add(sql);
    return prepare.call(this, sql);
  });
  return statements;
}

/** Statements that read all rows of a growing table, or all of an index that has an entry for each row. */
function scansAmong(statements: ReadonlySet<string>, path: string): readonly string[] {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const partial = new Set(
      file
        .prepare(`select name from sqlite_master where type = 'index' and sql like '% where %'`)
        .all()
        .map((row) => String(row.name)),
    );
    const isScan = (sql: string, detail: string): boolean => {
      const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
      if (!GROWING.has(table)) return false;
      if (index === undefined) return true;
      const isFirstPage = /\blimit\b/.test(sql) && !/\bwhere\b/.test(sql);
      return !partial.has(index) && !isFirstPage;
    };
    return [...statements]
      .filter((sql) => /^\s*(select|with|update|delete)\b/i.test(sql))
      .flatMap((sql) => {
        const plan = file.prepare(`explain query plan ${sql}`).all();
        return plan
          .map((row) => String(row.detail))
          .filter((detail) => isScan(sql, detail))
          .map((detail) => `${detail}: ${sql}`);
      });
  } finally {
    file.close();
  }
}
