import { test } from 'node:test';

test('blocks its thread', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
