import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { createKeyPairGenerator } from './key-pair-generator.ts';

test('a pair is RSA of 2048 bits, in PEM, and its halves belong together', async () => {
  const { publicKey, privateKey } = await createKeyPairGenerator()();
  assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
  const key = createPublicKey(publicKey);
  assert.equal(key.asymmetricKeyType, 'rsa');
  assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048);
  assert.equal(createPublicKey(createPrivateKey(privateKey)).equals(key), true);
});

test('beyond a stated number of waiting calls a pair is refused with 503, and the others are made', async () => {
  let making = 0;
  let most = 0;
  let finish: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const generate = createKeyPairGenerator(async () => {
    making += 1;
    most = Math.max(most, making);
    await released;
    making -= 1;
    return { publicKey: 'public', privateKey: 'private' };
  });
  const calls = Array.from({ length: 52 }, () => generate());
  await assert.rejects(generate(), { code: 'key_pairs_exhausted', status: 503, retryAfterSeconds: 1 });
  finish();
  assert.equal((await Promise.all(calls)).length, 52);
  assert.equal(most, 2);
  await generate();
});
