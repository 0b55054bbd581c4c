import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBankCharge } from './create.ts';
import { enteringAhead } from './entering.ts';
import { memoryBankStorage } from './memory-storage.ts';

const charge = (txid: string) =>
  newBankCharge(
    {
      ...{
        txid,
        accountId: '0',
        token: `token-${txid}`,
        amount: 1_003,
        key: 'chave',
        description: undefined,
      },
      ...{ createdAt: 0, expiresAt: 60_000, debtor: undefined },
    },
    1,
  );

/** A book whose commits are held until `commit` is called. */
function heldBook(errors: unknown[] = []) {
  const kept = memoryBankStorage();
  let open = Promise.withResolvers<void>();
  const insert: typeof kept.insert = async (entered) => {
    await open.promise;
    return kept.insert(entered);
  };
  return {
    kept,
    book: enteringAhead({ ...kept, insert }, (error) => errors.push(error)),
    commit: () => open.resolve(),
    fail: () => open.reject(new Error('the disk is full')),
    again: () => {
      open = Promise.withResolvers<void>();
    },
  };
}

test('a charge is taken before it is written, once, and whoever reads it waits until it is', async () => {
  const { book, kept, commit } = heldBook();
  assert.deepEqual([await book.insert(charge('a')), await book.insert(charge('a'))], [true, false]);
  assert.equal(await kept.byTxid('a'), undefined);
  const reads = Promise.all([book.byTxid('a'), book.byToken('token-a'), book.newest(1).then(([one]) => one)]);
  commit();
  for (const read of await reads) assert.equal(read?.charge.txid, 'a');
});

test('a charge that cannot be written, or that another process entered, is told and may be entered again', async () => {
  const errors: unknown[] = [];
  const { book, kept, commit, fail, again } = heldBook(errors);
  await book.insert(charge('a'));
  fail();
  assert.equal(await book.byTxid('a'), undefined);
  again();
  commit();
  assert.equal(await book.insert(charge('a')), true);
  assert.equal((await book.byTxid('a'))?.charge.txid, 'a');
  await kept.insert(charge('b'));
  await book.insert(charge('b'));
  await book.byTxid('b');
  assert.deepEqual(errors.map(String), [
    'Error: the disk is full',
    'Error: the charge b is in the book already',
  ]);
});
