import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabasePlace } from '../support/databases.ts';
import { startService } from '../support/service-process.ts';

test('fails while a service runs in a process of its own', async () => {
  const service = await startService(await newDatabasePlace('sqlite'));
  assert.equal(service.address, 'broken on purpose');
});
