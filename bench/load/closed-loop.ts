import { randomInt } from 'node:crypto';
import autocannon from 'autocannon';
import type { Program } from '../program.ts';
import { type Load, LoadFailed } from './load.ts';
import { percentile } from './statistics.ts';

const SAMPLE_EVERY_MS = 20;
const ANSWER_TIMEOUT_SECONDS = 30;

/** Figures measured while a load ran. Times in milliseconds. */
export interface Window {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the program for each request, in microseconds. Undefined where it cannot be read. */
  readonly cpuMicros: number | undefined;
  /** Cores that the program kept busy. */
  readonly cores: number | undefined;
}

/**
 * A closed-loop load: each of the `connections` sends its next request after the answer to the last one, until `amount`
 * requests are answered; the amount is fixed, so that no request is cut off at the end. Throws LoadFailed for an
 * unexpected answer.
 */
export async function closedLoop(
  program: Program,
  load: Load,
  connections: number,
  amount: number,
): Promise<Window> {
  const latencies = new Float64Array(amount);
  const usageBefore = program.usage();
  const startedAt = performance.now();
  let answered = 0;
  let lastAnswerAt = startedAt;
  let wrongStatus: number | undefined;

  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { ...autocannonOptions(program, load), connections, amount };
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    // Autocannon's own figures are in whole milliseconds and whole sampling intervals.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      latencies[answered] = milliseconds;
      answered += 1;
      lastAnswerAt = performance.now();
      if (status === load.status) return;
      wrongStatus = status;
      instance.stop();
    });
  });

  if (wrongStatus !== undefined) throw new LoadFailed(`${load.path} answered ${wrongStatus}`);
  if (result.errors > 0 || answered !== amount) {
    throw new LoadFailed(`${load.path}: ${answered} answers to ${amount} requests, ${result.errors} errors`);
  }
  const elapsedMs = lastAnswerAt - startedAt;
  const usageAfter = program.usage();
  const cpuMs = usageBefore && usageAfter && usageAfter.cpuMs - usageBefore.cpuMs;
  latencies.sort();
  return {
    requests: amount,
    perSecond: (amount * 1000) / elapsedMs,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMicros: cpuMs === undefined ? undefined : (cpuMs * 1000) / amount,
    cores: cpuMs === undefined ? undefined : cpuMs / elapsedMs,
  };
}

/** One count for all connections, from a place of its own in each run: hardly any path is asked for twice in a row. */
function pathsInTurn(paths: readonly string[]): (request: autocannon.Request) => autocannon.Request {
  let turn = randomInt(paths.length);
  return (request) => {
    const path = paths[turn % paths.length] ?? '';
    turn += 1;
    return { ...request, path };
  };
}

function autocannonOptions(program: Program, load: Load): autocannon.Options {
  let clients = 0;
  const setupRequest = load.paths && pathsInTurn(load.paths);
  return {
    url: program.address,
    sampleInt: SAMPLE_EVERY_MS,
    timeout: ANSWER_TIMEOUT_SECONDS,
    bailout: 1,
    setupClient: (client) => {
      // Each connection starts with another body, so that they do not all send the same one at the same time.
      const first = clients % load.bodies.length;
      clients += 1;
      const { method, path, headers } = load;
      if (setupRequest) return client.setRequests([{ method, path, headers, setupRequest }]);
      const inTurn = [...load.bodies.slice(first), ...load.bodies.slice(0, first)];
      client.setRequests(inTurn.map((body) => ({ method, path, headers, ...(body === '' ? {} : { body }) })));
    },
  };
}
