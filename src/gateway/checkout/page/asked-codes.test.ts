import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { pixOffer } from '../../kinds/pix/index.ts';
import { newResult, Status } from '../../transactions/index.ts';
import { testOrder, testTransaction } from '../../transactions/test-sale.ts';
import { registerHostedPages } from '../routes.ts';
import type { HostedPages } from './hosted-pages.ts';

const NOW = 1_000;
const HOUR_MS = 3_600_000;
const SHOP = {
  name: 'Padaria Bom Pão',
  document: undefined,
  pictureUrl: undefined,
  colour: undefined,
  takesPayments: true,
  pixDiscount: 0,
};
const transaction = testTransaction({
  result: newResult(Status.intention),
  order: testOrder({
    intention: {
      amount: 500,
      offers: [pixOffer({})],
      expiresAt: NOW + HOUR_MS,
      linkId: undefined,
      customer: undefined,
    },
  }),
});

/** The page of one intention, whose buyers may ask for so many codes. */
async function pageWith(tries: number) {
  const seen = { asked: 0, answer: 'denied', limited: [] as string[], isOut: false };
  let left = tries;
  const app = fastify();
  app.decorateRequest('clientAddress', '203.0.113.1');
  const options = {
    clock: { now: () => NOW },
    shopOf: async () => SHOP,
    payments: {
      findIntention: async () => transaction,
      pay: async () => {
        seen.asked += 1;
        return { kind: seen.answer, transaction };
      },
    },
    pix: { liveCharge: async () => (seen.isOut ? { code: '000201' } : undefined) },
    limits: {
      take: async () => {
        if (left === 0) return 'address';
        left -= 1;
        const release = async () => {
          left += 1;
        };
        return { release, hold: async () => undefined };
      },
    },
    onHeld: (limit: string) => void seen.limited.push(limit),
    sandbox: true,
  } as unknown as HostedPages;
  await registerHostedPages(app, options);
  const ask = async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = '/v1/payment/token';
    return (await app.inject({ method: 'POST', url, headers, payload: 'forma=pix' })).statusCode;
  };
  return { seen, ask };
}

test('who asks for code after code that the bank refuses is held up, and the bank is asked no more', async () => {
  const { seen, ask } = await pageWith(2);
  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [303, 303, 429, 429]);
  assert.equal(seen.asked, 2);
  assert.deepEqual(seen.limited, ['address', 'address']);
});

test('a code that is out costs no try', async () => {
  const { seen, ask } = await pageWith(0);
  seen.isOut = true;
  assert.equal(await ask(), 303);
  assert.deepEqual([seen.asked, seen.limited], [0, []]);
});

test('codes that are made cost no try, however many a shop has', async () => {
  const { seen, ask } = await pageWith(1);
  seen.answer = 'buyer_awaited';
  assert.deepEqual([await ask(), await ask(), await ask()], [303, 303, 303]);
  assert.equal(seen.asked, 3);
});
