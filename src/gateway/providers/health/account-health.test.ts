import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ENGINES, newDatabase, type TestEngine } from '../../../../test/support/databases.ts';
import { openDatabase } from '../../../platform/database/index.ts';
import type { AcquirerCall } from '../guard.ts';
import { type AccountHealth, createAccountHealth } from './account-health.ts';
import { createHealthStore } from './health-store.ts';
import { healthMigrations } from './health-table.ts';
import { readStands } from './stands.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
const MINUTE_MS = 60_000;
const REDE = { accountId: 7, provider: 'REDE' };
const CALL: AcquirerCall = {
  provider: 'REDE',
  accountId: '7',
  operation: 'authorize',
  outcome: 'approved',
  seconds: 0.1,
  declineClass: undefined,
};
/** For an account that nothing has failed at, this payment is none of the few that are tried. */
const LATE = 0.99;

/** Two instances on one database, and how often they wrote to it. */
async function twoInstances(t: TestContext, engine: TestEngine) {
  const { database, place, close } = await newDatabase(engine, healthMigrations);
  const second = openDatabase({ url: place.url, dataDir: place.dataDir });
  t.after(close);
  t.after(() => second.close());
  let now = NOON;
  let writes = 0;
  const clock = { now: () => now };
  const instance = (of: typeof database): AccountHealth => {
    const store = createHealthStore(of);
    return createAccountHealth({
      store: {
        read: store.read,
        add: (news, at) => {
          writes += 1;
          return store.add(news, at);
        },
      },
      clock,
      onError: (error) => assert.fail(String(error)),
    });
  };
  const [one, other] = [instance(database), instance(second)];
  const { signal } = new AbortController();
  return {
    one,
    other,
    store: createHealthStore(database),
    /** Each instance's turn, which comes once a second. */
    turn: async () => {
      await one.job.run(signal);
      await other.job.run(signal);
    },
    advance: (ms: number) => {
      now += ms;
    },
    writes: () => writes,
  };
}

function observe(health: AccountHealth, calls: string): void {
  for (const call of calls) health.observe(call === 'b' ? { ...CALL, outcome: 'not_sent' } : CALL);
}

