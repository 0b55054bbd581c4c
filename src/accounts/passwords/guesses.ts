import { Worker } from 'node:worker_threads';
import type { Secret } from '../../platform/secret.ts';
import { refuseAccount } from '../refusals.ts';
import type { GuessAnswer, GuessRequest } from './guess-worker.ts';

/** The thread stays for a while for people who correct a refused password; then its memory is released. */
const IDLE_MS = 20_000;
/** Some 0.5 s to start, and 0.5 s for the longest password; the rest is for a machine that many others keep busy. */
const MAX_ESTIMATE_MS = 60_000;
const WORKER_HEAP_MB = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * How many guesses an attacker needs who tries common passwords, words, names, dates and keyboard rows, and first of
 * all `known`. Throws `passwords_busy` when estimating takes too long.
 */
export type EstimateGuesses = (password: Secret, known: readonly string[]) => Promise<number>;

interface Estimate {
  resolve(guesses: number): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly estimates: Map<number, Estimate>;
  idleTimer?: NodeJS.Timeout;
}

export function createEstimateGuesses(startWorker: () => Worker = startGuessWorker): EstimateGuesses {
  let current: Thread | undefined;
  let lastId = 0;

  const start = (): Thread => {
    const thread: Thread = { worker: startWorker(), estimates: new Map() };
    const end = (error: Error) => {
      if (current === thread) current = undefined;
      for (const { reject } of thread.estimates.values()) reject(error);
      thread.estimates.clear();
    };
    thread.worker.on('message', ({ id, guesses }: GuessAnswer) => thread.estimates.get(id)?.resolve(guesses));
    thread.worker.on('error', end);
    thread.worker.on('exit', () => end(refuseAccount('passwords_busy')));
    current = thread;
    return thread;
  };
  const stop = (thread: Thread): void => {
    if (current === thread) current = undefined;
    void thread.worker.terminate();
  };
  const rest = (thread: Thread): void => {
    if (thread.estimates.size > 0) return;
    // An idle thread must not keep the service alive.
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => stop(thread), IDLE_MS).unref();
  };

  return async (password, known) => {
    const thread = current ?? start();
    clearTimeout(thread.idleTimer);
    thread.worker.ref();
    lastId += 1;
    const id = lastId;
    const tooLong = setTimeout(() => stop(thread), MAX_ESTIMATE_MS);
    try {
      return await new Promise<number>((resolve, reject) => {
        thread.estimates.set(id, { resolve, reject });
        const request: GuessRequest = { id, password: password.reveal().normalize('NFKC'), known };
        thread.worker.postMessage(request);
      });
    } finally {
      clearTimeout(tooLong);
      thread.estimates.delete(id);
      rest(thread);
    }
  };
}

function startGuessWorker(): Worker {
  return new Worker(new URL('./guess-worker.ts', import.meta.url), {
    resourceLimits: WORKER_HEAP_MB,
    execArgv: [],
  });
}
