import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReceivablePlace, writeReceivablePlace } from './receivable-place.ts';

test('a page goes on after any line, also of a sale with very many refunds', () => {
  const place = { dueDay: '2026-12-28', transactionId: '01a218a6-06e4-7471-b36d-6d7a2b4c18c0' };
  for (const line of [1, 99, 9_901, 10_101, 1_000_012]) {
    const cursor = writeReceivablePlace({ ...place, line });
    assert.deepEqual(readReceivablePlace(cursor), { ...place, line });
  }
});
