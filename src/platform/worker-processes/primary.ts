import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { isWorkerMessage, type PrimaryMessage, SLOT_VARIABLE } from './messages.ts';
import { createWorkerSlots, type WorkerDeath, type WorkerLife } from './worker-slots.ts';

export interface WorkerProcesses {
  /** What the first worker tells about its start. */
  readonly startText: string;
  /** Asks all to finish what is in flight, and waits for their end. Called again it waits too. */
  stop(): Promise<void>;
}

/**
 * Starts processes of this program that share its port, and replaces those that die. Resolves when all serve, but for
 * those whose first start failed. The first one starts alone: it creates what a first start creates. Throws
 * WorkerNotStarted when it cannot.
 */
export async function startWorkerProcesses(options: {
  readonly count: number;
  onDeath(death: WorkerDeath): void;
}): Promise<WorkerProcesses> {
  const { count, onDeath } = options;
  const metrics = new AggregatorRegistry();
  const living = new Set<Worker>();

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
  const slots = createWorkerSlots({ start: fork, onDeath });
  const stop = async (): Promise<void> => {
    slots.stop();
    const ends = [...living].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of living) tell(worker, { kind: 'stop' });
    await Promise.all(ends);
  };

  try {
    const startText = (await slots.open(1)) ?? '';
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => slots.open(index + 2)));
    return { startText, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A worker that is about to end has no channel any more. */
function tell(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
