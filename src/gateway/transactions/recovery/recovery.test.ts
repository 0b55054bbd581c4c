import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../../../../test/support/databases.ts';
import { authorize } from '../../payments/authorize.ts';
import { MERCHANT, MERCHANT_ORIGIN, openTestWorld, type TestWorld } from '../../payments/test-world.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { testNewTransaction } from '../test-sale.ts';

const PLAIN_CARD = '4235647728025682';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Expected {
  readonly card: string;
  readonly what: string;
  readonly accept: Status;
  readonly undo: Status;
  /** The acquirer's book at the end: nothing, or the state of the charge. */
  readonly book: { readonly accept: string | undefined; readonly undo: string | undefined };
  readonly within: number;
}

const CARDS: readonly Expected[] = [
  {
    card: '4000000000096034',
    what: '603: no answer, nothing authorized',
    accept: Status.failed,
    undo: Status.failed,
    book: { accept: undefined, undo: undefined },
    within: 6 * MINUTE,
  },
  {
    card: '4000000000096042',
    what: '604: authorized, the answer is lost',
    accept: Status.authorized,
    undo: Status.canceled,
    book: { accept: 'approved', undo: 'canceled' },
    within: MINUTE,
  },
  {
    card: '4000000000096075',
    what: '607: HTTP 500, not authorized',
    accept: Status.failed,
    undo: Status.failed,
    book: { accept: undefined, undo: undefined },
    within: 6 * MINUTE,
  },
  {
    card: '4000000000096083',
    what: '608: HTML, authorized',
    accept: Status.authorized,
    undo: Status.canceled,
    book: { accept: 'approved', undo: 'canceled' },
    within: MINUTE,
  },
  {
    card: '4000000000096125',
    what: '612: said to be a duplicate, nothing authorized',
    accept: Status.failed,
    undo: Status.failed,
    book: { accept: undefined, undo: undefined },
    within: 6 * MINUTE,
  },
  {
    card: '4000000000096133',
    what: '613: as 604, and queries fail for 3 minutes',
    accept: Status.authorized,
    undo: Status.canceled,
    book: { accept: 'approved', undo: 'canceled' },
    within: 6 * MINUTE,
  },
  {
    card: '4000000000096141',
    what: '614: as 604, and the first two undo calls time out',
    accept: Status.authorized,
    undo: Status.canceled,
    book: { accept: 'approved', undo: 'canceled' },
    within: 10 * MINUTE,
  },
  {
    card: '4000000000096216',
    what: '621: pending, then approved',
    accept: Status.authorized,
    undo: Status.canceled,
    book: { accept: 'approved', undo: 'canceled' },
    within: 2 * MINUTE,
  },
  {
    card: '4000000000096224',
    what: '622: pending, then denied',
    accept: Status.denied,
    undo: Status.denied,
    book: { accept: 'declined', undo: 'declined' },
    within: 2 * MINUTE,
  },
];

for (const engine of ENGINES) {
  for (const policy of ['accept', 'undo'] as const) {
    describe(`recovery on ${engine}, late approvals: ${policy}`, () => {
      let world: TestWorld;
      before(async () => {
        world = await openTestWorld(engine, { lateApproval: policy });
      });
      after(() => world.close());

      for (const expected of CARDS) {
        test(`${expected.what} ends in ${expected[policy]}`, async () => {
          const sale = await world.sell(expected.card);
          assert.equal(sale.result.status, Status.pending);
          const startedAt = world.now();
          const settled = await world.settle(sale.id);
          assert.equal(settled.result.status, expected[policy]);
          assert.ok(world.now() - startedAt <= expected.within, `took ${world.now() - startedAt} ms`);
          assert.equal(await bookState(world, settled), expected.book[policy]);
          assert.deepEqual(await world.casesOf(sale.id), []);
          assert.deepEqual(world.problems, []);
        });
      }

      test('writes every step into the history, and tells the merchant each status once', async () => {
        const sale = await world.sell('4000000000096042');
        await world.settle(sale.id);
        const kinds = (await world.history.of(sale.id)).map(({ kind }) => kind);
        assert.deepEqual(
          kinds,
          policy === 'accept'
            ? ['sent', 'answered', 'resolved']
            : ['sent', 'answered', 'undo_decided', 'undo'],
        );
        const notified = world.notified.filter(({ id }) => id === sale.id).map(({ result }) => result.status);
        assert.deepEqual(notified, [10, policy === 'accept' ? 5 : 9]);
      });
    });
  }

  describe(`recovery on ${engine}, when it cannot finish`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine, { lateApproval: 'undo' });
    });
    after(() => world.close());

    test('615: an undo that is always refused becomes a case for the operator, and the sale stays 10', async () => {
      const sale = await world.sell('4000000000096158');
      const settled = await world.settle(sale.id);
      assert.equal(settled.result.status, Status.pending);
      const [row] = await world.cases.manual(10);
      assert.equal(row?.transactionId, sale.id);
      assert.match(row?.reason ?? '', /refuses the undo/);
      assert.equal(world.attention.length, 1);
    });

    test('takes over what a dead instance was sending, and not what a living one sends', async () => {
      const never = new Promise<never>(() => undefined);
      const acquirers = world.playing({ authorize: () => never });
      const before = new Set((await newest(world)).map(({ id }) => id));
      void authorize(
        { ...world.selling, acquirers, holder: 'another' },
        { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency: undefined },
        testNewTransaction(PLAIN_CARD),
      );
      let started: Transaction | undefined;
      while (!started) {
        await sleep(1);
        started = (await newest(world)).find(({ id }) => !before.has(id));
      }
      await world.recover();
      assert.equal((await world.store.attemptsOf(started.id))[0]?.state, 'sending');
      world.dead.add('another');
      await world.recover();
      assert.equal((await world.store.attemptsOf(started.id))[0]?.state, 'unknown');
      const settled = await world.settle(started.id);
      assert.equal(settled.result.status, Status.failed);
    });

    test('takes over a sale whose outcome could not be stored although its sender lives, but later', async () => {
      const change = async () => Promise.reject(new Error('disk full'));
      const { transaction: sale } = await authorize(
        { ...world.selling, store: { ...world.store, change } },
        { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency: undefined },
        testNewTransaction(PLAIN_CARD),
      );
      assert.equal(sale.result.status, Status.pending);
      world.problems.length = 0;
      await world.recover();
      assert.deepEqual(await world.casesOf(sale.id), []);
      world.pass(3 * MINUTE);
      const now = world.now();
      await world.recover();
      const settled = await world.settle(sale.id);
      assert.equal(settled.result.status, Status.canceled);
      assert.ok(world.now() - now < HOUR);
    });
  });
}

async function bookState(world: TestWorld, transaction: Transaction): Promise<string | undefined> {
  const [attempt] = await world.store.attemptsOf(transaction.id);
  const [entry] = await world.book(attempt?.reference ?? '');
  return entry?.state;
}

function newest(world: TestWorld) {
  return world.store.list({ merchantId: MERCHANT, limit: 50 });
}
