import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DecryptAnswer, DecryptRequest } from './decrypt-worker.ts';
import { refuseCardData } from './refusals.ts';

/** One thread decrypts faster than one process authorizes; a second one only where a core is left for it. */
const MAX_WORKERS = availableParallelism() > 2 ? 2 : 1;
/** Enough to hide the way between threads; the rest waits where it can be counted. */
const IN_FLIGHT_PER_WORKER = 2;
const MAX_WAITING = 256;
const WORKER_HEAP_MB = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

export interface Decryptor {
  /**
   * RSA PKCS#1 v1.5 in a worker thread: the plaintext (for bad padding, OpenSSL's substitute), or undefined when
   * OpenSSL refuses the ciphertext. Refused with 503 when too many wait, and when the thread dies under the call.
   */
  decrypt(key: KeyObject, cipher: Uint8Array): Promise<Uint8Array | undefined>;
  /** Ends the threads; calls still under way are refused. */
  close(): Promise<void>;
}

interface Call {
  readonly key: KeyObject;
  readonly cipher: Uint8Array;
  resolve(plaintext: Uint8Array | undefined): void;
  reject(error: Error): void;
}

interface Slot {
  readonly worker: Worker;
  readonly calls: Map<number, Call>;
}

export function createDecryptor(options: {
  onError(error: unknown): void;
  startWorker?: () => Worker;
}): Decryptor {
  const startWorker = options.startWorker ?? startDecryptWorker;
  const slots = new Set<Slot>();
  const waiting: Call[] = [];
  let lastId = 0;
  let closed = false;

  const freeSlot = (): Slot | undefined => {
    for (const slot of slots) if (slot.calls.size < IN_FLIGHT_PER_WORKER) return slot;
    return slots.size < MAX_WORKERS ? openSlot() : undefined;
  };
  const dispatch = (): void => {
    while (waiting.length > 0) {
      const slot = freeSlot();
      const call = slot && waiting.shift();
      if (!call) return;
      send(slot, call);
    }
  };
  const send = (slot: Slot, call: Call): void => {
    lastId += 1;
    // An idle thread must not hold the process; a busy one must, or the answer would be lost.
    if (slot.calls.size === 0) slot.worker.ref();
    slot.calls.set(lastId, call);
    // In memory of its own: of a piece of Node's buffer pool the whole pool would be sent.
    const request: DecryptRequest = { id: lastId, key: call.key, cipher: new Uint8Array(call.cipher) };
    slot.worker.postMessage(request);
  };
  const settle = (slot: Slot, { id, plaintext, length }: DecryptAnswer): void => {
    const call = slot.calls.get(id);
    slot.calls.delete(id);
    if (slot.calls.size === 0) slot.worker.unref();
    call?.resolve(length === undefined ? undefined : plaintext.subarray(0, length));
    dispatch();
  };
  const lose = (slot: Slot): void => {
    slots.delete(slot);
    for (const call of slot.calls.values()) call.reject(refuseCardData('card_hash_busy'));
    slot.calls.clear();
    if (!closed) dispatch();
  };
  const openSlot = (): Slot => {
    const slot: Slot = { worker: startWorker(), calls: new Map() };
    slot.worker.on('message', (answer: DecryptAnswer) => settle(slot, answer));
    slot.worker.on('error', options.onError);
    slot.worker.on('exit', () => lose(slot));
    slot.worker.unref();
    slots.add(slot);
    return slot;
  };

  return {
    decrypt: (key, cipher) => {
      if (closed || waiting.length >= MAX_WAITING) return Promise.reject(refuseCardData('card_hash_busy'));
      return new Promise((resolve, reject) => {
        waiting.push({ key, cipher, resolve, reject });
        dispatch();
      });
    },
    close: async () => {
      closed = true;
      for (const call of waiting.splice(0)) call.reject(refuseCardData('card_hash_busy'));
      await Promise.all([...slots].map((slot) => slot.worker.terminate()));
    },
  };
}

function startDecryptWorker(): Worker {
  return new Worker(new URL('./decrypt-worker.ts', import.meta.url), {
    resourceLimits: WORKER_HEAP_MB,
    execArgv: [],
  });
}
