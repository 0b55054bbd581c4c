import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from './attempt.ts';
import { triesOf } from './intention.ts';

const MASK = '423564******5682';
const attempt = (state: Attempt['state'], by?: 'rule' | 'failover', mask = MASK) => ({
  state,
  mask,
  routing: by && JSON.stringify({ a: 'REDE', b: by }),
});

test('what went on at a second acquirer is one try of its buyer', () => {
  const both = [attempt('declined', 'rule'), attempt('declined', 'failover')];
  assert.equal(triesOf(both), 1);
  assert.equal(triesOf([...both, ...both, attempt('declined')]), 3);
  assert.equal(triesOf([attempt('declined', 'rule'), attempt('not_sent', 'failover')]), 1);
  assert.equal(triesOf([attempt('not_sent', 'rule'), attempt('declined', 'failover')]), 1);
});

test('what reached nobody, and a code that anybody may pay, is none', () => {
  assert.equal(
    triesOf([attempt('not_sent'), attempt('not_sent', 'failover'), attempt('waiting', undefined, '')]),
    0,
  );
});
