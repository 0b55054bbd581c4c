import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../../platform/index.ts';
import type { DecryptAnswer, DecryptRequest } from './decrypt-worker.ts';
import { refuseCardData } from './refusals.ts';

/** One thread decrypts faster than one process authorizes; a second one only where a core is left for it. */
const MAX_WORKERS = availableParallelism() > 2 ? 2 : 1;
/** One group on its way while another is decrypted hides the way between threads; the rest waits where it is counted. */
const GROUPS_PER_WORKER = 2;
/** Calls that share a message, and so the commits that follow: what waits at that moment, about 2 ms of work at most. */
const MAX_GROUP = 8;
/** Of all merchants together; when it is full, the merchant that has most of it gives way. */
const MAX_WAITING = 256;
const WORKER_HEAP_MB = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

export interface Decryptor {
  /**
   * RSA PKCS#1 v1.5 in a worker thread: the plaintext (for bad padding, OpenSSL's substitute), or undefined when
   * OpenSSL refuses the ciphertext. Merchants take turns. Refused with 503 (`card_hash_busy`) when too many calls wait
   * and no merchant has more of them than this one, and when the thread dies under the call.
   */
  decrypt(merchantId: number, key: KeyObject, cipher: Uint8Array): Promise<Uint8Array | undefined>;
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
  groups: number;
}

export function createDecryptor(options: {
  onError(error: unknown): void;
  startWorker?: () => Worker;
}): Decryptor {
  const startWorker = options.startWorker ?? startDecryptWorker;
  const slots = new Set<Slot>();
  const waiting = new FairQueue<Call>();
  let lastId = 0;
  let closed = false;

  const freeSlot = (): Slot | undefined => {
    for (const slot of slots) if (slot.groups < GROUPS_PER_WORKER) return slot;
    return slots.size < MAX_WORKERS ? openSlot() : undefined;
  };
  const dispatch = (): void => {
    while (waiting.size > 0) {
      const slot = freeSlot();
      if (!slot) return;
      send(slot, waiting.take(MAX_GROUP));
    }
  };
  const send = (slot: Slot, group: readonly Call[]): void => {
    // An idle thread must not hold the process; a busy one must, or the answer would be lost.
    if (slot.groups === 0) slot.worker.ref();
    slot.groups += 1;
    const requests = group.map((call): DecryptRequest => {
      lastId += 1;
      slot.calls.set(lastId, call);
      // In memory of its own: of a piece of Node's buffer pool the whole pool would be sent.
      return { id: lastId, key: call.key, cipher: new Uint8Array(call.cipher) };
    });
    slot.worker.postMessage(requests);
  };
  const settle = (slot: Slot, answers: readonly DecryptAnswer[]): void => {
    slot.groups -= 1;
    if (slot.groups === 0) slot.worker.unref();
    for (const { id, plaintext, length } of answers) {
      const call = slot.calls.get(id);
      slot.calls.delete(id);
      call?.resolve(length === undefined ? undefined : plaintext.subarray(0, length));
    }
    dispatch();
  };
  const lose = (slot: Slot): void => {
    slots.delete(slot);
    for (const call of slot.calls.values()) call.reject(refuseCardData('card_hash_busy'));
    slot.calls.clear();
    if (!closed) dispatch();
  };
  const openSlot = (): Slot => {
    const slot: Slot = { worker: startWorker(), calls: new Map(), groups: 0 };
    slot.worker.on('message', (answers: readonly DecryptAnswer[]) => settle(slot, answers));
    slot.worker.on('error', options.onError);
    slot.worker.on('exit', () => lose(slot));
    slot.worker.unref();
    slots.add(slot);
    return slot;
  };

  return {
    decrypt: (merchantId, key, cipher) => {
      if (closed) return Promise.reject(refuseCardData('card_hash_busy'));
      return new Promise((resolve, reject) => {
        waiting.push(String(merchantId), { key, cipher, resolve, reject });
        // Of the merchant with most waiting the newest call goes: nobody is turned away by what others sent.
        if (waiting.size > MAX_WAITING) waiting.dropFromLongest()?.reject(refuseCardData('card_hash_busy'));
        dispatch();
      });
    },
    close: async () => {
      closed = true;
      for (const call of waiting.take(waiting.size)) call.reject(refuseCardData('card_hash_busy'));
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
