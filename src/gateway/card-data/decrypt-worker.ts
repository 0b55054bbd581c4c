import { constants, type KeyObject, privateDecrypt } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// Runs in a thread of its own: an RSA private operation takes a fraction of a millisecond and would stop the event
// loop. It imports nothing of ours, so that the thread stays small.

export interface DecryptRequest {
  readonly id: number;
  readonly key: KeyObject;
  readonly cipher: Uint8Array;
}

export interface DecryptAnswer {
  readonly id: number;
  /** Always of one size, whatever was decrypted, so that every answer costs the same to pass on. */
  readonly plaintext: Uint8Array;
  /** Bytes of `plaintext` that count; undefined when OpenSSL refused the ciphertext itself. */
  readonly length: number | undefined;
}

const ANSWER_BYTES = 256;

parentPort?.on('message', (requests: readonly DecryptRequest[]) => {
  const answers = requests.map(({ id, key, cipher }): DecryptAnswer => {
    const plaintext = new Uint8Array(ANSWER_BYTES);
    return { id, plaintext, length: decryptInto(plaintext, key, cipher) };
  });
  parentPort?.postMessage(answers);
});

/**
 * Bad padding is no error here: OpenSSL answers it with a text made from the key and the ciphertext (implicit
 * rejection). What it does refuse, a wrong length or a value not below the modulus, anybody can see.
 */
function decryptInto(plaintext: Uint8Array, key: KeyObject, cipher: Uint8Array): number | undefined {
  try {
    const decrypted = privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, cipher);
    plaintext.set(decrypted);
    return decrypted.length;
  } catch {
    return undefined;
  }
}
