import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventText, writeEventText } from './event-text.ts';

const ANSWERED = {
  kind: 'answered',
  cause: 'merchant',
  requestId: '01a20742-821a-7471-b16d-1498a98b9732',
  details: { subject: 'R1', outcome: 'approved', status: 6, code: '00', tookMs: 23, theirId: '1' },
};

test('an answer is stored in short words and read in whole ones', () => {
  const stored = writeEventText(ANSWERED);
  assert.deepEqual(stored, {
    kind: 'a',
    cause: 'm',
    requestId: 'AaIHQoIadHGxbRSYqYuXMg',
    details: '{"s":"R1","o":"a","t":6,"c":"00","ms":23,"theirId":"1"}',
  });
  assert.deepEqual(readEventText(stored), ANSWERED);
});

test('an event that was stored in whole words is read as it is', () => {
  assert.deepEqual(readEventText({ ...ANSWERED, details: JSON.stringify(ANSWERED.details) }), ANSWERED);
});

test('words without a code, and the id of a request that is no UUID, stay as they are', () => {
  const event = { kind: 'undo', cause: 'recovery', requestId: 'request-1', details: { existed: 'no' } };
  assert.deepEqual(writeEventText(event), { ...event, details: '{"existed":"no"}' });
  assert.deepEqual(readEventText(writeEventText(event)), event);
  const without = { ...event, requestId: undefined };
  assert.deepEqual(readEventText(writeEventText(without)), without);
});
