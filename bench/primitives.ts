import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median } from './load/statistics.ts';

const MODULUS_BITS = 2048;
const FEWEST_TIMES = 5;
const CARD = Buffer.from(
  JSON.stringify({ number: '4235647728025682', cvv: '123', expirationMonth: '12', expirationYear: '2035' }),
);
const WRITTEN = 'x'.repeat(400);

/** Median time, in microseconds on one core, of each operation that any design needs. */
export interface Primitives {
  /** One RSA-2048 private operation, PKCS#1 v1.5, with a loaded key: the minimum cost of a cardHash. */
  readonly rsa: number;
  readonly keyPair: number;
  /** One row and one commit, with the service's settings: write-ahead log, `synchronous=full`. */
  readonly durableWrite: number;
  readonly aesGcm: number;
}

/** Measures each for `milliseconds`, in this process, while nothing else of the bench runs. */
export async function measurePrimitives(
  milliseconds: number,
  cleanup: AsyncDisposableStack,
): Promise<Primitives> {
  return {
    rsa: rsaMicros(milliseconds),
    keyPair: microsOf(makeKeyPair, milliseconds),
    durableWrite: await durableWriteMicros(milliseconds, cleanup),
    aesGcm: aesGcmMicros(milliseconds),
  };
}

function rsaMicros(milliseconds: number): number {
  const { publicKey, privateKey } = makeKeyPair();
  const padding = constants.RSA_PKCS1_PADDING;
  const cipher = publicEncrypt({ key: publicKey, padding }, CARD);
  return microsOf(() => privateDecrypt({ key: privateKey, padding }, cipher), milliseconds);
}

function makeKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS });
}

function aesGcmMicros(milliseconds: number): number {
  const key = randomBytes(32);
  return microsOf(() => {
    const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12));
    cipher.setAAD(Buffer.from('card:1'));
    return Buffer.concat([cipher.update(CARD), cipher.final(), cipher.getAuthTag()]);
  }, milliseconds);
}

async function durableWriteMicros(milliseconds: number, cleanup: AsyncDisposableStack): Promise<number> {
  const own = cleanup.use(new AsyncDisposableStack());
  const folder = await mkdtemp(join(tmpdir(), 'guiche-bench-'));
  own.defer(() => rm(folder, { recursive: true, force: true }));
  const file = new DatabaseSync(join(folder, 'write.sqlite'));
  own.defer(() => file.close());
  try {
    file.exec('pragma journal_mode = wal; pragma synchronous = full; create table written (text text)');
    const insert = file.prepare('insert into written values (?)');
    return microsOf(() => insert.run(WRITTEN), milliseconds);
  } finally {
    await own.disposeAsync();
  }
}

function microsOf(operation: () => unknown, milliseconds: number): number {
  const times: number[] = [];
  const endAt = performance.now() + milliseconds;
  while (times.length < FEWEST_TIMES || performance.now() < endAt) {
    const startedAt = performance.now();
    operation();
    times.push((performance.now() - startedAt) * 1000);
  }
  return median(times);
}
