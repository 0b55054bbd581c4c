import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { panelCalls } from '../../bench/load/panel-calls.ts';
import { logIn, readJson } from '../../bench/load/read-panel.ts';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { getAs, postJson, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import { serviceAt, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** The simulator decides in a hundredth of its time. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '100' };
const CARD = '4235647728025682';
/** The acquirer's answer is lost, and the sale was approved. */
const LOST_ANSWER = '4000000000096042';
/** The issuer refuses it for lack of funds. */
const REFUSED = '4000000000090516';
const PENDING = 10;
const DAY_MS = 24 * 60 * 60_000;
/** Of the gateway; the last one goes on from any sale. */
const LISTS_OF_PERIODS = [
  'from=2001-01-01&to=2100-01-01',
  'from=2001-01-01&status=5,6',
  'status=7&cursor=0199aabb-ccdd-7eee-8fff-001122334455',
];
/** Of the panel. */
const LISTS_OF_REFUSED_LINKS = [
  '/sales?view=denied',
  '/sales/summary?view=denied',
  '/home?period=30',
  '/links',
];
const LISTS = [
  ['postback', 'list', '--state', 'waiting'],
  ['postback', 'list', '--state', 'failed'],
  ['transaction', 'list', '--status', '8'],
  ['transaction', 'list', '--needs-attention'],
  ['sale', 'list'],
  ['audit', 'list'],
] as const;
/** Tables that get rows with every sale, card or message. */
const GROWING = new Set([
  'acquirer_tokens',
  'attempts',
  'audit',
  'authentications',
  'capture_windows',
  'card_tries',
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
  await useService(t, place, statements);

  assert.deepEqual(scansAmong(statements, join(place.dataDir, 'guiche.sqlite')), []);
});

test('neither a sale, a job, the panel nor a list of a command reads a whole table on PostgreSQL', async (t) => {
  const place = await newDatabasePlace('postgres', MIGRATIONS);
  t.after(() => place.remove());
  const statements = recordSent(t);
  await useService(t, place, statements, async (service) => {
    const cookie = await logIn(service.address());
    for (const { path } of panelCalls((daysAgo) => dayOf(daysAgo)))
      await readJson(service.address(), path, cookie);
    for (const path of ['/postbacks?state=waiting', ...LISTS_OF_REFUSED_LINKS]) {
      await readJson(service.address(), path, cookie);
    }
    assert.equal((await service.send({ path: '/metrics' })).status, 200);
    for (const query of LISTS_OF_PERIODS) {
      assert.equal((await getAs(service, `${TRANSACTIONS_PATH}?${query}`)).status, 200);
    }
    for (const words of LISTS) await service.command(...words, '--json');
  });

  assert.deepEqual(await scansOnServer(statements, place), []);
});

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Sells, also with a lost answer, until recovery has looked for all that may be open, and does `more`. */
async function useService(
  t: TestContext,
  place: DatabasePlace,
  statements: ReadonlySet<string>,
  more: (service: TestService) => Promise<void> = async () => undefined,
): Promise<void> {
  const service = serviceAt(async () => place, SETTINGS);
  await service.start();
  t.after(() => service.stop());
  const stored = recordOf(
    await postJson(service, saleBody({ card: { saveCard: true }, cardInfo: { number: CARD } })),
  );
  const lost = recordOf(await postJson(service, saleBody({ cardInfo: { number: LOST_ANSWER } })));
  const link = await createLink(service);
  assert.equal((await submit(service, link.path, { numero: REFUSED })).status, 303);
  for (const { top } of [stored, lost]) {
    await until('the sale has its outcome', async () => {
      const path = `${TRANSACTIONS_PATH}/${top.transactionId}`;
      return recordOf(await getAs(service, path), 200).top.status !== PENDING;
    });
  }
  await more(service);
  for (const table of ['attempts', 'movements', 'acquirer_tokens']) {
    const wanted = new RegExp(`^select \\* from "${table}" where .*"state" .*order by "created_at"`);
    await until(`recovery looks for open ${table}`, () => [...statements].some((sql) => wanted.test(sql)));
  }
  await service.stop();
}

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

/** Every statement that the driver prepares or sends in this process. */
function recordSent({ mock }: TestContext): ReadonlySet<string> {
  const statements = new Set<string>();
  const { parse, query } = pg.Connection.prototype;
  mock.method(
    pg.Connection.prototype,
    'parse',
    function (this: pg.Connection, prepared: { text: string }, ...rest: [boolean]) {
      statements.add(prepared.text);
      return parse.call(this, prepared as never, ...rest);
    },
  );
  mock.method(pg.Connection.prototype, 'query', function (this: pg.Connection, sql: string) {
    statements.add(sql);
    return query.call(this, sql);
  });
  return statements;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * As `scansAmong`. The tables are nearly empty: reading them whole is made so dear that it is planned only where no index
 * serves.
 */
async function scansOnServer(
  statements: ReadonlySet<string>,
  place: DatabasePlace,
): Promise<readonly string[]> {
  const client = new pg.Client(place.url);
  await client.connect();
  try {
    await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off');
    const { rows: partial } = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indpred is not null',
    );
    const partialIndexes = new Set(partial.map(({ name }) => name));
    const scans: string[] = [];
    for (const sql of [...statements].filter((text) => /^\s*(select|with|update|delete)\b/i.test(text))) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${sql}`);
      const nodes = allNodes(rows[0]['QUERY PLAN'][0].Plan, false);
      for (const { node, isLimited } of nodes) {
        const { 'Relation Name': table = '', 'Node Type': type, 'Index Name': index = '' } = node;
        if (!GROWING.has(table) || /Bitmap|Modify/.test(type) || node['Index Cond'] !== undefined) continue;
        if (partialIndexes.has(index) || (index !== '' && isLimited)) continue;
        scans.push(`${type} ${table} ${index}: ${sql}`);
      }
    }
    return scans;
  } finally {
    await client.end();
  }
}

/** With whether only so many of its rows are read. */
function allNodes(node: PlanNode, isLimited: boolean): readonly { node: PlanNode; isLimited: boolean }[] {
  const below = /Sort|Aggregate/.test(node['Node Type']) ? false : isLimited || node['Node Type'] === 'Limit';
  return [{ node, isLimited }, ...(node.Plans ?? []).flatMap((plan) => allNodes(plan, below))];
}
