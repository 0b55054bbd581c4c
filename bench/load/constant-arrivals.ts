import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, LoadFailed } from './load.ts';
import { percentile } from './statistics.ts';

const MAX_SOCKETS = 256;
const ANSWER_TIMEOUT_MS = 30_000;

/** Times in milliseconds, measured from the time at which a request was due. */
export interface Arrivals {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How late the bench itself sent: included in the times above, although not caused by the service. */
  readonly lateP99Ms: number;
}

/**
 * Sends requests at even intervals, whether or not earlier ones are answered, and measures each one's time from when it
 * was due, so that a stall counts for every request that arrived meanwhile. (Autocannon sends a second's requests in one
 * burst, and only when the connection is free.) Throws LoadFailed for an unexpected answer.
 */
export async function constantArrivals(
  address: string,
  load: Load,
  options: { perSecond: number; amount: number },
): Promise<Arrivals> {
  const { perSecond, amount } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const latencies = new Float64Array(amount);
  const lateness = new Float64Array(amount);
  const answers: Promise<void>[] = [];
  const startedAt = performance.now();
  const dueAt = (index: number) => startedAt + (index * 1000) / perSecond;

  const send = async (index: number): Promise<void> => {
    lateness[index] = performance.now() - dueAt(index);
    const status = await statusOf(address, load, load.bodies[index % load.bodies.length] ?? '', agent);
    latencies[index] = performance.now() - dueAt(index);
    if (status !== load.status) throw new LoadFailed(`${load.path} answered ${status}`);
  };
  try {
    while (answers.length < amount) {
      await sleep(Math.max(0, dueAt(answers.length) - performance.now()));
      while (answers.length < amount && dueAt(answers.length) <= performance.now()) {
        const answer = send(answers.length);
        answer.catch(() => undefined);
        answers.push(answer);
      }
    }
    await Promise.all(answers);
  } finally {
    agent.destroy();
  }
  latencies.sort();
  lateness.sort();
  return {
    requests: amount,
    perSecond,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    lateP99Ms: percentile(lateness, 0.99),
  };
}

function statusOf(address: string, load: Load, body: string, agent: Agent): Promise<number | undefined> {
  const { method, headers } = load;
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(
      new URL(load.path, address),
      { method, agent, headers: { ...headers, ...length }, timeout: ANSWER_TIMEOUT_MS },
      (answer) => {
        answer.on('end', () => resolve(answer.statusCode));
        answer.on('error', reject);
        answer.resume();
      },
    );
    sent.on('timeout', () => sent.destroy(new LoadFailed(`${load.path} did not answer in time`)));
    sent.on('error', reject);
    sent.end(body);
  });
}
