import type { KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AskedThread, askedThread } from '../../platform/asked-thread.ts';
import { FairQueue } from '../../platform/limits/fair-queue.ts';
import type { DecryptAnswer, DecryptRequest } from './decrypt-worker.ts';
import { refuseCardData } from './refusals.ts';

/**
 * One thread decrypts faster than one process authorizes; a second one is started only where a core is left for it.
 */
const MAX_WORKERS = availableParallelism() > 2 ? 2 : 1;
/**
 * Most calls of one merchant inside a thread: enough to keep it busy while the event loop does something else. The
 * thread lets merchants take turns, so these delay nobody else; further calls wait in the bounded queue.
 */
const MAX_IN_THREAD_PER_MERCHANT = 16;
const MAX_IN_THREAD = 64;
/** Decrypting as many takes a millisecond or two. */
const FEW_IN_THREAD = 4;
/** Of all merchants together; when it is full, a call of the merchant with the most waiting calls is dropped. */
const MAX_WAITING = 256;
const WORKER_HEAP_MB = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

export interface Decryptor {
  /**
   * RSA PKCS#1 v1.5 in a worker thread: the plaintext (for bad padding, OpenSSL's substitute), or undefined when
   * OpenSSL refuses the ciphertext. Merchants take turns. Refused with 503 (`card_hash_busy`) when too many calls wait
   * and no merchant has more of them than this one, and when the thread dies under the call.
   */
  decrypt(merchantId: number, key: KeyObject, cipher: Uint8Array): Promise<Uint8Array | undefined>;
  /** Ends the threads; calls in progress are refused. */
  close(): Promise<void>;
}

interface Call {
  readonly merchantId: number;
  readonly key: KeyObject;
  readonly cipher: Uint8Array;
  resolve(plaintext: Uint8Array | undefined): void;
  reject(error: Error): void;
}

interface Slot {
  readonly thread: AskedThread<Omit<DecryptRequest, 'id'>, DecryptAnswer>;
  readonly perMerchant: Map<number, number>;
}

export function createDecryptor(options: {
  onError(error: unknown): void;
  startWorker?: () => Worker;
}): Decryptor {
  const startWorker = options.startWorker ?? startDecryptWorker;
  const slots = new Set<Slot>();
  const waiting = new FairQueue<Call>();
  let closed = false;

  /** The least busy thread among those where the merchant may have one more call. */
  const slotFor = (merchantId: number): Slot | undefined => {
    let least: Slot | undefined;
    for (const slot of slots) {
      const own = slot.perMerchant.get(merchantId) ?? 0;
      const hasRoom =
        own < MAX_IN_THREAD_PER_MERCHANT && slot.thread.asked < MAX_IN_THREAD && !slot.thread.ending;
      if (hasRoom && slot.thread.asked < (least?.thread.asked ?? Number.POSITIVE_INFINITY)) least = slot;
    }
    return least ?? (slots.size < MAX_WORKERS ? openSlot() : undefined);
  };
  const dispatch = (): void => {
    for (;;) {
      let slot: Slot | undefined;
      const call = waiting.shiftWhere((merchantId) => {
        slot = slotFor(Number(merchantId));
        return slot !== undefined;
      });
      if (!slot || !call) return;
      send(slot, call);
    }
  };
  const send = (slot: Slot, { merchantId, key, cipher, resolve, reject }: Call): void => {
    slot.perMerchant.set(merchantId, (slot.perMerchant.get(merchantId) ?? 0) + 1);
    // A copy of its own: sending a slice of Node's buffer pool would send the whole pool.
    const asked = slot.thread.ask({ merchantId, key, cipher: new Uint8Array(cipher) });
    asked.then(({ plaintext, length }) => {
      const left = (slot.perMerchant.get(merchantId) ?? 1) - 1;
      if (left > 0) slot.perMerchant.set(merchantId, left);
      else slot.perMerchant.delete(merchantId);
      resolve(length === undefined ? undefined : plaintext.subarray(0, length));
      dispatch();
    }, reject);
  };
  const openSlot = (): Slot => {
    const worker = startWorker();
    worker.on('error', options.onError);
    /** Not sent yet: they go in one message. */
    const outgoing: DecryptRequest[] = [];
    const post = () => {
      if (outgoing.length > 0) worker.postMessage(outgoing.splice(0));
    };
    const slot: Slot = {
      perMerchant: new Map(),
      thread: askedThread(worker, {
        lost: () => refuseCardData('card_hash_busy'),
        onGone: () => {
          slots.delete(slot);
          if (!closed) dispatch();
        },
        send: (request) => {
          outgoing.push(request);
          // A thread that is soon idle gets it at once; a busy one gets all of this turn of the event loop together.
          if (slot.thread.asked <= FEW_IN_THREAD) post();
          else if (outgoing.length === 1) setImmediate(post);
        },
      }),
    };
    slots.add(slot);
    return slot;
  };

  return {
    decrypt: (merchantId, key, cipher) => {
      if (closed) return Promise.reject(refuseCardData('card_hash_busy'));
      return new Promise((resolve, reject) => {
        waiting.push(String(merchantId), { merchantId, key, cipher, resolve, reject });
        dispatch();
        // Drops the newest call of the merchant with the most waiting calls: nobody is refused because of what others
        // sent.
        if (waiting.size > MAX_WAITING) waiting.dropFromLongest()?.reject(refuseCardData('card_hash_busy'));
      });
    },
    close: async () => {
      closed = true;
      for (const call of waiting.take(waiting.size)) call.reject(refuseCardData('card_hash_busy'));
      await Promise.all([...slots].map(({ thread }) => thread.end(refuseCardData('card_hash_busy'))));
    },
  };
}

function startDecryptWorker(): Worker {
  return new Worker(new URL('./decrypt-worker.ts', import.meta.url), {
    resourceLimits: WORKER_HEAP_MB,
    execArgv: [],
  });
}
