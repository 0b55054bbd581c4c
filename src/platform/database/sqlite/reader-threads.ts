import { Worker } from 'node:worker_threads';
import { type AskedThread, askedThread } from '../../asked-thread.ts';
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

/** One query at a time each. While it ends it still counts: SQLite finishes a statement before the thread can be gone. */
type Thread = AskedThread<Omit<ReaderQuery, 'id'>, ReaderAnswer>;

/** Threads that read a SQLite file, started with the first query. */
export function createReaderThreads(path: string, open = openReader): ReaderThreads {
  const threads = new Set<Thread>();
  const waiting: Call[] = [];
  let closed = false;

  const dispatch = (): void => {
    while (waiting.length > 0) {
      const thread = freeThread();
      if (!thread) return;
      const call = waiting.shift();
      if (call) void run(thread, call).then(dispatch);
    }
  };
  const freeThread = (): Thread | undefined => {
    for (const thread of threads) if (thread.asked === 0 && !thread.ending) return thread;
    return threads.size < MAX_THREADS ? openThread() : undefined;
  };
  const run = async (
    thread: Thread,
    { sql, parameters, waitTimer, resolve, reject }: Call,
  ): Promise<void> => {
    clearTimeout(waitTimer);
    const timer = setTimeout(() => void thread.end(unavailable('a query took too long')), QUERY_TIMEOUT_MS);
    try {
      const { rows, error, errcode } = await thread.ask({ sql, parameters });
      if (rows) resolve(rows);
      else reject(toUnavailable(Object.assign(new Error(error), { errcode })));
    } catch (error) {
      reject(error);
    }
    clearTimeout(timer);
  };
  const openThread = (): Thread => {
    const thread: Thread = askedThread(open(path), {
      lost: () => unavailable('a reader thread ended'),
      onGone: () => {
        threads.delete(thread);
        dispatch();
      },
      idleMs: IDLE_MS,
    });
    threads.add(thread);
    return thread;
  };
  const stopWaiting = (call: Call, why: string): void => {
    clearTimeout(call.waitTimer);
    const place = waiting.indexOf(call);
    if (place >= 0) waiting.splice(place, 1);
    call.reject(unavailable(why));
  };

  return {
    query: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= MAX_WAITING) {
          throw unavailable('too many queries wait for the reader threads');
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
      await Promise.all([...threads].map((thread) => thread.end(unavailable('the service stops'))));
    },
  };
}

function unavailable(why: string): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error(why));
}

function openReader(path: string): Worker {
  return new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData: path, execArgv: [] });
}
