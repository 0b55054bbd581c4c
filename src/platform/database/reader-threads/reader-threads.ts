import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';
import { toUnavailable } from '../sqlite-errors.ts';
import type { ReaderAnswer, ReaderQuery } from './reader-worker.ts';

/** A long query in one thread leaves the other for short ones. */
const MAX_THREADS = 2;
/** Beyond this many waiting queries new ones are refused. */
const MAX_WAITING = 200;
/** A query that takes longer is ended together with its thread. */
const QUERY_TIMEOUT_MS = 30_000;
/** Idle threads end after this time, so that an idle service stays small. */
const IDLE_MS = 60_000;

export interface ReaderThreads {
  /** Runs one reading statement. Throws DatabaseUnavailable when too many wait, or one takes too long. */
  query(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Call {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  resolve(rows: readonly unknown[]): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  call: Call | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Threads that read a SQLite file: started with the first query, one query at a time each. */
export function createReaderThreads(path: string): ReaderThreads {
  const threads = new Set<Thread>();
  const waiting: Call[] = [];
  let lastId = 0;
  let closed = false;

  const dispatch = (): void => {
    while (waiting.length > 0) {
      const thread = freeThread();
      if (!thread) return;
      const call = waiting.shift();
      if (call) send(thread, call);
    }
  };
  const freeThread = (): Thread | undefined => {
    for (const thread of threads) if (!thread.call) return thread;
    return threads.size < MAX_THREADS ? openThread() : undefined;
  };
  const send = (thread: Thread, call: Call): void => {
    lastId += 1;
    clearTimeout(thread.timer);
    thread.call = call;
    thread.worker.ref();
    thread.timer = setTimeout(() => end(thread, 'a query took too long'), QUERY_TIMEOUT_MS);
    thread.worker.postMessage({
      id: lastId,
      sql: call.sql,
      parameters: call.parameters,
    } satisfies ReaderQuery);
  };
  const answered = (thread: Thread, { rows, error, errcode }: ReaderAnswer): void => {
    const { call } = thread;
    clearTimeout(thread.timer);
    thread.call = undefined;
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, 'idle'), IDLE_MS).unref();
    if (rows) call?.resolve(rows);
    else call?.reject(toUnavailable(Object.assign(new Error(error), { errcode })));
    dispatch();
  };
  const end = (thread: Thread, why: string): void => {
    clearTimeout(thread.timer);
    threads.delete(thread);
    thread.call?.reject(new DatabaseUnavailable(new Error(why)));
    thread.call = undefined;
    void thread.worker.terminate();
    if (!closed) dispatch();
  };
  const openThread = (): Thread => {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
    });
    const thread: Thread = { worker, call: undefined, timer: undefined };
    worker.on('message', (answer: ReaderAnswer) => answered(thread, answer));
    worker.on('error', () => end(thread, 'a reader thread failed'));
    worker.on('exit', () => {
      if (threads.has(thread)) end(thread, 'a reader thread ended');
    });
    worker.unref();
    threads.add(thread);
    return thread;
  };

  return {
    query: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= MAX_WAITING) {
          throw new DatabaseUnavailable(new Error('too many queries wait for the reader threads'));
        }
        waiting.push({ sql, parameters, resolve, reject });
        dispatch();
      }),
    close: async () => {
      closed = true;
      const stopped = new DatabaseUnavailable(new Error('the service stops'));
      for (const call of waiting.splice(0)) call.reject(stopped);
      const workers = [...threads].map(({ worker }) => worker);
      for (const thread of [...threads]) end(thread, 'the service stops');
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
