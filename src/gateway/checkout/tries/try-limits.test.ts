import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ENGINES, newDatabase, type TestEngine } from '../../../../test/support/databases.ts';
import { openDatabase, sequenceMigrations } from '../../../platform/database/index.ts';
import { heldPage } from '../page/reply.ts';
import { takeTry } from '../page/try-to-pay.ts';
import { type TryTables, tryMigrations } from './tables.ts';
import { createTryLimits, type HeldLimit, type TakenTry, type TryLimits } from './try-limits.ts';

const MERCHANT = 7;
const MINUTE_MS = 60_000;

async function openLimits(context: TestContext, engine: TestEngine) {
  const { database, place, close } = await newDatabase(engine, { ...sequenceMigrations, ...tryMigrations });
  context.after(close);
  let now = 1_800_000_000_000;
  const on = (where: typeof database) =>
    createTryLimits({
      database: where,
      clock: { now: () => now },
      onError: (error) => assert.fail(String(error)),
    });
  return {
    database,
    limits: on(database),
    /** Another instance, with connections of its own. */
    another: (): TryLimits => {
      const other = openDatabase({ url: place.url, dataDir: place.dataDir });
      context.after(() => other.close());
      return on(other);
    },
    advance: (ms: number) => {
      now += ms;
    },
    rows: () => database.read<TryTables>().selectFrom('checkout_tries').selectAll().execute(),
  };
}

async function taken(limits: TryLimits, address: string): Promise<TakenTry> {
  const one = await limits.take(address, MERCHANT);
  assert.ok(typeof one === 'object', `held by ${String(one)}`);
  return one;
}

const isTaken = (one: TakenTry | string) => typeof one === 'object';

/** As many at once as wait for a connection no longer than anybody does, also on a busy machine. */
const AT_ONCE = 16;

/** How many of so many attempts are taken, several at the same moment all the time. */
async function floodOf(
  count: number,
  take: (index: number) => Promise<TakenTry | string>,
): Promise<readonly boolean[]> {
  const answers: boolean[] = [];
  const indexes = Array.from({ length: count }).keys();
  const work = async () => {
    for (const index of indexes) answers[index] = isTaken(await take(index));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

const countOf = (answers: readonly boolean[]) => answers.filter((taken) => taken).length;

for (const engine of ENGINES) {
  describe(`limits of card testing (${engine})`, () => {
    test('an attempt counts while it is in progress, and no longer once it is released', async (context) => {
      const { limits, rows } = await openLimits(context, engine);
      const all = await Promise.all(Array.from({ length: 20 }, () => taken(limits, '203.0.113.1')));
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
      await all[0]?.release();
      await taken(limits, '203.0.113.1');
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
      assert.equal((await rows()).length, 20, 'what was held leaves no row');
    });

    test('an attempt counts for half an hour, each from its own time', async (context) => {
      const { limits, advance, rows } = await openLimits(context, engine);
      for (let tries = 0; tries < 10; tries += 1) await taken(limits, '203.0.113.1');
      advance(20 * MINUTE_MS);
      for (let tries = 0; tries < 10; tries += 1) await taken(limits, '203.0.113.1');
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
      advance(10 * MINUTE_MS + 1);
      for (let tries = 0; tries < 10; tries += 1) await taken(limits, '203.0.113.1');
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
      for (const job of limits.jobs) await job.run(new AbortController().signal);
      assert.equal((await rows()).length, 20, 'the older ones were swept');
    });

    test('an attempt whose buyer is at the bank counts until its transaction is approved', async (context) => {
      const { limits } = await openLimits(context, engine);
      for (let tries = 0; tries < 20; tries += 1) {
        await (await taken(limits, '203.0.113.1')).hold(`transaction ${tries}`);
      }
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
      for (const id of ['transaction 4', 'transaction 4', 'of another page']) await limits.approved(id);
      await taken(limits, '203.0.113.1');
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
    });

    test('an approval releases its own attempt, not those of the cards that the bank refused before it', async (context) => {
      const { limits } = await openLimits(context, engine);
      for (let tries = 0; tries < 20; tries += 1) {
        await (await taken(limits, '203.0.113.1')).hold('the same transaction');
      }
      await limits.approved('the same transaction');
      await taken(limits, '203.0.113.1');
      assert.equal(await limits.take('203.0.113.1', MERCHANT), 'address');
    });

    test('of attempts at the same moment exactly as many are taken as are left, and no other network suffers', async (context) => {
      const { limits } = await openLimits(context, engine);
      const others = ['2001:db8:0:2::1', '203.0.113.1'];
      // Every seventh is of another network.
      const isOther = (index: number) => index % 7 === 0;
      const crowd = await floodOf(70, (index) =>
        limits.take(isOther(index) ? String(others[index % 2]) : '2001:db8:0:1::1', MERCHANT),
      );
      assert.equal(countOf(crowd.filter((_, index) => !isOther(index))), 20);
      assert.equal(countOf(crowd.filter((_, index) => isOther(index))), 10);
    });
  });
}

test('an attempt beyond a limit is counted by the limit, and the page says what to do', async (context) => {
  const { limits } = await openLimits(context, 'sqlite');
  const held: HeldLimit[] = [];
  const options = { limits, onHeld: (limit: HeldLimit) => void held.push(limit) };
  const fill = Array.from({ length: 300 }, (_, index) => `203.0.113.${1 + (index % 15)}`);
  const filled = await floodOf(fill.length, async (index) => {
    return (await takeTry(options, String(fill[index]), MERCHANT)) ?? 'held';
  });
  assert.equal(countOf(filled), 300);
  assert.deepEqual(held, []);
  assert.equal(await takeTry(options, '203.0.113.1', MERCHANT), undefined);
  assert.ok(await takeTry(options, '198.51.100.1', MERCHANT));
  assert.equal(await takeTry(options, '198.51.100.1', MERCHANT), undefined);
  assert.ok(await takeTry(options, '198.51.100.1', MERCHANT + 1), 'another merchant is not concerned');
  assert.deepEqual(held, ['address', 'merchant']);
  const { title, body } = heldPage({
    name: 'Padaria',
    document: undefined,
    pictureUrl: undefined,
    colour: undefined,
    takesPayments: true,
    pixDiscount: 0,
  });
  assert.equal(title, 'Muitas tentativas');
  assert.match(body.text, /espere 30 minutos/);
  assert.match(body.text, /Nada foi cobrado/);
});

test('instances that share a database count together: of a flood at two of them no limit lets more through (postgres)', async (context) => {
  const { limits, another } = await openLimits(context, 'postgres');
  const both = [limits, another()];
  const flood = async (count: number, addressOf: (index: number) => string) =>
    countOf(await floodOf(count, (index) => (both[index % 2] as TryLimits).take(addressOf(index), MERCHANT)));
  assert.equal(await flood(80, () => '203.0.113.1'), 20, 'of one address');
  assert.equal(
    await flood(240, (index) => `2001:db8:0:${(index % 60).toString(16)}::1`),
    100,
    'of one block',
  );
  assert.equal(await flood(10, (index) => `198.51.100.${index}`), 10);
  assert.equal(await flood(300, (index) => `198.51.100.${index % 10}`), 170, 'what is left of the merchant');
  assert.equal(await flood(100, (index) => `192.0.2.${index % 50}`), 50, 'one of each address beyond it');
});
