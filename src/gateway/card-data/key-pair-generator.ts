import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { refuseCardData } from './refusals.ts';

const MODULUS_BITS = 2048;
/** Of the thread pool's four threads, which files and name look-ups need too. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 50;

/** PEM texts: SPKI and PKCS#8. */
interface GeneratedKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export type GenerateKeyPair = () => Promise<GeneratedKeyPair>;

/** Makes RSA pairs on the thread pool (50 to 150 ms each), a few at a time; refused when too many wait. */
export function createKeyPairGenerator(generate: GenerateKeyPair = generateRsaPair): GenerateKeyPair {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = async (): Promise<void> => {
    if (running < MAX_AT_ONCE) {
      running += 1;
      return;
    }
    if (waiting.length >= MAX_WAITING) throw refuseCardData('key_pairs_exhausted');
    // The one that ends passes its place on: `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async () => {
    await turn();
    try {
      return await generate();
    } finally {
      leave();
    }
  };
}

const generateRsa = promisify(generateKeyPair);

function generateRsaPair(): Promise<GeneratedKeyPair> {
  return generateRsa('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
