import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';
import type { Step } from '../write-path/script.ts';
import { createSqliteStatements } from './statements.ts';
import type { WriterAnswer, WriterBatch, WriterMessage, WriterStep } from './writer-worker.ts';

/** Delay before a dead thread is replaced: a thread that dies at once must not be restarted all the time. */
const RESTART_PAUSE_MS = 1_000;
/** Size of its young generation: rows are garbage as soon as they are written. */
const YOUNG_GENERATION_MB = 8;

/** A thread with its own connection that writes complete batches, one at a time. */
export interface WriterThread {
  /** Starts the thread, unless it runs, or died a moment ago. It takes some 25 MB and is ready a little later. */
  start(): void;
  /** Whether it takes batches now. */
  isReady(): boolean;
  /**
   * Commits all steps together; durable when it resolves to `committed`. `refused` if a row did not change as required: then nothing was written. Throws SQLite's error, and DatabaseUnavailable if the thread dies meanwhile: then it is unknown whether the whole batch was written or nothing.
   */
  run(steps: readonly Step[]): Promise<WrittenBatch>;
  close(): Promise<void>;
}

type WrittenBatch = Exclude<WriterAnswer, { readonly kind: 'failed' }>;

interface Thread {
  readonly worker: Worker;
  /** Numbers of the statements already sent to the thread. */
  readonly known: Set<number>;
  ready: boolean;
  /** While a batch is there: receives its answer, or the error that ended the thread. */
  answered: ((answer: WriterAnswer | Error) => void) | undefined;
}

export function createWriterThread(options: {
  readonly path: string;
  /** Called when the thread has died, with the reason. */
  onDeath(error: Error): void;
}): WriterThread {
  const { path, onDeath } = options;
  const statements = createSqliteStatements();
  let thread: Thread | undefined;
  let closed = false;
  let diedAt = Number.NEGATIVE_INFINITY;

  const startThread = (): Thread => {
    const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const started: Thread = { worker, known: new Set(), ready: false, answered: undefined };
    let cause: unknown;
    worker.on('message', (message: WriterMessage) => {
      if (message.kind === 'ready') started.ready = true;
      else started.answered?.(message);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    // Only now are its connection and its transaction closed.
    worker.on('exit', () => {
      if (thread === started) thread = undefined;
      const death = new Error('the writer thread of the database ended', { cause });
      started.answered?.(death);
      if (closed) return;
      diedAt = performance.now();
      onDeath(death);
    });
    worker.unref();
    return started;
  };

  const send = async (to: Thread, batch: WriterBatch): Promise<WriterAnswer | Error> => {
    const { promise, resolve } = Promise.withResolvers<WriterAnswer | Error>();
    to.worker.postMessage(batch);
    to.worker.ref();
    to.answered = resolve;
    const answer = await promise;
    to.answered = undefined;
    to.worker.unref();
    return answer;
  };

  return {
    start: () => {
      if (closed || performance.now() - diedAt < RESTART_PAUSE_MS) return;
      thread ??= startThread();
    },
    isReady: () => thread?.ready === true,
    run: async (steps) => {
      if (!thread?.ready) throw new DatabaseUnavailable(new Error('the writer thread is not running'));
      const { known } = thread;
      const unknown = new Map<number, string>();
      const sent = steps.map((step): WriterStep => {
        const { number, sql, mustChange, rows } = statements.bind(step);
        if (!known.has(number)) unknown.set(number, sql);
        return [number, mustChange, rows];
      });
      const answer = await send(thread, { statements: [...unknown], steps: sent });
      if (answer instanceof Error) throw new DatabaseUnavailable(answer);
      if (answer.kind === 'failed') {
        // It may not have prepared all of them: sending them again is harmless.
        throw Object.assign(new Error(answer.error), { errcode: answer.errcode });
      }
      for (const number of unknown.keys()) known.add(number);
      return answer;
    },
    close: async () => {
      closed = true;
      await thread?.worker.terminate();
    },
  };
}
