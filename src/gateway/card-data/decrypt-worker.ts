import { constants, type KeyObject, privateDecrypt } from 'node:crypto';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';

// Runs in a worker thread: an RSA private operation takes a fraction of a millisecond and would block the event loop.
// It imports nothing of ours, so that the thread stays small.

export interface DecryptRequest {
  readonly id: number;
  /** Merchants take turns, one decryption each; requests that arrive meanwhile join in. */
  readonly merchantId: number;
  readonly key: KeyObject;
  readonly cipher: Uint8Array;
}

export interface DecryptAnswer {
  readonly id: number;
  /** Always of the same size, whatever was decrypted, so that every answer costs the same to transfer. */
  readonly plaintext: Uint8Array;
  /** How many bytes of `plaintext` count; undefined when OpenSSL refused the ciphertext itself. */
  readonly length: number | undefined;
}

const ANSWER_BYTES = 256;
/** Most answers in one message: telling the other thread costs about a twentieth of a decryption. */
const MOST_TOGETHER = 4;

/** In the order of the merchants' turns. The sender keeps it short. */
const waiting = new Map<number, DecryptRequest[]>();

parentPort?.on('message', (requests: readonly DecryptRequest[]) => {
  requests.forEach(enqueue);
  let answers: DecryptAnswer[] = [];
  for (let request = shift(); request; request = shift()) {
    answers.push(answerTo(request));
    enqueueWhatCame();
    // No answer waits for the decryption of another merchant.
    const [next] = waiting.keys();
    if (answers.length < MOST_TOGETHER && next === request.merchantId) continue;
    parentPort?.postMessage(answers);
    answers = [];
  }
});

function answerTo({ id, key, cipher }: DecryptRequest): DecryptAnswer {
  const plaintext = new Uint8Array(ANSWER_BYTES);
  return { id, plaintext, length: decryptInto(plaintext, key, cipher) };
}

function enqueue(request: DecryptRequest): void {
  const own = waiting.get(request.merchantId);
  if (own) own.push(request);
  else waiting.set(request.merchantId, [request]);
}

/** Does not wait for this thread's event loop: a merchant that has just sent something gets the next turn but one. */
function enqueueWhatCame(): void {
  if (!parentPort) return;
  for (let came = receiveMessageOnPort(parentPort); came; came = receiveMessageOnPort(parentPort)) {
    (came.message as readonly DecryptRequest[]).forEach(enqueue);
  }
}

function shift(): DecryptRequest | undefined {
  const [turn] = waiting;
  if (!turn) return undefined;
  const [merchantId, own] = turn;
  const request = own.shift();
  waiting.delete(merchantId);
  if (own.length > 0) waiting.set(merchantId, own);
  return request;
}

/**
 * Bad padding is no error here: OpenSSL answers it with a text derived from the key and the ciphertext (implicit
 * rejection). What OpenSSL does refuse, a wrong length or a value not below the modulus, is visible to anybody.
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
