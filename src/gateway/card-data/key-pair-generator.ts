import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairLimiter } from '../../platform/limits/fair-limiter.ts';
import { refuseCardData } from './refusals.ts';

const MODULUS_BITS = 2048;
/** Of the thread pool's four threads, which file access and name look-ups need too. */
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
  const limiter = createFairLimiter({
    concurrency: MAX_AT_ONCE,
    maxWaiting: MAX_WAITING,
    // No merchant waits for more than one pair (key-pairs.ts), so there is nothing to share fairly.
    maxWaitingPerKey: MAX_WAITING,
    refuse: () => refuseCardData('key_pairs_exhausted'),
  });
  return () => limiter({ key: 'all merchants' }, generate);
}

const generateRsa = promisify(generateKeyPair);

function generateRsaPair(): Promise<GeneratedKeyPair> {
  return generateRsa('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
