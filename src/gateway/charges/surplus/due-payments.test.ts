import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import type { AwaitedCharge, PaymentRow } from '../charge.ts';
import { createChargeStore } from '../charge-store.ts';
import { AWAITED_CHARGES } from '../charges-table.ts';
import { CHARGE_TABLES } from '../test-tables.ts';

const NOW = 10_000;
const BUSY = 1;
const OTHER = 2;

const chargeOf = (accountId: number): AwaitedCharge => ({
  reference: `c${accountId}`,
  transactionId: `t${accountId}`,
  kind: 'pix',
  accountId,
  provider: 'C6BANK',
  tokenHash: `h${accountId}`,
  code: undefined,
  createdAt: 1,
  expiresAt: 2,
  nextAt: undefined,
  looks: 2,
  ending: undefined,
  endingOrigin: undefined,
});

const surplusOf = (accountId: number, name: string, nextAt: number): PaymentRow => ({
  endToEndId: name,
  reference: `c${accountId}`,
  transactionId: `t${accountId}`,
  amount: 100,
  receivedAt: 1,
  payerName: undefined,
  payerDocument: undefined,
  payerHash: undefined,
  details: undefined,
  surplus: 'refunding',
  refundReference: 'r',
  nextAt,
  takenBackAt: undefined,
  tries: 0,
});

for (const engine of ENGINES) {
  test(`surplus of one account keeps that of no other waiting, however much is due (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, CHARGE_TABLES);
    t.after(close);
    await database.write((write) => write.insertRows(AWAITED_CHARGES, [chargeOf(BUSY), chargeOf(OTHER)]));
    const charges = createChargeStore(database);
    const many = Array.from({ length: 150 }, (_, index) => surplusOf(BUSY, `busy ${index}`, index));
    const late = surplusOf(OTHER, 'late', NOW + 1);
    await charges.addPayments([...many, surplusOf(OTHER, 'other', NOW - 1), late]);
    const due = await charges.duePayments(NOW, 100);
    assert.deepEqual(
      due.slice(0, 3).map(({ payment, accountId }) => [payment.endToEndId, accountId]),
      [
        ['busy 0', BUSY],
        ['other', OTHER],
        ['busy 1', BUSY],
      ],
    );
    assert.ok(due.length < 20 && due.every(({ provider }) => provider === 'C6BANK'));
  });

  test(`surplus that was asked about meanwhile is not put off (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, CHARGE_TABLES);
    t.after(close);
    await database.write((write) => write.insertRows(AWAITED_CHARGES, [chargeOf(OTHER)]));
    const charges = createChargeStore(database);
    const surplus = surplusOf(OTHER, 'other', 5);
    await charges.addPayments([surplus]);
    await charges.putOffPayment({ ...surplus, nextAt: 4 }, NOW + 1);
    assert.equal((await charges.duePayments(NOW, 100)).length, 1);
    await charges.putOffPayment(surplus, NOW + 1);
    assert.equal((await charges.duePayments(NOW, 100)).length, 0);
  });
}
