import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database.ts';
import { toUnavailable } from '../faults/sqlite-errors.ts';
import type { ReaderAnswer, ReaderQuery } from './reader-worker.ts';

/** A long query in one thread leaves the other for short ones. */
const MAX_THREADS = 2;
/** Beyond this many waiting queries new ones are refused. */
const MAX_WAITING = 200;
/** A query that waits or takes longer is refused; one that takes longer is ended together with its thread. */
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
  readonly waitTimer: NodeJS.Timeout;
  resolve(rows: readonly unknown[]): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  call: Call | undefined;
  timer: NodeJS.Timeout | undefined;
  /** It takes no more queries, and counts until it is gone: SQLite finishes a statement before the thread can end. */
  ending: boolean;
}

/** Threads that read a SQLite file: started with the first query, one query at a time each. */
export function createReaderThreads(path: string, open = openReader): ReaderThreads {
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
    for (const thread of threads) if (!thread.call && !thread.ending) return thread;
    return threads.size < MAX_THREADS ? openThread() : undefined;
  };
  const send = (thread: Thread, call: Call): void => {
    lastId += 1;
    clearTimeout(call.waitTimer);
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
    thread.call?.reject(new DatabaseUnavailable(new Error(why)));
    thread.call = undefined;
    thread.ending = true;
    void thread.worker.terminate();
  };
  const openThread = (): Thread => {
    const worker = open(path);
    const thread: Thread = { worker, call: undefined, timer: undefined, ending: false };
    worker.on('message', (answer: ReaderAnswer) => {
      if (!thread.ending) answered(thread, answer);
    });
    worker.on('error', () => end(thread, 'a reader thread failed'));
    worker.on('exit', () => {
      end(thread, 'a reader thread ended');
      threads.delete(thread);
      dispatch();
    });
    worker.unref();
    threads.add(thread);
    return thread;
  };
  const stopWaiting = (call: Call, why: string): void => {
    clearTimeout(call.waitTimer);
    const place = waiting.indexOf(call);
    if (place >= 0) waiting.splice(place, 1);
    call.reject(new DatabaseUnavailable(new Error(why)));
  };

  return {
    query: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= MAX_WAITING) {
          throw new DatabaseUnavailable(new Error('too many queries wait for the reader threads'));
        }
        const waitTimer = setTimeout(
          () => stopWaiting(call, 'the reader threads are busy'),
          QUERY_TIMEOUT_MS,
        );
        const call: Call = { sql, parameters, waitTimer, resolve, reject };
        waiting.push(call);
        dispatch();
      }),
    close: async () => {
      closed = true;
      for (const call of [...waiting]) stopWaiting(call, 'the service stops');
      for (const thread of threads) end(thread, 'the service stops');
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

function openReader(path: string): Worker {
  return new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData: path, execArgv: [] });
}
