import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../database/database.ts';
import { toUnavailable } from '../../database/faults/sqlite-errors.ts';
import { toRefusal } from './to-refusal.ts';

const failure = (members: object) => Object.assign(new Error('failed'), members);

test('only what the database room calls an outage is 503', () => {
  assert.equal(toRefusal(new DatabaseUnavailable(failure({ code: 'ECONNREFUSED' }))).status, 503);
  for (const code of [
    'ENOENT',
    'EPIPE',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    '57P01',
    '08006',
  ]) {
    assert.equal(toRefusal(failure({ code })).code, 'internal_error', code);
  }
  assert.equal(toRefusal(failure({ errcode: 13 })).status, 500);
});

test('a full, failing or locked disk under SQLite is an outage, a broken rule is not', () => {
  for (const errcode of [5, 6, 10, 13, 14, 5 + 256, 10 + 512]) {
    assert.ok(toUnavailable(failure({ errcode })) instanceof DatabaseUnavailable, String(errcode));
  }
  for (const error of [failure({ errcode: 19 }), failure({ errcode: 1 }), failure({}), 'no error']) {
    assert.equal(toUnavailable(error), error);
  }
});

test('a client that went away in the middle of its body is no fault of ours', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  assert.equal(toRefusal(aborted).status, 400);
});
