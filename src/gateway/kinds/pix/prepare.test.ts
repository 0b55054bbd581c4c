import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../platform/refusal.ts';
import { testOrder } from '../../transactions/test-sale.ts';
import { preparePix } from './prepare.ts';

const NOW = 1_000_000;
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** Until when a Pix can be paid that is asked for until then. */
async function expiryOf(
  expiresAt: number | undefined,
  { longestLifeMs, ...sale }: { longestLifeMs?: number; mayEndSooner?: true } = {},
): Promise<number> {
  const acquirer = longestLifeMs === undefined ? undefined : { longestLifeMs };
  const prepared = await preparePix(
    {
      banks: {
        route: async () => ({ connector: { provider: 'C6BANK', version: 1, acquirer }, accountId: 7 }),
      },
      clock: { now: () => NOW },
      timeScale: 1,
    } as unknown as Parameters<typeof preparePix>[0],
    1,
    {
      ...sale,
      order: { ...testOrder(), payment: { kind: 'pix', key: 'RANDOM_KEY', expiresAt } },
    } as unknown as Parameters<typeof preparePix>[2],
  );
  return (prepared.order.payment as unknown as { readonly expiresAt: number }).expiresAt;
}

const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
const isRefused = refusedWith('pix_expiration_invalid');

test('a Pix can be paid for a minute at least and a year at most, and for seven days where nobody says', async () => {
  await assert.rejects(expiryOf(NOW + 59 * SECOND), isRefused);
  assert.equal(await expiryOf(NOW + 60 * SECOND), NOW + 60 * SECOND);
  assert.equal(await expiryOf(NOW + 365 * DAY), NOW + 365 * DAY);
  await assert.rejects(expiryOf(NOW + 367 * DAY), isRefused);
  assert.equal(await expiryOf(undefined), NOW + 7 * DAY);
});

test('where a code lives for a day at most, a wish for more is refused, and a code of a page ends sooner', async () => {
  const atAcquirer = { longestLifeMs: DAY };
  assert.equal(await expiryOf(NOW + DAY, atAcquirer), NOW + DAY);
  await assert.rejects(expiryOf(NOW + DAY + SECOND, atAcquirer), refusedWith('pix_life_too_long'));
  assert.equal(await expiryOf(undefined, atAcquirer), NOW + DAY);
  assert.equal(await expiryOf(NOW + 3 * DAY, { ...atAcquirer, mayEndSooner: true }), NOW + DAY);
});
