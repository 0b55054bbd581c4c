import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedSale } from '../../transactions/index.ts';
import type { FeeTable } from '../rules/fees.ts';
import { moneyOfSale, receivablesOf } from './lines-of-sale.ts';

const DAY_MS = 86_400_000;
const FEES: FeeTable = {
  credit: { '*': [{ from: 1, to: 99, rate: { percent: 2_500, fixed: 0 } }] },
  debit: {},
  pix: undefined,
  bankSlip: undefined,
  prepayment: undefined,
};
const UTC = { day: (at: number) => new Date(at).toISOString().slice(0, 10) };

const CAPTURED_AT = Date.UTC(2026, 0, 2, 12);
const SALE: CapturedSale = {
  ...{ id: 'one', version: 3, merchantId: 1, accountId: 1, provider: 'REDE', type: 'credit' },
  ...{ brand: 'VISA', installments: 1, captured: 100, capturedAt: CAPTURED_AT, referenceId: undefined },
  ...{ theirId: 'T', acquirerReference: 'R', nsu: '1', lastFour: '5682', refunds: [] },
};

test('a fee is that of the brand, however its merchant writes it', () => {
  const fees: FeeTable = {
    ...FEES,
    credit: { MASTERCARD: [{ from: 1, to: 1, rate: { percent: 10_000, fixed: 0 } }], ...FEES.credit },
  };
  const feeWith = (brand: string | undefined) => {
    const money = moneyOfSale({ ...SALE, brand }, undefined, UTC);
    return receivablesOf(SALE, money, { fees, isDisputed: false })[0]?.fee;
  };
  assert.deepEqual(['MASTERCARD', 'MASTER', 'LOJA', undefined].map(feeWith), [10, 10, 3, 3]);
});

test('a refund that moves no money, as the fee given back is all of it, is not waited for', () => {
  const sale: CapturedSale = { ...SALE, refunds: [{ amount: 1, at: CAPTURED_AT + 40 * DAY_MS }] };
  const lines = receivablesOf(sale, moneyOfSale(sale, undefined, UTC), { fees: FEES, isDisputed: false });
  assert.deepEqual(
    lines.map(({ kind, gross, fee, net, state }) => [kind, gross, fee, net, state]),
    [
      ['installment', 100, 3, 97, 'expected'],
      ['refund', -1, -1, 0, 'paid'],
    ],
  );
});
