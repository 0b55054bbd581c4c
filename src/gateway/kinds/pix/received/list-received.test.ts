import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NamedCharges } from '../../../charges/charge-store.ts';
import { type ChargeProvider, txidOf } from '../../../providers/index.ts';
import { type Listing, listReceived } from './list-received.ts';
import { dayOfReturns, periodAt } from './received-job.ts';

type Answer = Awaited<ReturnType<ChargeProvider['received']>>;

const HOUR = 60 * 60_000;
const PERIOD = { from: 0, to: HOUR };
const account = { accountId: '7', settings: {} };
const referenceOf = (number: number) => `0000000000000${String(number).padStart(3, '0')}`;
const endToEndIdOf = (number: number) => `E${String(number).padStart(31, '0')}`;

function paymentOf(number: number) {
  const txid = txidOf(referenceOf(number));
  return { endToEndId: endToEndIdOf(number), txid, amount: 100, at: number, returns: [] };
}

/** A bank that answers these pages, and a book in which some payments are. */
function listing(
  answer: (period: { from: number; to: number; page: number }) => Answer,
  known: readonly number[] = [],
  booked: ReadonlySet<string> = new Set(),
) {
  const asked: { from: number; to: number; page: number }[] = [];
  const named: NamedCharges[] = [];
  const inBook = new Set(known.map(endToEndIdOf));
  const made: Listing = {
    account,
    bank: {
      received: async (_account, period) => {
        asked.push(period);
        return answer(period);
      },
    },
    charges: {
      knownPayments: async (ids) => new Set(ids.filter((id) => inBook.has(id))),
      knownReturns: async (ids) =>
        new Map(ids.filter((id) => booked.has(id)).map((id) => [id, 'done' as const])),
      lookNow: async (charges) => void named.push(charges),
    },
  };
  return { made, asked, names: () => named.flatMap(({ references }) => references), named };
}

describe('the list of what arrived', () => {
  test('is read to its last page, and what is not in the book is looked at', async () => {
    const pages = [[1, 2], [3], [4]];
    const { made, names, named } = listing(
      ({ page }) => ({
        outcome: 'listed',
        payments: (pages[page] ?? []).map(paymentOf),
        nextPage: page + 1 < pages.length ? page + 1 : undefined,
      }),
      [2],
    );
    assert.deepEqual(await listReceived(made, PERIOD), { outcome: 'listed', until: HOUR, found: 3 });
    assert.deepEqual(names(), [1, 3, 4].map(referenceOf));
    assert.ok(named.every(({ accountId }) => accountId === 7));
  });

  test('names nobody for money without a charge of ours', async () => {
    const { txid: _, ...without } = paymentOf(1);
    const { made, names } = listing(() => ({
      outcome: 'listed',
      payments: [without, { ...paymentOf(2), txid: 'o'.repeat(32) }],
      nextPage: undefined,
    }));
    assert.deepEqual(await listReceived(made, PERIOD), { outcome: 'listed', until: HOUR, found: 0 });
    assert.deepEqual(names(), []);
  });

  test('names what the bank took back and is not booked so, though its payment is in the book', async () => {
    const taken = (number: number, state: 'pending' | 'done', nature: 'med_fraud' | 'original') => ({
      ...paymentOf(number),
      returns: [{ id: 'D1', amount: 100, at: number, state, nature }],
    });
    const { made, names, asked } = listing(
      () => ({
        outcome: 'listed',
        payments: [
          taken(1, 'done', 'med_fraud'),
          taken(2, 'done', 'med_fraud'),
          taken(3, 'pending', 'med_fraud'),
          taken(4, 'done', 'original'),
        ],
        nextPage: undefined,
      }),
      [1, 2, 3, 4],
      new Set([2, 3].map((number) => `${endToEndIdOf(number)}/D1`)),
    );
    await listReceived(made, { ...PERIOD, returned: true });
    assert.deepEqual(names(), [1, 3].map(referenceOf));
    assert.deepEqual(asked, [{ ...PERIOD, page: 0, returned: true }]);
  });

  test('that breaks off is not read: the same period comes again', async () => {
    const { made } = listing(({ page }) =>
      page === 0
        ? { outcome: 'listed', payments: [paymentOf(1)], nextPage: 1 }
        : { outcome: 'unknown', reason: 'no answer' },
    );
    assert.deepEqual(await listReceived(made, PERIOD), { outcome: 'not_listed', reason: 'no answer' });
  });

  test('that is too long is read in parts, to its end', async () => {
    const { made, asked } = listing(({ from, to, page }) => ({
      outcome: 'listed',
      payments: [],
      nextPage: to - from > HOUR / 4 ? page + 1 : undefined,
    }));
    assert.deepEqual(await listReceived(made, PERIOD), { outcome: 'listed', until: HOUR, found: 0 });
    const read = asked.filter(({ from, to }) => to - from === HOUR / 4).map(({ from }) => from);
    assert.deepEqual(
      read,
      [0, 1, 2, 3].map((part) => (part * HOUR) / 4),
    );
    assert.equal(asked.length, 500 + 2 * (500 + 1 + 1));
  });

  test('that has no end is given up', async () => {
    const { made } = listing(({ page }) => ({ outcome: 'listed', payments: [], nextPage: page + 1 }));
    assert.equal((await listReceived(made, { from: 0, to: 60_000 })).outcome, 'not_listed');
  });
});

test('of what went back each day of four weeks is read within 32 hours', () => {
  const START = 20_000 * 24 * HOUR + 7 * HOUR;
  for (const daysBefore of [0.1, 0.96, 1, 7.5, 27.9]) {
    const at = START - daysBefore * 24 * HOUR;
    const read = Array.from({ length: 32 }, (_, hour) => dayOfReturns(START + hour * HOUR));
    assert.ok(
      read.some(({ from, to }) => from <= at && at < to),
      `${daysBefore}`,
    );
    assert.ok(read.every(({ from, to }) => to - from === 24 * HOUR));
  }
});

describe('the period that is read next', () => {
  const NOW = 1_000 * HOUR;

  test('begins two hours before the last one ended', () => {
    assert.deepEqual(periodAt(NOW, NOW - HOUR), { from: NOW - 3 * HOUR, to: NOW });
  });

  test('is the last day at first, in parts of six hours', () => {
    assert.deepEqual(periodAt(NOW, undefined), { from: NOW - 24 * HOUR, to: NOW - 18 * HOUR });
  });

  test('goes on in parts after a long stop, each further than the one before', () => {
    let until = NOW - 20 * HOUR;
    let parts = 0;
    for (; until < NOW; parts += 1) {
      const { to } = periodAt(NOW, until);
      assert.ok(to > until);
      until = to;
    }
    assert.equal(parts, 5);
  });

  test('does not begin ahead of now, though a clock was', () => {
    assert.deepEqual(periodAt(NOW, NOW + 24 * HOUR), { from: NOW - 2 * HOUR, to: NOW });
  });
});
