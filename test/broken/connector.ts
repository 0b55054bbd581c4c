import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptWith } from '../../src/gateway/providers/simulator/test-room.ts';
import { openRede } from '../conformance/rede-subject.ts';

const CARD = '4235647728025682';

test('fails while a call of a connector waits for its answer', async () => {
  const { connector, account, wireFaults } = await openRede();
  await wireFaults?.force('authorize', 'timeout_before', 1);
  connector.authorize(attemptWith(CARD, { account })).catch(() => undefined);
  assert.fail('broken on purpose');
});
