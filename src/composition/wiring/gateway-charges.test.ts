import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResult, Status } from '../../gateway/transactions/index.ts';
import { gatewayCharges } from './gateway-charges.ts';

type Charging = Parameters<typeof gatewayCharges>[0];

/** A Pix at the till whose bank answers so when it is to be removed. */
function closing(voided: string, after: Status) {
  let status: Status = Status.intention;
  const transaction = () => ({ id: 't', order: { payment: { kind: 'pix' } }, result: newResult(status) });
  const payments = {
    find: async () => transaction(),
    void: async () => {
      status = after;
      return { kind: voided, transaction: transaction() };
    },
  } as unknown as Charging;
  return gatewayCharges(payments, () => '').closePage(1, 't');
}

test('a Pix whose removal the bank has not confirmed is being closed, and nobody is paying it', async () => {
  assert.equal(await closing('pending', Status.intention), 'closing');
  assert.equal(await closing('pending', Status.started), 'closing');
  assert.equal(await closing('refused', Status.intention), 'waiting');
  assert.equal(await closing('refused', Status.captured), 'paid');
  assert.equal(await closing('moved', Status.canceled), 'canceled');
});
