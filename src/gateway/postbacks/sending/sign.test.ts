import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Secret } from '../../../platform/secret.ts';
import { type SignedHeaders, signedHeaders } from './sign.ts';

const secretText = () => `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"transactionId":"x","referenceId":"São João","status":6}';
/** Made when a test begins: a receiver takes none that is older than five minutes, and a busy machine loads files for longer. */
const newMessage = () => ({ id: 'x.3', body, now: Date.now() });

test('the Standard Webhooks library accepts the signature and nothing else under it', () => {
  const secret = secretText();
  const headers = signedHeaders(newMessage(), [new Secret(secret)]);
  const webhook = new Webhook(secret);
  assert.deepEqual(webhook.verify(body, headers), JSON.parse(body));
  assert.throws(() => webhook.verify(body.replace('6', '9'), headers));
  assert.throws(() => webhook.verify(body, { ...headers, 'webhook-id': 'x.4' }));
  assert.throws(() =>
    webhook.verify(body, {
      ...headers,
      'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
    }),
  );
  assert.throws(() => new Webhook(secretText()).verify(body, headers));
});

test('a receiver can compute it by hand as documented', () => {
  const secret = secretText();
  const headers = signedHeaders(newMessage(), [new Secret(secret)]);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${signature}`);
});

test('each of several secrets verifies', () => {
  const secrets = [secretText(), secretText()];
  const headers = signedHeaders(
    newMessage(),
    secrets.map((secret) => new Secret(secret)),
  );
  assert.equal(headers['webhook-signature']?.split(' ').length, 2);
  for (const secret of secrets) assert.ok(new Webhook(secret).verify(body, headers));
});

test('there is no signature without a secret', () => {
  const headers = signedHeaders(newMessage(), []);
  assert.deepEqual(Object.keys(headers), ['webhook-id', 'webhook-timestamp']);
});

test('the documented JavaScript example works', async () => {
  const page = await readFile(new URL('../../../../docs/postbacks.md', import.meta.url), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const { comesFromGuiche } = (await import(`data:text/javascript,${encodeURIComponent(example)}`)) as {
    comesFromGuiche(secrets: readonly string[], headers: SignedHeaders, body: Buffer): boolean;
  };
  const secrets = [secretText(), secretText()];
  const headers = signedHeaders(
    newMessage(),
    secrets.map((secret) => new Secret(secret)),
  );
  for (const secret of secrets)
    assert.equal(comesFromGuiche([secretText(), secret], headers, Buffer.from(body)), true);
  assert.equal(comesFromGuiche(secrets, headers, Buffer.from(`${body} `)), false);
  assert.equal(comesFromGuiche([secretText()], headers, Buffer.from(body)), false);
  assert.equal(comesFromGuiche(secrets, signedHeaders(newMessage(), []), Buffer.from(body)), false);
  const old = signedHeaders({ ...newMessage(), now: Date.now() - 301_000 }, [new Secret(secrets[0] ?? '')]);
  assert.equal(comesFromGuiche(secrets, old, Buffer.from(body)), false);
});
