import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { isWorkerMessage, type PrimaryMessage, SLOT_VARIABLE } from './messages.ts';

/** Delay before a dead worker is replaced. It doubles as long as its successors die within a minute of their start. */
const RESTART_PAUSE_MS = { first: 1_000, longest: 30_000 };
const LONG_LIFE_MS = 60_000;

/** How a worker process ended. */
export interface WorkerDeath {
  readonly slot: number;
  readonly pid: number | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface WorkerProcesses {
  /** What the first worker tells about its start. */
  readonly startText: string;
  /** Asks all to finish what is in flight, and waits for their end. Called again it waits too. */
  stop(): Promise<void>;
}

interface WorkerLife {
  serves(startText: string): void;
  /** Called once, when the process is gone. */
  ended(death: WorkerDeath): void;
}

/** A worker ended before all of them served. It has told the reason on standard error. */
export class WorkerNotStarted extends Error {
  constructor({ exitCode, signal }: WorkerDeath) {
    super(`a worker process ended before it served (${signal ?? `exit code ${exitCode}`})`);
    this.name = 'WorkerNotStarted';
  }
}

/**
 * Starts processes of this program that share its port, and replaces those that die. Resolves when all serve. The first
 * one starts alone: it creates what a first start creates.
 */
export async function startWorkerProcesses(options: {
  readonly count: number;
  onDeath(death: WorkerDeath): void;
}): Promise<WorkerProcesses> {
  const { count, onDeath } = options;
  const metrics = new AggregatorRegistry();
  const living = new Set<Worker>();
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;

  const answerMetrics = async (worker: Worker, ticket: number): Promise<void> => {
    const page = await metrics.clusterMetrics().catch(() => undefined);
    tell(worker, { kind: 'metrics', ticket, page });
  };
  const fork = (slot: number, life: WorkerLife): void => {
    const worker = cluster.fork({ [SLOT_VARIABLE]: String(slot) });
    const { pid } = worker.process;
    living.add(worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      if (message.kind === 'serving') life.serves(message.startText);
      else void answerMetrics(worker, message.ticket);
    });
    worker.once('exit', (exitCode: number | null, signal: string | null) => {
      living.delete(worker);
      life.ended({ slot, pid, exitCode, signal });
    });
  };
  const replace = (slot: number, pauseMs: number): void => {
    const timer = setTimeout(() => {
      restarts.delete(timer);
      const startedAt = performance.now();
      const ended = (death: WorkerDeath): void => {
        if (stopping) return;
        onDeath(death);
        replace(slot, nextPause(pauseMs, performance.now() - startedAt));
      };
      fork(slot, { serves: () => undefined, ended });
    }, pauseMs);
    restarts.add(timer);
  };
  /** The first process of a slot: one that cannot start is not replaced, since its successors could not either. */
  const startFirst = async (slot: number): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let served = false;
    fork(slot, {
      serves: (startText) => {
        served = true;
        resolve(startText);
      },
      ended: (death) => {
        if (!served) return reject(new WorkerNotStarted(death));
        if (stopping) return;
        onDeath(death);
        replace(slot, RESTART_PAUSE_MS.first);
      },
    });
    return promise;
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    for (const timer of restarts) clearTimeout(timer);
    const ends = [...living].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of living) tell(worker, { kind: 'stop' });
    await Promise.all(ends);
  };

  try {
    const startText = await startFirst(1);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => startFirst(index + 2)));
    return { startText, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function nextPause(lastMs: number, livedMs: number): number {
  return livedMs >= LONG_LIFE_MS ? RESTART_PAUSE_MS.first : Math.min(lastMs * 2, RESTART_PAUSE_MS.longest);
}

/** A worker that is about to end has no channel any more. */
function tell(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
