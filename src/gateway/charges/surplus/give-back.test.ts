import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAttempt, testTransaction } from '../../transactions/test-sale.ts';
import type { PaymentRow } from '../charge.ts';
import type { ReturnRow } from '../returns/returned.ts';
import { type GiveBackDependencies, giveBack } from './give-back.ts';

const CAME = 1_000;

type Taken = Pick<ReturnRow, 'amount' | 'state'> & Partial<ReturnRow>;

/** What is asked of the bank for a surplus of which its payer's bank took this, and what becomes of it. */
async function givenBack(taken: readonly Taken[], tries = 0, answer: object = { outcome: 'done' }) {
  const transaction = testTransaction({});
  const attempt = testAttempt(transaction);
  const asked: number[] = [];
  const changes: object[] = [];
  const payment: PaymentRow = {
    endToEndId: 'E1',
    reference: attempt.reference,
    transactionId: transaction.id,
    amount: CAME,
    receivedAt: 1,
    payerName: undefined,
    payerDocument: undefined,
    payerHash: undefined,
    details: undefined,
    takenBackAt: undefined,
    surplus: 'refunding',
    refundReference: 'r',
    nextAt: 1,
    tries,
  };
  const connector = {
    provider: 'C6BANK',
    create: () => assert.fail('nothing is sold'),
    queryPaymentRefund: async () => ({ outcome: 'not_found' }),
    refundPayment: async (_payment: object, amount: number) => {
      asked.push(amount);
      return answer;
    },
  };
  const charge = { reference: attempt.reference, transactionId: transaction.id, kind: 'pix', expiresAt: 2 };
  await giveBack(
    {
      clock: { now: () => 10 },
      timeScale: 1,
      newReference: () => 'another',
      acquirers: {
        routeOf: async () => ({
          connector,
          accountId: 7,
          settings: async () => ({ accountId: '7', settings: {} }),
        }),
      },
      store: { findAny: async () => transaction, attemptsOf: async () => [attempt] },
      charges: {
        byReference: async () => charge,
        returnsOf: async () =>
          taken.map((one, index) => ({ id: `${index}`, endToEndId: 'E1', nature: 'med_fraud', ...one })),
        changePayment: async (_payment: object, values: object) => void changes.push(values),
      },
    } as unknown as GiveBackDependencies,
    payment,
  );
  return { asked, last: changes.at(-1) };
}

const REFUNDED = { surplus: 'refunded', nextAt: undefined };

test('a surplus goes back whole, and of one that was taken back in part only the rest', async () => {
  assert.deepEqual(await givenBack([]), { asked: [CAME], last: REFUNDED });
  assert.deepEqual(await givenBack([{ amount: 400, state: 'done' }]), { asked: [600], last: REFUNDED });
  const both: readonly Taken[] = [
    { amount: 400, state: 'done' },
    { amount: 100, state: 'pending' },
  ];
  assert.deepEqual(await givenBack(both), { asked: [500], last: REFUNDED });
});

test('what was released, what went back otherwise, and what was taken of another payment take nothing from it', async () => {
  const others: readonly Taken[] = [
    { amount: 400, state: 'denied' },
    { amount: 300, state: 'done', nature: 'original' },
    { amount: 200, state: 'done', endToEndId: 'E2' },
  ];
  assert.deepEqual(await givenBack(others), { asked: [CAME], last: REFUNDED });
});

test('nothing is asked of a surplus that was taken back whole: it has gone back', async () => {
  assert.deepEqual(await givenBack([{ amount: CAME, state: 'done' }]), { asked: [], last: REFUNDED });
});

test('while all of it is blocked nothing is asked, and it is looked at again', async () => {
  const { asked, last } = await givenBack([{ amount: CAME, state: 'pending' }], 2);
  assert.deepEqual([asked, last], [[], { tries: 3, nextAt: 10 + 8_000 }]);
});

test('a refund that the bank accepted under a name of its own is asked about by that name from then on', async () => {
  const named = await givenBack([], 0, { outcome: 'pending', refundId: 'theirs' });
  assert.deepEqual(named, { asked: [CAME], last: { refundReference: 'theirs' } });
  const ours = await givenBack([], 0, { outcome: 'pending', refundId: 'r' });
  assert.deepEqual(ours, { asked: [CAME], last: { tries: 1, nextAt: 10 + 2_000 } });
});
