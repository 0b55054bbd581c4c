import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { LoadFailed } from './load.ts';
import type { PanelCall } from './panel-calls.ts';
import { percentile } from './statistics.ts';

const LOGIN = { login: '11144477735', password: 'guiche-vendedor' };
/** People who use the panel at the same time; each sends the next request after the answer and a pause. */
const READERS = 4;
const THINK_MS = 50;

export const ALL_THAT_READ_SALES = 'all that read sales';

export interface MeasuredCall {
  readonly title: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

interface Request {
  readonly address: string;
  readonly cookie: string;
  readonly calls: readonly PanelCall[];
}

/** Times in milliseconds by the calls' titles. */
type Times = ReadonlyMap<string, readonly number[]>;

/** A session of the demo seller, for the header `Cookie`. */
export async function logIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/painel/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(LOGIN),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 200 || cookie === undefined)
    throw new LoadFailed(`the login answered ${answer.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

/** Throws LoadFailed for any status but 200. */
export async function readJson(address: string, path: string, cookie: string): Promise<unknown> {
  const answer = await fetch(`${address}/painel/api${path}`, { headers: { Cookie: cookie } });
  const text = await answer.text();
  if (answer.status !== 200) throw new LoadFailed(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Reads from a worker thread, so that neither payments nor readers wait for each other in the bench. Stop it for the times. */
export async function startReaders(
  cleanup: AsyncDisposableStack,
  request: Request,
): Promise<() => Promise<Times>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { panel: request } });
  cleanup.defer(async () => void (await worker.terminate()));
  const failed = new Promise<never>((_resolve, reject) => worker.once('error', reject));
  failed.catch(() => undefined);
  return async () => {
    worker.postMessage('stop');
    const [times] = await Promise.race([once(worker, 'message'), failed]);
    return times as Times;
  };
}

/** Each call, and all that read sales as one: more times give a truer 95th percentile. */
export function measuredCalls(
  calls: readonly PanelCall[],
  rounds: readonly Times[],
): readonly MeasuredCall[] {
  const timesOf = (title: string) => rounds.flatMap((times) => times.get(title) ?? []);
  const each = calls.map(({ title }) => measured(title, timesOf(title)));
  const sales = calls.filter(({ path }) => path !== '/session').flatMap(({ title }) => timesOf(title));
  return [...each, measured(ALL_THAT_READ_SALES, sales)];
}

function measured(title: string, times: readonly number[]): MeasuredCall {
  const sorted = times.toSorted((one, other) => one - other);
  return {
    title,
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    maxMs: sorted.at(-1) ?? 0,
  };
}

async function read({ address, cookie, calls }: Request): Promise<void> {
  const times = new Map<string, number[]>(calls.map(({ title }) => [title, []]));
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort());
  const apart = Math.ceil(calls.length / READERS);
  // At least its share, so that each call is made once, however short the measurement is.
  const readOn = async (first: number): Promise<void> => {
    for (let turn = first; turn < first + apart || !stop.signal.aborted; turn += 1) {
      const call = calls[turn % calls.length];
      if (!call) return;
      const startedAt = performance.now();
      await readJson(address, call.path, cookie);
      times.get(call.title)?.push(performance.now() - startedAt);
      await sleep(THINK_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, reader) => readOn(reader * apart)));
  parentPort?.postMessage(times);
}

if (parentPort && workerData?.panel) await read(workerData.panel as Request);
