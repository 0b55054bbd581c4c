import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { before, describe, test } from 'node:test';

describe('a hook that fails', () => {
  before(async () => {
    await new Promise<void>((resolve) => createServer().listen(0, '127.0.0.1', resolve));
    assert.fail('broken on purpose');
  });

  test('fails with what its hook has opened', () => undefined);
});
