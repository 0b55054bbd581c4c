import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptState } from '../../transactions/rules/attempt.ts';
import type { Change } from '../../transactions/rules/change.ts';
import { testTransaction } from '../../transactions/test-sale.ts';
import type { AwaitedCharge } from '../charge.ts';
import { carryWish } from './carry-wish.ts';

const ORIGIN = { kind: 'merchant', requestId: 'r' } as const;

const charge = (reference: string, over: Partial<AwaitedCharge> = {}) =>
  ({ reference, transactionId: 't', ending: undefined, endingOrigin: undefined, ...over }) as AwaitedCharge;
const canceled = charge('first', { ending: 'void', endingOrigin: JSON.stringify(ORIGIN) });

/** What a cancel of the first code changes, whose try ended so, while the second one stands so. */
async function changesAfter(first: AttemptState, second: AttemptState, secondCode = charge('second')) {
  const transaction = testTransaction({});
  const changes: Change[] = [];
  await carryWish(
    {
      clock: { now: () => 5 },
      charges: { ofTransaction: async () => [canceled, secondCode] },
      store: {
        findAny: async () => transaction,
        attemptsOf: async () => [
          { reference: 'first', state: first },
          { reference: 'second', state: second },
        ],
        change: async (change: Change) => {
          changes.push(change);
          return true;
        },
      },
    } as unknown as Parameters<typeof carryWish>[0],
    { charge: canceled, attempt: { state: first } },
  );
  return changes.map(({ rowBeside, events: [{ origin }] }) => ({ row: rowBeside?.row, origin }));
}

test('a code that was sent anew is canceled as the first one was', async () => {
  for (const state of ['sending', 'unknown', 'waiting'] as const) {
    assert.deepEqual(await changesAfter('not_sent', state), [
      {
        row: {
          charges: [
            {
              reference: 'second',
              values: { ending: 'void', endingOrigin: JSON.stringify(ORIGIN), nextAt: 5 },
            },
          ],
        },
        origin: ORIGIN,
      },
    ]);
  }
});

test('nothing changes for a code that can be paid or was, nor where the next one is canceled already', async () => {
  assert.deepEqual(await changesAfter('waiting', 'not_sent'), []);
  assert.deepEqual(await changesAfter('approved', 'waiting'), []);
  assert.deepEqual(await changesAfter('not_sent', 'waiting', charge('second', { ending: 'void' })), []);
});
