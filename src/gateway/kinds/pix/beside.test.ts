import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AwaitedCharge, PaymentRow } from '../../charges/charge.ts';
import { testOrder, testTransaction } from '../../transactions/test-sale.ts';
import { pixBeside } from './beside.ts';

const transaction = testTransaction({
  order: { ...testOrder(), payment: { kind: 'pix', key: 'RANDOM_KEY', expiresAt: 2 } as never },
});

/** What is read of a Pix with codes that were looked at so often, and what is told of it. */
async function besideAfter(looks: readonly number[]) {
  const read: string[] = [];
  const tries = looks.map(
    (count) =>
      ({ reference: `r${count}`, kind: 'pix', code: 'code', looks: count }) as unknown as AwaitedCharge,
  );
  const beside = await pixBeside(
    {
      publicUrl: () => 'https://g.test',
      pixTokens: { of: (id) => `token-of-${id}`, hash: (token) => token },
      charges: {
        ofTransaction: async () => tries,
        paymentsOf: async () => {
          read.push('payments');
          return [
            { endToEndId: 'E1', reference: 'r1', surplus: 'refunding' } as PaymentRow,
            // Of a slip of the same intention.
            { endToEndId: 'B1', reference: 'slip', surplus: 'kept' } as PaymentRow,
          ];
        },
        returnsOf: async () => assert.fail('nothing went back'),
      } as never,
    },
    transaction,
  );
  return { read, beside };
}

test('of a code that was just made only the code is read', async () => {
  const { read, beside } = await besideAfter([0]);
  assert.deepEqual(read, []);
  assert.deepEqual([beside?.code, beside?.surplus], ['code', []]);
  assert.match(String(beside?.url), /\/v1\/url-payment\/token-of-r0$/);
});

test('what arrived is read as soon as one of the codes was looked at', async () => {
  const { read, beside } = await besideAfter([1, 0]);
  assert.deepEqual(read, ['payments']);
  assert.equal(beside?.surplus.length, 1);
});
