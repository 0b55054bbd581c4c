import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSettings } from './account.ts';
import { readArguments } from './arguments.ts';
import { startPixHost } from './pix-host.ts';

test('the command line names a port, a bank and a time scale', () => {
  assert.deepEqual(readArguments(['--port', '9092', '--profile', 'inter', '--plain', '--time-scale', '60']), {
    host: { port: 9_092, profile: 'INTER', plain: true, timeScale: 60, realDates: false },
    endWithParent: false,
  });
  const real = readArguments(['--real-dates']);
  assert.ok(typeof real === 'object' && real.host.realDates);
  assert.equal(readArguments(['--help']), undefined);
  for (const wrong of [['--profile', 'X'], ['--port', '-1'], ['--time-scale', '0'], ['--other']]) {
    assert.equal(typeof readArguments(wrong), 'string', wrong.join(' '));
  }
});

test("a started host tells an account's settings, with certificates where it has TLS", async (context) => {
  const host = await startPixHost({ profile: 'SICREDI' });
  context.after(host.close);
  const settings = await accountSettings(host);
  assert.equal(settings.api, `${host.address}/api`);
  assert.match(settings.certificate ?? '', /^-----BEGIN CERTIFICATE/);
  assert.match(settings.certificateKey ?? '', /^-----BEGIN PRIVATE KEY/);
  const plain = await startPixHost({ profile: 'SICOOB', plain: true });
  context.after(plain.close);
  const { certificate, clientSecret, api } = await accountSettings(plain);
  assert.deepEqual([certificate, clientSecret, api], [undefined, undefined, `${plain.address}/pix/api/v2`]);
});
