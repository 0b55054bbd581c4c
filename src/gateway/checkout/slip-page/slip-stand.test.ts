import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlipAtAddress } from '../../kinds/slip/index.ts';
import { Status } from '../../transactions/index.ts';
import { slipStandOf } from './slip-stand.ts';

const EXPIRES_AT = 1_000;

/** How the slip of an intention stands before it expires. */
function stand(
  tryState: SlipAtAddress['tryState'],
  status: Status,
  capturedAmount?: number,
  now = EXPIRES_AT - 1,
) {
  const transaction = { order: { intention: {} }, result: { status, capturedAmount } };
  const charge = { code: 'line', expiresAt: EXPIRES_AT };
  return slipStandOf({ transaction, charge, tryState } as unknown as SlipAtAddress, now);
}

test('a slip that paid its intention is paid, and one that waits can be paid', () => {
  assert.equal(stand('approved', Status.captured, 500), 'paid');
  assert.equal(stand('waiting', Status.intention), 'waiting');
});

test('a slip whose intention was paid in another way is about to end, and then canceled', () => {
  assert.equal(stand('waiting', Status.captured, 500), 'ending');
  assert.equal(stand('waiting', Status.authorized), 'ending');
  assert.equal(stand('undone', Status.captured, 500), 'canceled');
});

test('a slip that was removed cannot be paid, though its intention is still open', () => {
  assert.equal(stand('undone', Status.intention), 'canceled');
  assert.equal(stand('undone', Status.intention, undefined, EXPIRES_AT), 'expired');
  assert.equal(stand('declined', Status.intention), 'failed');
});

test('a slip whose intention is over unpaid stands as the intention does', () => {
  assert.equal(stand('undone', Status.expired), 'expired');
  assert.equal(stand('undone', Status.intentionCanceled), 'canceled');
});
