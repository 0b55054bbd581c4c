import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceMaker } from '../../platform/ids.ts';
import { referenceOfTxid, txidOf } from './txid.ts';

test('a charge has a name that every bank takes, from which our reference can be read', () => {
  const newReference = referenceMaker({ now: () => 1_790_000_000_000, nonce: 0xffffff });
  for (let count = 0; count < 100; count += 1) {
    const reference = newReference();
    const txid = txidOf(reference);
    assert.match(txid, /^[a-zA-Z0-9]{32}$/);
    assert.equal(txidOf(reference), txid);
    assert.equal(referenceOfTxid(txid), reference);
  }
});

test('a name that others gave is told from ours', () => {
  const ours = txidOf('0123456789ABCDEF');
  const changed = `${ours.slice(0, -1)}${ours.endsWith('0') ? '1' : '0'}`;
  for (const txid of [
    '',
    '***',
    '7978c0c97ea847e78e8849634473c1f1',
    changed,
    `${ours}0`,
    ours.toLowerCase(),
  ]) {
    assert.equal(referenceOfTxid(txid), undefined, txid);
  }
});
