import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_READ, readingState } from './reading-state.ts';

const TODAY = '2026-11-26';
const READ = { readUntil: '2026-11-24', slot: `${TODAY} 1`, problem: undefined };

test('a reading is late from the third day on that it has not got to', () => {
  assert.equal(readingState(READ, TODAY), 'read');
  assert.equal(readingState({ ...READ, readUntil: '2026-11-23' }, TODAY), 'late');
  assert.equal(readingState({ ...READ, readUntil: undefined }, TODAY), 'read');
  assert.equal(readingState({ ...READ, readUntil: '2999-01-01' }, TODAY), 'late');
});

test('what stopped has failed, however far it came, and what nobody reads has no state', () => {
  assert.equal(readingState({ ...READ, problem: 'HTTP 503' }, TODAY), 'failed');
  assert.equal(readingState({ ...READ, problem: 'HTTP 503', slot: NOT_READ }, TODAY), undefined);
});
