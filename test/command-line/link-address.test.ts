import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killStarted, runGuicheProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

test('person link names the address of the running service, which the command was not told', async (context) => {
  const place = await newStartedPlace('sqlite');
  context.after(async () => {
    killStarted();
    await place.remove();
  });
  const ownAddress = await startService(place);
  const { port } = new URL(ownAddress.address);
  const link = async () => (await runGuicheProcess(place, ['person', 'link', '1'])).out;
  assert.match(await link(), new RegExp(`http://localhost:${port}/`));
  await ownAddress.end('SIGTERM');

  await startService(place, { GUICHE_PUBLIC_URL: 'https://pagar.example.com' });
  assert.match(await link(), /https:\/\/pagar\.example\.com\//);
});
