import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type DatabasePlace, newDatabasePlace } from '../../../test/support/databases.ts';
import { AlreadyServed, lockForServing } from './serving-lock.ts';

const run = promisify(execFile);

describe('the lock of the process that serves an embedded database', () => {
  let place: DatabasePlace;
  before(async () => {
    place = await newDatabasePlace('sqlite');
  });
  after(() => place.remove());

  const lockElsewhere = (afterwards: string) =>
    run(process.execPath, [
      '--input-type=module-typescript',
      '--eval',
      `import { lockForServing } from ${JSON.stringify(join(import.meta.dirname, 'serving-lock.ts'))};
       await lockForServing(${JSON.stringify(place.dataDir)}); ${afterwards}`,
    ]);

  test('keeps a second process out', async () => {
    const lock = await lockForServing(place.dataDir);
    await assert.rejects(lockElsewhere(''), /AlreadyServed/);
    lock.release();
    await lockElsewhere('');
  });

  test('is free again when its holder was killed', async () => {
    await assert.rejects(lockElsewhere("process.kill(process.pid, 'SIGKILL');"), { signal: 'SIGKILL' });
    (await lockForServing(place.dataDir)).release();
  });

  test('waits a moment for one that is just closing', async () => {
    const lock = await lockForServing(place.dataDir);
    setTimeout(() => lock.release(), 200);
    (await lockForServing(place.dataDir)).release();
    const held = await lockForServing(place.dataDir);
    await assert.rejects(lockForServing(place.dataDir), AlreadyServed);
    held.release();
  });
});
