import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DatabaseUnavailable } from '../../platform/database/index.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createDatabaseWatch, withoutOutages } from './database-watch.ts';

const MINUTE_MS = 60_000;
const unavailable = () => new DatabaseUnavailable(new Error('connection refused'));

/** A watch on a clock that the test moves. */
function scene(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const lines: object[] = [];
  const write = (level: string) => (fields: object, text: string) => {
    const { err: _, ...rest } = fields as { err?: unknown };
    lines.push({ level, text: text.split(':', 1)[0], ...rest });
  };
  const metrics = createMetrics();
  let answers = false;
  let now = 0;
  const watch = createDatabaseWatch({
    log: { warn: write('warn'), error: write('error') },
    metrics,
    ping: async () => answers,
    nowMs: () => now,
  });
  context.after(watch.close);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    watch,
    lines,
    settle,
    shows: async (line: string) => assert.ok((await metrics.text()).split('\n').includes(line), line),
    setAnswers: (value: boolean) => {
      answers = value;
    },
    pass: async (ms: number, everySecond: () => void = () => undefined) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        now += 1_000;
        everySecond();
        context.mock.timers.tick(1_000);
        await settle();
      }
    },
  };
}

test('an outage of ten minutes under load is one line at its begin, one a minute, and one at its end', async (context) => {
  const { watch, lines, shows, settle, setAnswers, pass } = scene(context);
  const refused = unavailable();
  const refuseMany = () => {
    for (let count = 0; count < 10; count += 1) assert.equal(watch.isOutage(refused), true);
  };
  refuseMany();
  await settle();
  await shows('guiche_database_available 0');
  await pass(10 * MINUTE_MS, refuseMany);
  setAnswers(true);
  await pass(10_000);
  assert.deepEqual(lines.at(0), { level: 'error', text: 'the database cannot be reached' });
  assert.deepEqual(lines.at(1), {
    level: 'error',
    text: 'the database still cannot be reached',
    seconds: 60,
    failed: 610,
  });
  assert.deepEqual(lines.at(-1), {
    level: 'warn',
    text: 'the database answers again',
    seconds: 603,
    failed: 6_010,
  });
  assert.equal(lines.length, 12);
  await shows('guiche_database_available 1');
  await shows('guiche_database_outages_total 1');
});

test('a database that answers and yet refuses some work gets one line, and no outage', async (context) => {
  const { watch, lines, shows, setAnswers, pass } = scene(context);
  setAnswers(true);
  watch.isOutage(unavailable());
  await pass(10_000);
  const text = 'the database answers, but could not serve everything';
  assert.deepEqual(lines, [{ level: 'warn', text, seconds: 3, failed: 1 }]);
  await shows('guiche_database_outages_total 0');
});

test('a full disk of the database is an error that names it', async (context) => {
  const { watch, lines, setAnswers, pass } = scene(context);
  setAnswers(true);
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  watch.isOutage(new Error('the sale failed', { cause: new DatabaseUnavailable(full) }));
  await pass(10_000);
  assert.deepEqual(lines, [
    { level: 'error', text: 'the disk of the database is full', seconds: 3, failed: 1 },
  ]);
});

test('errors of rooms are logged, but for those that an outage caused', async (context) => {
  const { watch, settle } = scene(context);
  const written: string[] = [];
  const write = (_fields: object, text: string) => {
    written.push(text);
  };
  const log = withoutOutages({ warn: write, error: write }, watch);
  log.error({ err: new Error('a bug', { cause: unavailable() }) }, 'part of the outage');
  log.error({ err: new Error('a bug') }, 'a bug');
  log.warn({ transactionId: 'x' }, 'without an error');
  await settle();
  assert.deepEqual(written, ['a bug', 'without an error']);
});

test('connections that break at the same time share a line, and are all counted', async (context) => {
  const { watch, lines, shows, pass } = scene(context);
  for (let count = 0; count < 13; count += 1) watch.connectionLost(new Error('reset'));
  await pass(10_000);
  watch.connectionLost(new Error('reset'));
  const line = { level: 'warn', text: 'database connection lost' };
  assert.deepEqual(lines, [
    { ...line, connections: 1 },
    { ...line, connections: 13 },
  ]);
  await shows('guiche_database_connections_lost_total 14');
});