for (const engine of ENGINES) {
  describe(`the health of accounts, on ${engine}`, () => {
    test('what one instance sees fail, the other keeps payments from after one turn of each', async (t) => {
      const { one, other, turn } = await twoInstances(t, engine);
      observe(one, 'bbbb');
      assert.equal(one.admits(REDE, LATE), 'yes');
      observe(one, 'b');
      assert.equal(one.admits(REDE, LATE), 'open', 'at once where it was seen');
      await turn();
      assert.equal(other.admits(REDE, LATE), 'open');
      assert.deepEqual([...other.openProviders()], ['REDE']);
      assert.equal(
        other.admits({ accountId: 8, provider: 'REDE' }, LATE),
        'yes',
        'another account is another matter',
      );
    });

    test('calls of both add up, and five good ones close it for both', async (t) => {
      const { one, other, turn, store, advance } = await twoInstances(t, engine);
      observe(one, 'bbb');
      await turn();
      observe(other, 'bb');
      await turn();
      await turn();
      assert.equal(one.admits(REDE, LATE), 'open');
      advance(MINUTE_MS);
      assert.equal(one.admits(REDE, LATE), 'trial');
      assert.equal(one.admits(REDE, LATE), 'trial', 'the one before was not sent');
      one.tries(REDE);
      assert.equal(one.admits(REDE, LATE), 'open', 'one a minute');
      observe(one, 'ggg');
      await turn();
      observe(other, 'gg');
      await turn();
      await turn();
      assert.equal(one.admits(REDE, LATE), 'yes');
      assert.equal(other.admits(REDE, LATE), 'yes');
      assert.equal((await store.read()).circuits.size, 0, 'an account in good health has no row');
    });

    test('an open account that is asked for nothing any more is no alarm', async (t) => {
      const { one, other, turn, store, advance } = await twoInstances(t, engine);
      observe(one, 'bbbbb');
      await turn();
      advance(59 * MINUTE_MS);
      assert.deepEqual([...other.openProviders()], ['REDE']);
      advance(MINUTE_MS);
      assert.deepEqual([...other.openProviders()], []);
      assert.deepEqual([...one.openProviders()], []);
      assert.equal(other.standOf(REDE).state, 'open', 'nothing has shown that it is well');
      const read = await readStands(store, NOON + 60 * MINUTE_MS);
      assert.deepEqual(
        [read(REDE).state, read(REDE).since, read(REDE).askedAt, read({ ...REDE, accountId: 8 }).state],
        ['open', NOON, NOON, 'healthy'],
      );
      observe(other, 'b');
      assert.deepEqual([...other.openProviders()], ['REDE']);
    });

    test('good sales write nothing, and bad ones once for each turn', async (t) => {
      const { one, turn, writes } = await twoInstances(t, engine);
      observe(one, 'g'.repeat(300));
      await turn();
      assert.equal(writes(), 0);
      observe(one, `b${'g'.repeat(100)}b`);
      await turn();
      assert.equal(writes(), 1);
      await turn();
      assert.equal(writes(), 1);
    });

    test('good calls that were not told before count as soon as one is bad', async (t) => {
      const { one, other, turn } = await twoInstances(t, engine);
      observe(other, 'g'.repeat(20));
      observe(one, 'bbbgbb');
      await turn();
      await turn();
      observe(one, 'gbbgb');
      await turn();
      assert.equal(one.admits(REDE, LATE), 'yes', '8 of 31');
    });

    test('a pause is heard by all within one turn, and ends by itself or by a person', async (t) => {
      const { one, other, turn, store, advance } = await twoInstances(t, engine);
      await store.pause('7', { since: NOON, until: NOON + MINUTE_MS, reason: 'manutenção' });
      await turn();
      assert.equal(one.admits(REDE, 0), 'paused');
      assert.deepEqual(other.standOf(REDE), {
        state: 'paused',
        since: NOON,
        until: NOON + MINUTE_MS,
        reason: 'manutenção',
      });
      advance(MINUTE_MS);
      assert.equal(other.admits(REDE, 0), 'yes');
      await store.pause('7', { since: NOON, until: undefined, reason: undefined });
      await turn();
      assert.equal(other.admits(REDE, 0), 'paused');
      assert.equal(await store.resume('7'), true);
      assert.equal(await store.resume('7'), false);
      await turn();
      assert.equal(other.admits(REDE, 0), 'yes');
    });
  });
}

test('while the database does not answer, an instance goes by what it saw itself, and tells it afterwards', async () => {
  let fails = true;
  const told: unknown[] = [];
  const faults: unknown[] = [];
  const health = createAccountHealth({
    store: {
      read: async () => ({ circuits: new Map(), pauses: new Map() }),
      add: async (news) => {
        if (fails) throw new Error('no database');
        told.push(...news);
        return new Map();
      },
    },
    clock: { now: () => NOON },
    onError: (error) => faults.push(error),
  });
  observe(health, 'bbbb');
  await assert.rejects(health.job.run(new AbortController().signal));
  observe(health, 'b');
  assert.equal(health.admits(REDE, LATE), 'open');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(faults.length, 1);
  fails = false;
  await health.job.run(new AbortController().signal);
  assert.deepEqual(told, [
    { account: '7', provider: 'REDE', calls: { last: 'bbbbb', parts: [{ from: NOON, all: 5, bad: 5 }] } },
  ]);
});

test('calls that are cut because the service ends say nothing of their account', () => {
  const ending = new AbortController();
  const health = createAccountHealth({
    store: {
      read: async () => ({ circuits: new Map(), pauses: new Map() }),
      add: async () => assert.fail('nothing to tell'),
    },
    clock: { now: () => NOON },
    ending: ending.signal,
    onError: (error) => assert.fail(String(error)),
  });
  ending.abort();
  observe(health, 'b'.repeat(10));
  assert.equal(health.admits(REDE, LATE), 'yes');
});

test('what is asked about money that was asked for before says nothing of new money', () => {
  const health = createAccountHealth({
    store: {
      read: async () => ({ circuits: new Map(), pauses: new Map() }),
      add: async () => assert.fail('nothing to tell'),
    },
    clock: { now: () => NOON },
    onError: (error) => assert.fail(String(error)),
  });
  for (let index = 0; index < 10; index += 1) {
    health.observe({ ...CALL, operation: 'query', outcome: 'unknown', accountId: undefined });
  }
  assert.equal(health.admits(REDE, LATE), 'yes');
});
