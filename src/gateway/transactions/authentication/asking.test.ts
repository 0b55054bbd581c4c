import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asking, createAsking } from './asking.ts';

/** How many of a hundred questions are let through; none of them ends. */
const begun = (asking: Asking, provider: string, merchantOf: (index: number) => number) =>
  Array.from({ length: 100 }, (_, index) => asking.begin({ provider, merchantId: merchantOf(index) })).filter(
    (end) => end !== undefined,
  );

test('an account whose answers do not come leaves room for others at the same acquirer', () => {
  const asking = createAsking();
  assert.equal(begun(asking, 'REDE', () => 1).length, 16);
  assert.equal(begun(asking, 'REDE', () => 2).length, 8);
});

test('an acquirer that hangs leaves room for the other ones, whatever accounts it has', () => {
  const asking = createAsking();
  assert.equal(begun(asking, 'REDE', (index) => index).length, 24);
  assert.equal(begun(asking, 'CIELO', (index) => index).length, 8);
  assert.equal(begun(asking, 'STONE', (index) => index).length, 0);
});

test('a question that ended makes room for one more, once', () => {
  const asking = createAsking();
  const [end] = begun(asking, 'REDE', () => 1);
  end?.();
  end?.();
  assert.equal(begun(asking, 'REDE', () => 1).length, 1);
});
