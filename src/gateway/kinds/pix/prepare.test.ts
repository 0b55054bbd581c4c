import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../platform/refusal.ts';
import { testOrder } from '../../transactions/test-sale.ts';
import { preparePix } from './prepare.ts';

const NOW = 1_000_000;
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** Until when a Pix can be paid that is asked for until then. */
async function expiryOf(expiresAt: number | undefined): Promise<number> {
  const prepared = await preparePix(
    {
      banks: { route: async () => ({ connector: { provider: 'C6BANK', version: 1 }, accountId: 7 }) },
      clock: { now: () => NOW },
      timeScale: 1,
    } as unknown as Parameters<typeof preparePix>[0],
    1,
    {
      order: { ...testOrder(), payment: { kind: 'pix', key: 'RANDOM_KEY', expiresAt } },
    } as unknown as Parameters<typeof preparePix>[2],
  );
  return (prepared.order.payment as unknown as { readonly expiresAt: number }).expiresAt;
}

const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'pix_expiration_invalid';

test('a Pix can be paid for a minute at least and a year at most, and for seven days where nobody says', async () => {
  await assert.rejects(expiryOf(NOW + 59 * SECOND), isRefused);
  assert.equal(await expiryOf(NOW + 60 * SECOND), NOW + 60 * SECOND);
  assert.equal(await expiryOf(NOW + 365 * DAY), NOW + 365 * DAY);
  await assert.rejects(expiryOf(NOW + 367 * DAY), isRefused);
  assert.equal(await expiryOf(undefined), NOW + 7 * DAY);
});
