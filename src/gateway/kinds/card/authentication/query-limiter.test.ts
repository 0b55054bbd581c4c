import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueryLimiter, type QueryLimiter } from './query-limiter.ts';

/** How many of a hundred queries are let through while none of them ends. */
const begun = (asking: QueryLimiter, provider: string, merchantOf: (index: number) => number) =>
  Array.from({ length: 100 }, (_, index) =>
    asking.acquire({ provider, merchantId: merchantOf(index) }),
  ).filter((end) => end !== undefined);

test('an account that does not answer leaves room for others at the same acquirer', () => {
  const asking = createQueryLimiter();
  assert.equal(begun(asking, 'REDE', () => 1).length, 16);
  assert.equal(begun(asking, 'REDE', () => 2).length, 8);
});

test('an acquirer that hangs leaves room for other acquirers, whatever accounts it has', () => {
  const asking = createQueryLimiter();
  assert.equal(begun(asking, 'REDE', (index) => index).length, 24);
  assert.equal(begun(asking, 'CIELO', (index) => index).length, 8);
  assert.equal(begun(asking, 'STONE', (index) => index).length, 0);
});

test('a finished query makes room for one more, once', () => {
  const asking = createQueryLimiter();
  const [end] = begun(asking, 'REDE', () => 1);
  end?.();
  end?.();
  assert.equal(begun(asking, 'REDE', () => 1).length, 1);
});
