import assert from 'node:assert/strict';
import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { encrypt } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { requestPublicKey } from '../support/sale-calls.ts';
import { onSqliteByDay } from '../support/service.ts';
import {
  badlyPadded,
  CIPHER_BYTES,
  callWith,
  type MakeCipher,
  wellPaddedGarbage,
} from './unreadable-hashes.ts';

/** Failures of every kind, during and after the decryption. */
const UNREADABLE: Readonly<Record<string, MakeCipher>> = {
  'well padded garbage': wellPaddedGarbage,
  'bad padding': badlyPadded,
  'another padding': ({ publicKey }) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from('{}')),
  'an empty plaintext': ({ publicKey }) => encrypt(publicKey, ''),
  'a plaintext that is no card': ({ publicKey }) => encrypt(publicKey, '{"numero":"4235647728025682"}'),
  'a plaintext cut short': ({ publicKey }) => encrypt(publicKey, '{"number":"42356477280256'),
  zero: () => Buffer.alloc(CIPHER_BYTES),
  one: () => Buffer.concat([Buffer.alloc(CIPHER_BYTES - 1), Buffer.from([1])]),
  'a value above the modulus': () => Buffer.alloc(CIPHER_BYTES, 0xff),
  'a byte too few': () => randomBytes(CIPHER_BYTES - 1),
  'a byte too many': () => randomBytes(CIPHER_BYTES + 1),
};

onSqliteByDay('CardHashes that cannot be read', {}, (service) => {
  test('get the same answer, whatever is wrong with them', async (context) => {
    const client = createClient(service.address());
    context.after(() => client.close());
    const key = await requestPublicKey(client);
    const seen = new Map<string, string>();
    for (const [wrong, makeCipher] of Object.entries(UNREADABLE)) {
      const answer = await client.send(callWith(key, makeCipher(key)));
      assert.equal(answer.status, 400, wrong);
      assert.equal((answer.json() as { error: { code: string } }).error.code, 'card_hash_invalid', wrong);
      seen.set(wrong, comparablePart(answer));
    }
    const [first] = seen.values();
    for (const [wrong, answer] of seen) assert.equal(answer, first, wrong);
  });
});

/** Everything a client receives, without the parts that differ in every answer. */
function comparablePart({ status, headers, text }: HttpAnswer): string {
  const { date: _date, 'x-request-id': requestId, ...rest } = headers;
  return JSON.stringify({ status, headers: rest, body: text.replace(String(requestId), 'requestId') });
}
