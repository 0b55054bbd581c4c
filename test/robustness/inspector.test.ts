import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../support/http-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

test('SIGUSR1 opens no inspector, and the service keeps running', async (context) => {
  const place = await newStartedPlace('sqlite');
  context.after(async () => {
    killStarted();
    await place.remove();
  });
  // A free port: 9229 may be used by another inspector.
  const service = await startService(place, { NODE_OPTIONS: '--inspect-port=0' });
  process.kill(service.pid, 'SIGUSR1');
  const client = createClient(service.address);
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal((await client.send({ path: '/health/ready' })).status, 200);
  }
  client.close();
  const { error } = await service.end('SIGTERM');
  assert.doesNotMatch(error, /[Dd]ebugger/);
});
