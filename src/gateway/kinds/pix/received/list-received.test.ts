import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ChargeProvider, txidOf } from '../../../providers/index.ts';
import type { NamedCharges } from '../charge-store.ts';
import { type Listing, listReceived } from './list-received.ts';
import { periodAt } from './received-job.ts';

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
