import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShopMail } from '../../../accounts/shops/index.ts';
import type { ToldEntry } from '../../../operations/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { chargeRemindersJob } from './charge-reminders.ts';

const NOW = Date.UTC(2026, 10, 26, 15);
const DAY_MS = 24 * 60 * 60_000;
const ALL: readonly ShopMail[] = ['charge_in_days', 'charge_tomorrow', 'charge_refused'];

const entry = (id: number, days: number, tries = 0): ToldEntry => ({
  id,
  personId: id % 2,
  dueAt: NOW + days * DAY_MS,
  tries,
});

/** What is written of these months, where shop 1 wants these mails and shop 0 none. */
async function written(
  { soon = [], refused = [] }: { readonly soon?: ToldEntry[]; readonly refused?: ToldEntry[] },
  wanted = ALL,
) {
  const ids: string[] = [];
  const pageOf = (all: ToldEntry[], { afterId, limit }: { afterId: number; limit: number }) =>
    Promise.resolve(all.filter(({ id }) => id > afterId).slice(0, limit));
  const job = chargeRemindersJob({
    accounts: { mailsOf: async (personId) => (personId === 1 ? wanted : []) },
    entries: {
      soon: (_range, page) => pageOf(soon, page),
      refused: (page) => pageOf(refused, page),
    },
    queue: {
      write: async (_write, mails) => {
        ids.push(...mails.map(({ id }) => id));
      },
    },
    database: {
      write: (work: (write: never) => Promise<unknown>) => work(undefined as never),
    } as unknown as Pick<Database, 'write'>,
    clock: { now: () => NOW },
  });
  await job.run(new AbortController().signal);
  return ids;
}

test('a client is told three days before and on the day before, each under a name of its own', async () => {
  assert.deepEqual(await written({ soon: [entry(1, 3), entry(3, 1.5), entry(5, 1), entry(7, 0.1)] }), [
    'charge_soon-1-3',
    'charge_soon-3-3',
    'charge_soon-5-1',
    'charge_soon-7-1',
  ]);
});

test('each refused try is told once, under the number of the try', async () => {
  assert.deepEqual(await written({ refused: [entry(1, -1, 1), entry(3, -2, 4)] }), [
    'charge_refused-1-1',
    'charge_refused-3-4',
  ]);
});

test('a shop gets what it chose and no other shop anything', async () => {
  const soon = [entry(1, 3), entry(2, 3), entry(3, 0.5)];
  assert.deepEqual(await written({ soon, refused: [entry(5, -1, 1)] }, ['charge_tomorrow']), [
    'charge_soon-3-1',
  ]);
  assert.deepEqual(await written({ soon }, []), []);
});

test('all months are gone through, page by page', async () => {
  const soon = Array.from({ length: 1_200 }, (_, index) => entry(2 * index + 1, 2));
  assert.equal((await written({ soon })).length, 1_200);
});
