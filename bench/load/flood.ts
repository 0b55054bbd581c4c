import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Load } from './load.ts';

/** Requests of another client, sent as fast as they are answered. */
export interface Flood {
  readonly load: Omit<Load, 'status'>;
  readonly connections: number;
  /** Source addresses of this machine, used equally: limits are per network. */
  readonly from: readonly string[];
}

/** Number of answers by status. */
export type Answers = Readonly<Record<string, number>>;

/** Sends from a worker thread, so that it does not delay the measurement, until it is stopped. */
export async function startFlood(
  cleanup: AsyncDisposableStack,
  address: string,
  flood: Flood,
): Promise<() => Promise<Answers>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { address, flood } });
  cleanup.defer(async () => void (await worker.terminate()));
  await once(worker, 'message');
  return async () => {
    worker.postMessage('stop');
    const [answers] = await once(worker, 'message');
    return answers as Answers;
  };
}

async function send({ address, flood }: { address: string; flood: Flood }): Promise<void> {
  const answers: Record<string, number> = {};
  const stopped = new AbortController();
  const { method, path, headers, bodies } = flood.load;
  const each = Math.ceil(flood.connections / flood.from.length);
  const pools = flood.from.map(
    (localAddress) => new Pool(address, { connections: each, connect: { localAddress } }),
  );
  const sendOne = async (pool: Pool, body: string): Promise<void> => {
    try {
      const answer = await pool.request({
        method,
        path,
        headers,
        body: body === '' ? null : body,
        signal: stopped.signal,
      });
      answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
      await answer.body.dump();
    } catch {
      // The service closed the connection, or the flood was stopped.
      if (!stopped.signal.aborted) answers.cut = (answers.cut ?? 0) + 1;
    }
  };
  const loops = pools.flatMap((pool) =>
    Array.from({ length: each }, async (_, first) => {
      for (let next = first; !stopped.signal.aborted; next += 1) {
        await sendOne(pool, bodies[next % bodies.length] ?? '');
      }
    }),
  );
  parentPort?.once('message', async () => {
    stopped.abort();
    await Promise.all(loops);
    await Promise.all(pools.map((pool) => pool.destroy()));
    parentPort?.postMessage(answers);
  });
  parentPort?.postMessage('started');
}

if (parentPort && workerData?.flood) await send(workerData);
