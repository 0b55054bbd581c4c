import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Refusal } from '../../platform/refusal.ts';
import { CIPHER_BYTES } from './card-hash.ts';
import { readCardHashContents } from './card-hash-contents.ts';
import type { DecryptAnswer, DecryptRequest } from './decrypt-worker.ts';
import { createDecryptor } from './decryptor.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const MERCHANT = 1;
const TIMEOUT_MS = 60_000;
const busy = { code: 'card_hash_busy', status: 503, retryAfterSeconds: 1 };

const encrypt = (plaintext: Buffer) =>
  publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, plaintext);

/** 256 random bytes below any modulus of 2048 bits: as good as never well padded. */
function badlyPadded(): Buffer {
  const cipher = randomBytes(CIPHER_BYTES);
  cipher[0] = 0;
  return cipher;
}

const failOn = (error: unknown): void => {
  throw error;
};

test('a ciphertext is decrypted, calls at the same time get their own answers', async (context) => {
  const decryptor = createDecryptor({ onError: failOn });
  context.after(() => decryptor.close());
  const texts = Array.from({ length: 40 }, (_, index) => Buffer.from(`text ${index}`));
  const decrypted = await Promise.all(
    texts.map((text) => decryptor.decrypt(MERCHANT, privateKey, encrypt(text))),
  );
  assert.deepEqual(
    decrypted.map((plaintext) => plaintext && Buffer.from(plaintext)),
    texts,
  );
});

test('bad padding is no error: it gives some text, the same one each time', async (context) => {
  const decryptor = createDecryptor({ onError: failOn });
  context.after(() => decryptor.close());
  for (let round = 0; round < 20; round += 1) {
    const cipher = badlyPadded();
    const first = await decryptor.decrypt(MERCHANT, privateKey, cipher);
    assert.ok(first !== undefined && first.length <= 245);
    assert.deepEqual(await decryptor.decrypt(MERCHANT, privateKey, cipher), first);
  }
});

test('a value above the modulus and a length beyond it give nothing', async (context) => {
  const decryptor = createDecryptor({ onError: failOn });
  context.after(() => decryptor.close());
  for (const cipher of [Buffer.alloc(256, 0xff), Buffer.alloc(257, 1)]) {
    assert.equal(await decryptor.decrypt(MERCHANT, privateKey, cipher), undefined, `${cipher.length} bytes`);
  }
});

test('calls whose thread dies are refused with 503, and the next call gets a new thread', async (context) => {
  const errors: unknown[] = [];
  const sources = ['process.exit(1)', 'throw new Error("lost")'];
  const decryptor = createDecryptor({
    onError: (error) => errors.push(error),
    startWorker: () => {
      const source = sources.shift();
      if (!source) return new Worker(new URL('./decrypt-worker.ts', import.meta.url));
      return new Worker(`require('node:worker_threads').parentPort.on('message', () => { ${source} })`, {
        eval: true,
      });
    },
  });
  context.after(() => decryptor.close());
  const cipher = encrypt(Buffer.from('text'));
  await assert.rejects(decryptor.decrypt(MERCHANT, privateKey, cipher), busy);
  await assert.rejects(decryptor.decrypt(MERCHANT, privateKey, cipher), busy);
  assert.equal(Buffer.from((await decryptor.decrypt(MERCHANT, privateKey, cipher)) ?? []).toString(), 'text');
  assert.deepEqual(
    errors.map((error) => (error as Error).message),
    ['lost'],
  );
});

test('beyond the bounded queue a call is refused with 503, and closing refuses what waits', async () => {
  const decryptor = createDecryptor({
    onError: failOn,
    startWorker: () =>
      new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true }),
  });
  const cipher = encrypt(Buffer.from('text'));
  // At most two threads with sixteen calls each are taken out of the queue of 256.
  const calls = Promise.allSettled(
    Array.from({ length: 256 + 2 * 16 }, () => decryptor.decrypt(MERCHANT, privateKey, cipher)),
  );
  await assert.rejects(decryptor.decrypt(MERCHANT, privateKey, cipher), busy);
  await decryptor.close();
  for (const call of await calls) assert.equal(call.status, 'rejected');
  await assert.rejects(decryptor.decrypt(MERCHANT, privateKey, cipher), busy);
});

