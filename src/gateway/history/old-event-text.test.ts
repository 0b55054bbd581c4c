import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventText } from './old-event-text.ts';
import type { StoredEvent } from './tables.ts';

const DETAILS = {
  subject: 'DC28942Q40V0000Z',
  outcome: 'approved',
  status: 6,
  code: '00',
  tookMs: 23,
  theirId: '1',
};
const ANSWERED = {
  id: 'DC28942Q40V00010',
  transactionId: '01a20742-821a-7471-b16d-1498a98b9700',
  at: 1_700_000_000_000,
  kind: 'answered',
  cause: 'merchant',
  requestId: '01a20742-821a-7471-b16d-1498a98b9732',
  userId: undefined,
  reason: undefined,
} as const satisfies Partial<StoredEvent>;

test('an event that version 0.2 stored in short words is read in whole ones', () => {
  const stored: StoredEvent = {
    ...ANSWERED,
    kind: 'a',
    cause: 'm',
    requestId: 'AaIHQoIadHGxbRSYqYuXMg',
    details: '{"s":"~0Z","o":"a","t":6,"c":"00","ms":23,"theirId":"1"}',
  };
  assert.deepEqual(readEventText(stored), { ...ANSWERED, details: DETAILS });
});

test('an event in whole words, and the id of a request that is no UUID, are read as they are', () => {
  for (const requestId of [ANSWERED.requestId, 'request-1', undefined]) {
    const event = { ...ANSWERED, requestId };
    assert.deepEqual(readEventText({ ...event, details: JSON.stringify(DETAILS) }), {
      ...event,
      details: DETAILS,
    });
  }
});
