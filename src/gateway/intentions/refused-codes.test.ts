import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixOffer } from '../kinds/pix/index.ts';
import { newResult, Status } from '../transactions/index.ts';
import { testOrder, testTransaction } from '../transactions/test-sale.ts';
import { type PayDependencies, payIntention } from './pay-intention.ts';

const NOW = 1_000;
const transaction = testTransaction({
  result: newResult(Status.intention),
  order: testOrder({
    intention: {
      amount: 500,
      offers: [pixOffer({})],
      expiresAt: NOW + 3_600_000,
      linkId: undefined,
      customer: undefined,
    },
  }),
});

/** Asks for a code after attempts that ended so. */
async function askAfter(states: readonly string[]) {
  let isAsked = false;
  const dependencies = {
    clock: { now: () => NOW },
    store: {
      attemptsOf: async () => states.map((state) => ({ state, mask: '' })),
      change: async () => {
        isAsked = true;
        return false;
      },
    },
    createFence: async () => () => true,
    newReference: () => '0000000000000001',
    holder: 'here',
    kinds: { of: () => ({ statuses: { unanswered: Status.started } }) },
    pix: {
      liveCharge: async () => undefined,
      isBeingCanceled: async () => false,
      prepare: async () => ({
        mask: '',
        decline: undefined,
        order: transaction.order,
        route: { accountId: 0, connector: { provider: 'C6BANK' }, settings: async () => ({}) },
      }),
    },
  } as unknown as PayDependencies;
  const origin = { kind: 'checkout', requestId: 'r' } as const;
  const request = { origin, payment: { kind: 'pix' }, idempotency: undefined } as const;
  const result = await payIntention(dependencies, request, transaction);
  return { isAsked, reason: result.kind === 'refused' ? result.reason : undefined };
}

test('an intention asks for no more codes after ten that the bank refused', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'declined' : 'invalid'));
  assert.deepEqual(await askAfter(ten), { isAsked: false, reason: 'no_tries_left' });
});

test('codes that expired, or reached no bank, do not count', async () => {
  const others = [...Array(10).fill('undone'), ...Array(10).fill('not_sent'), ...Array(9).fill('declined')];
  assert.equal((await askAfter(others)).isAsked, true);
});
