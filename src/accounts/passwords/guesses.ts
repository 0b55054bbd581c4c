import { Worker } from 'node:worker_threads';
import { type AskedThread, askedThread } from '../../platform/asked-thread.ts';
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

type Guesser = AskedThread<Omit<GuessRequest, 'id'>, GuessAnswer>;

export function createEstimateGuesses(startWorker: () => Worker = startGuessWorker): EstimateGuesses {
  let current: Guesser | undefined;

  const start = (): Guesser => {
    const started: Guesser = askedThread(startWorker(), {
      lost: (cause) => (cause instanceof Error ? cause : refuseAccount('passwords_busy')),
      onGone: () => {
        if (current === started) current = undefined;
      },
      idleMs: IDLE_MS,
    });
    return started;
  };

  return async (password, known) => {
    if (!current || current.ending) current = start();
    const asked = current;
    const tooLong = setTimeout(() => void asked.end(refuseAccount('passwords_busy')), MAX_ESTIMATE_MS);
    try {
      return (await asked.ask({ password: password.reveal().normalize('NFKC'), known })).guesses;
    } finally {
      clearTimeout(tooLong);
    }
  };
}

function startGuessWorker(): Worker {
  return new Worker(new URL('./guess-worker.ts', import.meta.url), {
    resourceLimits: WORKER_HEAP_MB,
    execArgv: [],
  });
}
