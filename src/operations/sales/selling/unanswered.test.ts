import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../../../platform/database/index.ts';
import { createAnsweredSales } from './unanswered.ts';

const SALE = 7;
const NOW = 1_000;
const GUESSED_WITHIN_MS = 20_000;

/** Answered sales on a database that refuses the first writes. */
function openAnswered(refused: number) {
  const writes: { readonly name: string; readonly priority: string | undefined; readonly input: unknown }[] =
    [];
  const pauses: number[] = [];
  const forgotten: number[] = [];
  const writeGrouped = async (
    { name, priority }: Parameters<Database['writeGrouped']>[0],
    input: unknown,
  ) => {
    writes.push({ name, priority, input });
    if (writes.length <= refused) throw new DatabaseUnavailable(new Error('too many writes wait'));
  };
  const answered = createAnsweredSales(
    { writeGrouped: writeGrouped as Database['writeGrouped'] },
    { now: () => NOW },
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
  return { answered, writes, pauses, forgotten, settled };
}

test('that a sale is answered is stored before it is, before what may wait', async () => {
  const { answered, writes, pauses } = openAnswered(0);
  const adding = answered.add(SALE);
  assert.equal(answered.has(SALE), true, 'known before it is stored');
  await adding;
  assert.equal(answered.has(SALE), false, 'every worker knows');
  assert.deepEqual([writes, pauses], [[{ name: 'answered sales', priority: undefined, input: SALE }], []]);
});

test('that a sale was answered is stored later when the database refused it first', async () => {
  const { answered, writes, forgotten, settled } = openAnswered(2);
  await answered.add(SALE);
  assert.equal(answered.has(SALE), true, 'this process knows');
  await settled();
  assert.deepEqual([writes.length, forgotten], [3, []]);
});

test('what cannot be stored is known for as long as a repetition can be guessed, and no longer', async () => {
  const { answered, pauses, forgotten, settled } = openAnswered(Number.POSITIVE_INFINITY);
  await answered.add(SALE);
  await settled();
  const knownMs = pauses.reduce((sum, ms) => sum + ms, 0);
  assert.deepEqual([knownMs, forgotten], [GUESSED_WITHIN_MS, []]);
});

test('a sale whose answer was cut off is unanswered again, though the database refused that first', async () => {
  const { answered, writes, pauses } = openAnswered(3);
  await answered.add(SALE);
  answered.cut(SALE);
  assert.equal(answered.has(SALE), false);
  for (let turn = 0; turn < 1_000 && writes.length < 4; turn += 1) await nextTurn();
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  const names = writes.map(({ name }) => name);
  const cutFrom = names.indexOf('sales whose answer was cut off');
  assert.deepEqual(new Set(names.slice(0, cutFrom)), new Set(['answered sales']));
  assert.deepEqual(new Set(names.slice(cutFrom)), new Set(['sales whose answer was cut off']));
  assert.deepEqual(writes.at(-1)?.input, { saleId: SALE, createdAt: NOW });
  assert.ok(pauses.length < 5, 'it ends once that is stored');
});

test('an answer that was cut off is not stored late once its repetition was answered', async () => {
  // Refused: the first "answered" once, and the first "cut off" after it.
  const { answered, writes } = openAnswered(2);
  await answered.add(SALE);
  answered.cut(SALE);
  await answered.add(SALE);
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  assert.equal(writes.at(-1)?.name, 'answered sales');
  assert.equal(answered.has(SALE), false);
});
