import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../support/child-processes.ts';
import type { DatabasePlace } from '../../support/databases.ts';
import { type Client, createClient } from '../../support/http-client.ts';
import type { HttpAnswer, HttpRequest } from '../../support/http-exchange.ts';
import { type Environment, type ServiceProcess, startService } from '../../support/service-process.ts';
import { type Clocks, WRONG_CLOCK } from './clocks.ts';
import type { Random } from './random.ts';

const CONNECTIONS = 64;
/** Generous: a busy machine takes long to start a process. */
const SERVES_AGAIN_WITHIN_MS = 120_000;
const POLL_MS = 5;
const ERROR_LEVEL = '"level":"error"';
const AFTER_AN_OUTAGE = /DatabaseUnavailable|Connection terminated/;
/** What an instance logs when its writer thread or a worker process has died. */
const PART_LOST = {
  sqlite: '"msg":"database connection lost"',
  postgres: '"msg":"a worker process ended and is replaced"',
};
const TERMINATE_WRITER = new URL('terminate-writer.ts', import.meta.url);
/** What an instance logs when a clock is wrong, or says that the time to find something out is up. */
const ABOUT_CLOCKS =
  /"msg":"(this machine's clock|the clock was|a (transaction|stored card) needs attention)/;
const MAX_ERRORS_KEPT = 50;
const MOST_STARTS = 5;

/** Instances of the service on one database, with a simple load balancer. */
export interface Cluster {
  readonly size: number;
  start(): Promise<void>;
  /** Kills an instance with SIGKILL, in the middle of its work. */
  kill(instance: number): Promise<void>;
  restart(instance: number): Promise<void>;
  /** Whether an instance has parts that die alone: the thread that writes SQLite, or several processes. */
  readonly hasParts: boolean;
  /** Ends the writer thread of an instance with its next batch, or kills one of its worker processes. The instance replaces it. */
  killPart(instance: number): void;
  /** How many parts died, as logged by instances that have ended. */
  partsLost(): number;
  /** Freezes an instance for `ms`; it gets no new requests meanwhile, and those that it has wait. */
  stall(instance: number, ms: number): Promise<void>;
  /** Sends to any instance that is up, and waits for one if necessary. Rejects when its connection breaks. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Address of an instance that is up. */
  address(): Promise<string>;
  /** Milliseconds from each start of a process until it listened. */
  readonly startsMs: readonly number[];
  /** Errors logged by the instances: nothing in this test should be logged as an error. */
  readonly errors: readonly string[];
  /** The instances are about to lose their connections to the database. */
  expectOutage(): void;
  /**
   * Whether an instance may have lost its database for a moment: with its writer thread or its pooler, or because it was
   * frozen until its connections had timed out.
   */
  hadOutage(): boolean;
  /** Stops all instances with SIGTERM; returns the exit codes. */
  stop(): Promise<readonly (number | null)[]>;
  /** Kills all instances, for the clean-up. */
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
  /** Worker processes of each instance. With SQLite there is one. */
  processes: number;
  settings: Environment;
  /** Wrong ones. */
  clocks: Clocks | undefined;
  /** They reach their database through a pooler. */
  isPooled: boolean;
  random: Random;
}): Cluster {
  const { isPooled, place, instances, processes, clocks, random } = options;
  const isSqlite = place.url === undefined;
  const preloaded = [...(isSqlite ? [TERMINATE_WRITER] : []), ...(clocks ? [WRONG_CLOCK] : [])];
  const settings = {
    ...options.settings,
    ...(preloaded.length > 0
      ? { NODE_OPTIONS: preloaded.map(({ href }) => `--import=${href}`).join(' ') }
      : {}),
    ...(processes > 1 ? { GUICHE_WORKERS: String(processes) } : {}),
  };
  const running: (Running | undefined)[] = Array.from({ length: instances }, () => undefined);
  const startsMs: number[] = [];
  const errors: string[] = [];
  let hadOutage = false;
  let partsLost = 0;
  const tellsLostPart = (line: string): boolean => line.includes(PART_LOST[isSqlite ? 'sqlite' : 'postgres']);
  const isExpected = (line: string): boolean =>
    tellsLostPart(line) ||
    (hadOutage && AFTER_AN_OUTAGE.test(line)) ||
    (clocks !== undefined && ABOUT_CLOCKS.test(line));

  const start = async (instance: number): Promise<void> => {
    const process = await startService(place, { ...settings, ...clocks?.settingsOf(instance) });
    startsMs.push(process.startedInMs);
    running[instance] = { process, client: createClient(process.address, CONNECTIONS), isStalled: false };
  };
  const end = async (instance: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    const ending = running[instance];
    if (!ending) return null;
    running[instance] = undefined;
    const { code, error } = await ending.process.end(signal);
    ending.client.close();
    const logged = error.split('\n');
    partsLost += logged.filter(tellsLostPart).length;
    const lines = logged.filter((line) => line.includes(ERROR_LEVEL) && !isExpected(line));
    errors.push(...lines.slice(0, MAX_ERRORS_KEPT - errors.length));
    return code;
  };
  const anyRunning = async (): Promise<Running> => {
    const deadline = performance.now() + SERVES_AGAIN_WITHIN_MS;
    for (;;) {
      const [first, ...others] = running.flatMap((one) => (one && !one.isStalled ? [one] : []));
      if (first) return random.pick([first, ...others]);
      if (performance.now() > deadline) throw new Error('no instance is up');
      await sleep(POLL_MS);
    }
  };
  const each = running.map((_, instance) => instance);

  return {
    size: instances,
    startsMs,
    errors,
    hasParts: isSqlite || processes > 1,
    partsLost: () => partsLost,
    expectOutage: () => {
      hadOutage = true;
    },
    hadOutage: () => hadOutage,
    // One after the other: the first one creates the database.
    start: async () => {
      for (const instance of each) await start(instance);
    },
    kill: async (instance) => {
      await end(instance, 'SIGKILL');
    },
    restart: async (instance) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await start(instance);
        } catch (error) {
          // Behind a pooler whose connections are all taken the database may not answer in time: a supervisor starts it again.
          if (!isPooled || tries === MOST_STARTS) throw error;
        }
      }
    },
    killPart: (instance) => {
      const pid = running[instance]?.process.pid;
      if (pid === undefined) return;
      if (isSqlite) {
        hadOutage = true;
        process.kill(pid, 'SIGUSR2');
        return;
      }
      const [first, ...others] = childrenOf(pid);
      if (first !== undefined) process.kill(random.pick([first, ...others]), 'SIGKILL');
    },
    stall: async (instance, ms) => {
      const stalled = running[instance];
      if (!stalled) return;
      hadOutage = true;
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
