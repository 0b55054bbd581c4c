import cluster from 'node:cluster';
import { isPrimaryMessage, SLOT_VARIABLE, type WorkerMessage } from './messages.ts';

/** A primary process that does not answer in this time is not waited for: Prometheus gives up after ten seconds. */
const METRICS_WITHIN_MS = 6_000;

/** This process as one of several that share a port. */
export interface WorkerProcess {
  /** Leased jobs run in one process of a machine only. */
  readonly runsLeasedJobs: boolean;
  /** Tells the primary process that requests are answered now. */
  serving(startText: string): void;
  /** Resolves when the primary process asks to stop, or has ended itself. */
  readonly stopAsked: Promise<void>;
  /** Closes the channel to the primary process, which would keep this one alive. */
  leave(): void;
  /** The metrics of all processes as one page. Throws if the primary process does not answer in time. */
  metricsOfAll(): Promise<string>;
}

/** Undefined in a process that serves alone. Call it once. */
export function workerProcess(): WorkerProcess | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  // Otherwise the end of the primary process ends this one in the middle of its requests.
  worker.exitedAfterDisconnect = true;
  const stop = Promise.withResolvers<void>();
  const waiting = new Map<number, (page: string | undefined) => void>();
  let lastTicket = 0;
  const tell = (message: WorkerMessage): void => {
    process.send?.(message, undefined, {}, () => undefined);
  };
  process.once('disconnect', stop.resolve);
  process.on('message', (message: unknown) => {
    if (!isPrimaryMessage(message)) return;
    if (message.kind === 'stop') stop.resolve();
    else waiting.get(message.ticket)?.(message.page);
  });
  return {
    runsLeasedJobs: process.env[SLOT_VARIABLE] === '1',
    serving: (startText) => tell({ kind: 'serving', startText }),
    stopAsked: stop.promise,
    leave: () => process.disconnect?.(),
    metricsOfAll: async () => {
      lastTicket += 1;
      const ticket = lastTicket;
      const answer = Promise.withResolvers<string | undefined>();
      waiting.set(ticket, answer.resolve);
      const timer = setTimeout(answer.resolve, METRICS_WITHIN_MS, undefined);
      tell({ kind: 'metrics-wanted', ticket });
      const page = await answer.promise;
      clearTimeout(timer);
      waiting.delete(ticket);
      if (page === undefined) throw new Error('the metrics of the other processes could not be read');
      return page;
    },
  };
}
