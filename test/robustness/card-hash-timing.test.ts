import assert from 'node:assert/strict';
import { constants, publicEncrypt, randomBytes, randomInt } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { DatabasePlace } from '../support/databases.ts';
import { encrypt, type PublicKeyRecord } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { requestPublicKey, saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { boundFor, differ, distance, median } from './distances.ts';

/** Samples of each kind in the first, second and third attempt: more samples tolerate more noise. */
const TRIES = [600, 1_200, 2_000] as const;
const WARM_UP = 60;
/** A session ends after 20 unreadable cardHashes. */
const CALLS_PER_SESSION = 18;
const CIPHER_BYTES = 256;
const MAX_PLAINTEXT_BYTES = 245;
/** A difference by this factor must be detected. */
const SEEN_FACTOR = 1.2;

type MakeCipher = (key: PublicKeyRecord) => Buffer;

const wellPaddedGarbage: MakeCipher = ({ publicKey }) =>
  encrypt(publicKey, randomBytes(randomInt(1, MAX_PLAINTEXT_BYTES + 1)));

/** 256 random bytes below any modulus: practically never well padded. */
const badlyPadded: MakeCipher = () => {
  const cipher = randomBytes(CIPHER_BYTES);
  cipher[0] = 0;
  return cipher;
};

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

describe('cardHashes that cannot be read', () => {
  let place: DatabasePlace;
  let service: ServiceProcess;
  let client: Client;

  before(async () => {
    place = await newStartedPlace('sqlite');
    service = await startService(place);
    client = createClient(service.address);
  });
  after(async () => {
    killStarted();
    client?.close();
    await service?.finished;
    await place?.remove();
  });

  const callWith = (key: PublicKeyRecord, cipher: Buffer) =>
    saleCall(saleOf({ cardInfo: { cardHash: cipher.toString('base64') + key.sessionKey } }));

  test('get the same answer, whatever is wrong with them', async () => {
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

  /** Both kinds in turn, in random order, so that noise affects both. */
  async function sample(size: number): Promise<{ well: number[]; badly: number[] }> {
    const samples = { well: [] as number[], badly: [] as number[] };
    let key = await requestPublicKey(client);
    for (let round = -WARM_UP; round < size; round += 1) {
      if ((2 * round) % CALLS_PER_SESSION === 0) key = await requestPublicKey(client);
      const pair = [
        { kind: 'well', call: callWith(key, wellPaddedGarbage(key)) },
        { kind: 'badly', call: callWith(key, badlyPadded(key)) },
      ] as const;
      for (const { kind, call } of randomInt(2) === 0 ? pair : pair.toReversed()) {
        const startedAt = performance.now();
        const { status } = await client.send(call);
        const tookMs = performance.now() - startedAt;
        assert.equal(status, 400);
        if (round >= 0) samples[kind].push(tookMs);
      }
    }
    return samples;
  }

  test('take the same time over HTTP, whether badly padded or well padded around garbage', async (context) => {
    for (const [index, size] of TRIES.entries()) {
      const { well, badly } = await sample(size);
      const evenly = well.filter((_, place) => place % 2 === 0);
      const oddly = well.filter((_, place) => place % 2 === 1);
      const verdict = {
        alike: !differ(well, badly),
        // Checks the measure itself: one kind against itself, and against itself made slower.
        halvesAlike: !differ(evenly, oddly),
        slowerWouldBeSeen: differ(
          well,
          badly.map((tookMs) => tookMs * SEEN_FACTOR),
        ),
      };
      const difference =
        `medians ${median(well).toFixed(3)} and ${median(badly).toFixed(3)} ms, distance ` +
        `${distance(well, badly).toFixed(3)} (halves of one kind ${distance(evenly, oddly).toFixed(3)}), ` +
        `bound ${boundFor(size, size).toFixed(3)}: ${JSON.stringify(verdict)}`;
      context.diagnostic(difference);
      if (verdict.alike && verdict.halvesAlike && verdict.slowerWouldBeSeen) return;
      if (index === TRIES.length - 1) assert.fail(difference);
    }
  });
});

/** Everything a client receives, without the parts that differ in every answer. */
function comparablePart({ status, headers, text }: HttpAnswer): string {
  const { date: _date, 'x-request-id': requestId, ...rest } = headers;
  return JSON.stringify({ status, headers: rest, body: text.replace(String(requestId), 'requestId') });
}
