import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEventText, writeEventText } from './event-text.ts';

const ANSWERED = {
  id: 'DC28942Q40V00010',
  kind: 'answered',
  cause: 'merchant',
  requestId: '01a20742-821a-7471-b16d-1498a98b9732',
  details: {
    subject: 'DC28942Q40V0000Z',
    outcome: 'approved',
    status: 6,
    code: '00',
    tookMs: 23,
    theirId: '1',
  },
};

test('an answer is stored in short words and read in whole ones', () => {
  const stored = writeEventText(ANSWERED);
  assert.deepEqual(stored, {
    id: 'DC28942Q40V00010',
    kind: 'a',
    cause: 'm',
    requestId: 'AaIHQoIadHGxbRSYqYuXMg',
    details: '{"s":"~0Z","o":"a","t":6,"c":"00","ms":23,"theirId":"1"}',
  });
  assert.deepEqual(readEventText(stored), ANSWERED);
});

test('an event that was stored in whole words is read as it is', () => {
  assert.deepEqual(readEventText({ ...ANSWERED, details: JSON.stringify(ANSWERED.details) }), ANSWERED);
});

test('words without a code, and the id of a request that is no UUID, stay as they are', () => {
  const event = {
    id: '1',
    kind: 'undo',
    cause: 'recovery',
    requestId: 'request-1',
    details: { existed: 'no' },
  };
  assert.deepEqual(writeEventText(event), { ...event, details: '{"existed":"no"}' });
  assert.deepEqual(readEventText(writeEventText(event)), event);
  const without = { ...event, requestId: undefined };
  assert.deepEqual(readEventText(writeEventText(without)), without);
});

test('a reference of another process or length, and one that is equal to the id, are read as they were', () => {
  const id = '0DC28942Q40V0010';
  for (const subject of ['ZZ28942Q40V00010', 'DC28942Q', 'R1', '', id, `${id}0`, '0DC28942Q40V001Z']) {
    const event = { ...ANSWERED, id, details: { subject } };
    assert.deepEqual(readEventText(writeEventText(event)), event, subject);
  }
});
