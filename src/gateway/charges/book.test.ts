import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../../../test/support/databases.ts';
import type { ChargePayment } from '../providers/index.ts';
import { testAttempt, testTransaction } from '../transactions/test-sale.ts';
import { bookLate } from './book.ts';
import type { AwaitedCharge } from './charge.ts';
import { createChargeStore } from './charge-store.ts';
import { CHARGE_TABLES } from './test-tables.ts';

const AMOUNT = 1_000;
const transaction = testTransaction({ amount: AMOUNT });
const attempt = { ...testAttempt(transaction), state: 'approved' as const };
const charge = {
  ...{ reference: attempt.reference, transactionId: transaction.id, kind: 'pix', accountId: 7 },
} as AwaitedCharge;
const paymentOf = (amount: number) =>
  ({ endToEndId: `E${amount}`, amount, at: 1_000, settles: true }) as ChargePayment;

/** What a look counts that found this payment. */
async function countedBy(dependencies: object, amount: number): Promise<readonly string[]> {
  const counted: string[] = [];
  await bookLate(
    {
      ...{ clock: { now: () => 2_000 }, chargedKind: () => ({}), payers: {}, ...dependencies },
      onPaid: ({ foundBy }: { foundBy: string }) => counted.push(foundBy),
    } as never,
    { charge, transaction, found: transaction, attempt, route: { connector: {} } } as never,
    [paymentOf(amount)],
  );
  return counted;
}

test('of looks that find one payment at once, the one that stores it counts it', async (t) => {
  const { database, close } = await newDatabase('sqlite', CHARGE_TABLES);
  t.after(close);
  const charges = createChargeStore(database);
  // Both have read that it is unknown before one of them stores it.
  const unknown = { charges: { ...charges, paymentsOf: async () => [] } };
  assert.deepEqual(await countedBy(unknown, AMOUNT), ['recovery']);
  assert.deepEqual(await countedBy(unknown, AMOUNT), []);
  assert.equal((await charges.paymentsOf(transaction.id)).length, 1);
});

test('a payment of less is counted once the change that tells a person of it is stored', async () => {
  const look = (isStored: boolean) =>
    countedBy(
      {
        charges: { paymentsOf: async () => [] },
        store: { findAny: async () => transaction, change: async () => isStored },
      },
      AMOUNT - 1,
    );
  assert.deepEqual(await look(false), []);
  assert.deepEqual(await look(true), ['recovery']);
});