test('a merchant that floods turns away its own calls, and the calls of others are decrypted before most of its', async (context) => {
  const decryptor = createDecryptor({ onError: failOn });
  context.after(() => decryptor.close());
  const cipher = encrypt(Buffer.from('text'));
  const ended: number[] = [];
  const call = (merchantId: number) =>
    decryptor.decrypt(merchantId, privateKey, cipher).then(
      () => void ended.push(merchantId),
      (error: unknown) => assert.equal((error as Refusal).code, 'card_hash_busy'),
    );
  const flood = Array.from({ length: 1_000 }, () => call(MERCHANT));
  const others = [2, 3, 2, 3, 2].map((merchantId) => call(merchantId));
  await Promise.all([...flood, ...others]);

  const served = (merchantId: number) => ended.filter((id) => id === merchantId).length;
  assert.deepEqual([served(2), served(3)], [3, 2]);
  assert.ok(served(MERCHANT) >= 256, `the flood fills what the others leave: ${served(MERCHANT)}`);
  // At most what the threads had already, sixteen of the flood for each, then turn and turn about.
  assert.ok(Math.max(ended.lastIndexOf(2), ended.lastIndexOf(3)) < 48, ended.slice(0, 48).join(' '));
});

/** The merchants of each message of answers, when the thread gets calls of `first` and, while it decrypts, of `later`. */
async function messagesOfThread(
  context: TestContext,
  first: readonly number[],
  later: readonly number[],
): Promise<readonly number[][]> {
  const merchants = [...first, ...later];
  const worker = new Worker(new URL('./decrypt-worker.ts', import.meta.url));
  context.after(() => worker.terminate());
  const cipher = new Uint8Array(encrypt(Buffer.from('text')));
  const messages: number[][] = [];
  const done = new Promise<void>((resolve) => {
    worker.on('message', (answers: readonly DecryptAnswer[]) => {
      messages.push(answers.map(({ id }) => merchants[id] ?? Number.NaN));
      if (messages.flat().length === merchants.length) resolve();
    });
  });
  const requests = merchants.map((merchantId, id) => ({ id, merchantId, key: privateKey, cipher }));
  // Both are there before the thread has started; it reads the second one after its first decryption.
  for (const part of [requests.slice(0, first.length), requests.slice(first.length)]) {
    worker.postMessage(part satisfies DecryptRequest[]);
  }
  await done;
  return messages;
}

test('a merchant that comes to a busy thread waits for one decryption of each other merchant', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const messages = await messagesOfThread(context, new Array(16).fill(1), [2, 2, 3]);
  assert.deepEqual(messages.flat().slice(0, 6), [1, 1, 2, 3, 1, 2]);
});

test('up to four answers share a message, and none waits for the decryption of another merchant', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const messages = await messagesOfThread(context, new Array(12).fill(1), [2, 2]);
  assert.deepEqual(messages, [[1, 1], [2], [1], [2], [1, 1, 1, 1], [1, 1, 1, 1], [1]]);
});

test('an idle thread does not hold the process', async () => {
  const script = `
    import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto';
    import { createDecryptor } from ${JSON.stringify(new URL('./decryptor.ts', import.meta.url).href)};
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const cipher = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from('done'));
    const decryptor = createDecryptor({ onError: (error) => { throw error; } });
    process.stdout.write(await decryptor.decrypt(1, privateKey, cipher));
  `;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 120_000,
  });
  assert.equal((await run).stdout, 'done');
});

test('time does not tell good padding around garbage from bad padding', async (context) => {
  const decryptor = createDecryptor({ onError: failOn });
  context.after(() => decryptor.close());
  const timed = async (cipher: Buffer): Promise<number> => {
    const start = process.hrtime.bigint();
    const plaintext = await decryptor.decrypt(MERCHANT, privateKey, cipher);
    assert.ok(plaintext);
    assert.equal(readCardHashContents(plaintext), undefined);
    return Number(process.hrtime.bigint() - start);
  };
  const kinds = [() => encrypt(randomBytes(1 + ((randomBytes(1)[0] ?? 0) % 245))), badlyPadded];
  const ratioOfMedians = async (): Promise<number> => {
    const samples: [number[], number[]] = [[], []];
    for (let round = 0; round < 400; round += 1) {
      const first = round % 2;
      for (const kind of [first, 1 - first] as const) {
        const cipher = kinds[kind]?.() ?? Buffer.alloc(0);
        const tookNs = await timed(cipher);
        if (round >= 50) samples[kind]?.push(tookNs);
      }
    }
    const [wellPadded, badly] = samples.map(median) as [number, number];
    return wellPadded / badly;
  };
  // What else the machine does disturbs one measurement; a difference would show in each.
  const ratios: number[] = [];
  while (ratios.length < 3 && !ratios.some((ratio) => ratio > 0.8 && ratio < 1.25)) {
    ratios.push(await ratioOfMedians());
  }
  assert.ok(
    ratios.some((ratio) => ratio > 0.8 && ratio < 1.25),
    `${ratios}`,
  );
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
