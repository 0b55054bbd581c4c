import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../support/databases.ts';
import { type Client, createClient } from '../../support/http-client.ts';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import { type Environment, type ServiceProcess, startService } from '../../support/service-process.ts';
import type { Chance } from './chance.ts';

const CONNECTIONS = 64;
/** Generous: a busy machine takes long to start a process. */
const SERVES_AGAIN_WITHIN_MS = 120_000;
const POLL_MS = 5;
const ERROR_LEVEL = '"level":50';
const AFTER_A_STALL = /DatabaseUnavailable|Connection terminated/;
const MAX_ERRORS_KEPT = 50;

/** The instances of the service on one database, and a small balancer before them. */
export interface Cluster {
  readonly size: number;
  start(): Promise<void>;
  /** SIGKILL. Whatever it was doing is cut off. */
  kill(instance: number): Promise<void>;
  restart(instance: number): Promise<void>;
  /** It stands still for so long, and gets no new requests meanwhile; those that it has wait. */
  stall(instance: number, ms: number): Promise<void>;
  /** To any instance that is up; waits for one. Rejects when its connection breaks. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Where an instance that is up listens. */
  address(): Promise<string>;
  /** Milliseconds from the start of a process until it listened, of each start. */
  readonly startsMs: readonly number[];
  /** What instances logged as errors: nothing of what happens here is one. */
  readonly errors: readonly string[];
  /** Whether an instance stood still: it finds its connections to the database too old when it goes on. */
  hasStalled(): boolean;
  /** SIGTERM; gives the exit codes. */
  stop(): Promise<readonly (number | null)[]>;
  /** For the end, whatever happened. */
  abandon(): Promise<void>;
}

interface Running {
  readonly process: ServiceProcess;
  readonly client: Client;
  isStalled: boolean;
}

export function createCluster(options: {
  place: DatabasePlace;
  instances: number;
  settings: Environment;
  chance: Chance;
}): Cluster {
  const { place, instances, settings, chance } = options;
  const running: (Running | undefined)[] = Array.from({ length: instances }, () => undefined);
  const startsMs: number[] = [];
  const errors: string[] = [];
  let hasStalled = false;
  const isExpected = (line: string): boolean => hasStalled && AFTER_A_STALL.test(line);

  const start = async (instance: number): Promise<void> => {
    const process = await startService(place, settings);
    startsMs.push(process.startedInMs);
    running[instance] = { process, client: createClient(process.address, CONNECTIONS), isStalled: false };
  };
  const end = async (instance: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const ending = running[instance];
    if (!ending) return null;
    running[instance] = undefined;
    const { code, error } = await ending.process.end(signal);
    ending.client.close();
    const lines = error.split('\n').filter((line) => line.includes(ERROR_LEVEL) && !isExpected(line));
    errors.push(...lines.slice(0, MAX_ERRORS_KEPT - errors.length));
    return code;
  };
  const anyRunning = async (): Promise<Running> => {
    const deadline = performance.now() + SERVES_AGAIN_WITHIN_MS;
    for (;;) {
      const [first, ...others] = running.flatMap((one) => (one && !one.isStalled ? [one] : []));
      if (first) return chance.pick([first, ...others]);
      if (performance.now() > deadline) throw new Error('no instance serves');
      await sleep(POLL_MS);
    }
  };
  const each = running.map((_, instance) => instance);

  return {
    size: instances,
    startsMs,
    errors,
    hasStalled: () => hasStalled,
    // One after the other: the first makes the database.
    start: async () => {
      for (const instance of each) await start(instance);
    },
    kill: async (instance) => {
      await end(instance, 'SIGKILL');
    },
    restart: start,
    stall: async (instance, ms) => {
      const stalled = running[instance];
      if (!stalled) return;
      hasStalled = true;
      stalled.isStalled = true;
      stalled.process.pause();
      await sleep(ms);
      stalled.process.resume();
      stalled.isStalled = false;
    },
    send: async (request) => (await anyRunning()).client.send(request),
    address: async () => (await anyRunning()).process.address,
    stop: () => Promise.all(each.map((instance) => end(instance, 'SIGTERM'))),
    abandon: async () => {
      await Promise.all(each.map((instance) => end(instance, 'SIGKILL')));
    },
  };
}
