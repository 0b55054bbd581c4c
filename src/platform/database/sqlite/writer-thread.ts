import { Worker } from 'node:worker_threads';
import { type AskedThread, askedThread } from '../../asked-thread.ts';
import { DatabaseUnavailable } from '../database.ts';
import type { Step } from '../write-path/script.ts';
import { createSqliteStatements } from './statements.ts';
import type { WriterAnswer, WriterBatch, WriterStep } from './writer-worker.ts';

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

type WrittenBatch = Pick<Extract<WriterAnswer, { readonly tookMs: number }>, 'kind' | 'tookMs'>;

interface Thread {
  readonly asked: AskedThread<Omit<WriterBatch, 'id'>, WriterAnswer>;
  /** Numbers of the statements already sent to the thread. */
  readonly known: Set<number>;
  ready: boolean;
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
    const started: Thread = {
      known: new Set(),
      ready: false,
      asked: askedThread(worker, {
        lost: (cause) => new DatabaseUnavailable(deathOf(cause)),
        onGone: (cause) => {
          if (thread === started) thread = undefined;
          if (closed) return;
          diedAt = performance.now();
          onDeath(deathOf(cause));
        },
      }),
    };
    worker.once('message', () => {
      started.ready = true;
    });
    return started;
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
      const answer = await thread.asked.ask({ statements: [...unknown], steps: sent });
      if (answer.kind === 'failed') {
        // It may not have prepared all of them: sending them again is harmless.
        throw Object.assign(new Error(answer.error), { errcode: answer.errcode });
      }
      for (const number of unknown.keys()) known.add(number);
      return answer;
    },
    close: async () => {
      closed = true;
      await thread?.asked.end(new DatabaseUnavailable(deathOf(undefined)));
    },
  };
}

function deathOf(cause: unknown): Error {
  return new Error('the writer thread of the database ended', { cause });
}
