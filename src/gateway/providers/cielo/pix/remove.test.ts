import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCieloHost } from '../../../../../simulators/cielo-host/cielo-host.ts';
import { accountAt } from '../test-account.ts';
import { createCieloPix } from './connector.ts';

const REFERENCE = '0123456789ABCDEF';
const DAY_MS = 24 * 60 * 60_000;
const CONFIRMED = 2;

test('a code that is paid just before its removal reaches Cielo goes back by it: nobody has to ask again', async (t) => {
  const startedAt = Date.now();
  const host = await startCieloHost({ realClock: { now: () => startedAt } });
  t.after(() => host.close());
  const { merchantId, merchantKey, baseUrl, queryUrl } = host.settings();
  const account = accountAt(baseUrl, { merchantId, merchantKey, queryUrl, pix: 'on' });
  const seen = () => host.control.requests({ limit: 9 }).requests.map(({ operation }) => operation);
  let isPaid = false;
  const clock = {
    now: () => {
      // Between the look at it and its removal the time is read.
      if (!isPaid && seen().includes('query')) {
        isPaid = true;
        host.control.payPix({ reference: REFERENCE });
      }
      return startedAt;
    },
  };
  const bank = createCieloPix({ clock, production: false, timeScale: 1 });
  const ids = { acquirerReference: REFERENCE, account };
  const made = await bank.create({
    ...{ ...ids, amount: 1_003, expiresAt: startedAt + DAY_MS / 2 },
    ...{ key: 'RANDOM_KEY', payer: undefined, description: undefined },
  });
  assert.equal(made.outcome, 'buyer_awaited', JSON.stringify(made));
  const removed = await bank.void({ ...ids, theirId: undefined }, undefined);
  assert.ok(isPaid);
  assert.equal(removed.outcome, 'pending', JSON.stringify(removed));
  const charge = () => host.control.pix({ reference: REFERENCE }).charges[0];
  assert.deepEqual([charge()?.status, charge()?.refund?.amount], [CONFIRMED, 1_003]);
  host.control.advance({ advanceMs: 3_000 });
  const query = await bank.query({ ...ids, theirId: undefined });
  assert.ok(query.outcome === 'found');
  assert.equal(query.charge.refundedAmount, 1_003);
});
