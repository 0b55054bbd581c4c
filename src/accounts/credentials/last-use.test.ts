import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestRoom, START_MS } from '../test-room.ts';

const SIGNAL = new AbortController().signal;
const HOUR_MS = 60 * 60_000;

test('the last use of a key is written down in the background, at most once in ten minutes', async (context) => {
  const { accounts, addActive, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const { name = '', secret } = await accounts.issueCredential({ personId, kind: 'api' });
  const job = accounts.jobs.find((one) => one.name === 'credentials-last-use');
  const lastUse = async () => {
    await accounts.verifyApi(name, secret);
    await job?.run(SIGNAL);
    return (await accounts.listCredentials({ personId }))[0]?.lastUsedAt;
  };
  assert.equal((await accounts.listCredentials({ personId }))[0]?.lastUsedAt, undefined);
  assert.equal(await lastUse(), START_MS);
  clock.advance(60_000);
  assert.equal(await lastUse(), START_MS);
  clock.advance(HOUR_MS);
  assert.equal(await lastUse(), START_MS + 60_000 + HOUR_MS);
});
