import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlipBeside } from '../../gateway/kinds/slip/index.ts';
import { Status } from '../../gateway/transactions/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { slipMailOf } from './slip-mail.ts';

const NOW = Date.UTC(2026, 10, 26, 15);

/** The mail with a slip whose sale, or what is kept beside it, stands so when it is to be sent. */
function mailOf(status: Status, beside: Partial<SlipBeside> = {}) {
  const customer = { name: 'Maria da Silva', email: 'maria@comprador.example' };
  const sale = { id: 't', merchantId: 1, amount: 100, result: { status }, order: { customer } };
  const options = {
    accounts: {
      findPerson: async () => ({ status: 'active', name: 'Loja', document: '11144477735' }),
      shopSettings: async () => ({ mails: ['receipt'] }),
    },
    transactions: {
      findAny: async () => sale,
      attemptsOf: async () => [{ reference: 'r', state: 'waiting' }],
    },
    slipOf: async () => ({
      slip: { reference: 'r', amount: 100, line: '0'.repeat(47) },
      terms: { dueOn: '2026-12-01', payableUntil: '2026-12-01', discounts: [] },
      url: 'https://pagar.example/v1/url-payment/x',
      ...beside,
    }),
    clock: { now: () => NOW },
    time: localTime('America/Sao_Paulo'),
    mode: 'production',
  } as unknown as Parameters<typeof slipMailOf>[0];
  return slipMailOf(options, { about: 't', facts: { reference: 'r' } });
}

test('a slip that its shop cancels, and its bank has not taken back yet, is mailed to nobody', async () => {
  assert.equal((await mailOf(Status.intention))?.to, 'maria@comprador.example');
  for (const ending of ['void', 'expiry'] as const)
    assert.equal(await mailOf(Status.intention, { ending }), undefined);
  assert.equal(await mailOf(Status.captured), undefined, 'something else has paid');
});
