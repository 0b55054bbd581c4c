import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../../platform/database/index.ts';
import { createAnsweredSales } from './unanswered.ts';

const SALE = 7;
const GUESSED_WITHIN_MS = 20_000;

/** Answered sales on a database that refuses the first writes. */
function openAnswered(refused: number) {
  const priorities: (string | undefined)[] = [];
  const pauses: number[] = [];
  const forgotten: number[] = [];
  const writeGrouped = async ({ priority }: Parameters<Database['writeGrouped']>[0]) => {
    priorities.push(priority);
    if (priorities.length <= refused) throw new DatabaseUnavailable(new Error('too many writes wait'));
  };
  const answered = createAnsweredSales(
    { writeGrouped: writeGrouped as Database['writeGrouped'] },
    async (ms) => {
      if (!answered.has(SALE)) forgotten.push(ms);
      pauses.push(ms);
    },
  );
  /** Resolves when it is stored or given up. */
  const settled = async () => {
    for (let turn = 0; turn < 1_000 && answered.has(SALE); turn += 1) await nextTurn();
    assert.equal(answered.has(SALE), false);
  };
  return { answered, priorities, pauses, forgotten, settled };
}

test('that a sale was answered is stored at once, before what may wait', async () => {
  const { answered, priorities, pauses, settled } = openAnswered(0);
  answered.add(SALE);
  assert.equal(answered.has(SALE), true, 'known before it is stored');
  await settled();
  assert.deepEqual([priorities, pauses], [[undefined], []]);
});

test('that a sale was answered is stored later when the database refused it first', async () => {
  const { answered, priorities, forgotten, settled } = openAnswered(2);
  answered.add(SALE);
  await settled();
  assert.deepEqual([priorities.length, forgotten], [3, []]);
});

test('what cannot be stored is known for as long as a repetition can be guessed, and no longer', async () => {
  const { answered, pauses, forgotten, settled } = openAnswered(Number.POSITIVE_INFINITY);
  answered.add(SALE);
  await settled();
  const knownMs = pauses.reduce((sum, ms) => sum + ms, 0);
  assert.deepEqual([knownMs, forgotten], [GUESSED_WITHIN_MS, []]);
});
