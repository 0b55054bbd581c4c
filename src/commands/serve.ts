import { flushCompileCache } from 'node:module';
import { ConfigError, databasePlace } from '../composition/config/config.ts';
import { exposedBy } from '../composition/config/exposed-sandbox.ts';
import { startService } from '../composition/service.ts';
import { createLog, type Log } from '../platform/logs.ts';
import { onParentEnded } from '../platform/parent-process.ts';
import { releaseStartupMemory } from '../platform/startup-memory.ts';
import {
  startWorkerProcesses,
  WorkerNotStarted,
  type WorkerProcess,
  workerProcess,
} from '../platform/worker-processes/index.ts';
import { banner } from './banner.ts';
import type { Command, CommandContext } from './line/command.ts';
import { stopRequested } from './stop-signals.ts';

/** The process must have ended 10 s after a stop signal (docs/contract/decided.md 1); a stalled reader of the log may take one of them. */
const STOP_WITHIN_MS = 8_900;
const STOPPED_BY_FORCE = 1;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'atende gateway e interface operacional; é o que roda sem comando',
  options: {},
  makesDatabase: true,
  run: async ({ config }) => {
    const worker = workerProcess();
    // Registered first: a program that reads the start line may stop the service immediately.
    const stopped = stopSignal();
    // Whatever the process is doing then: a start that hangs must end as well.
    void stopped.then(armDeadline);
    void worker?.stopAsked.then(armDeadline);
    if (worker === undefined && config.workers > 1) await serveWithWorkers(config, stopped);
    else await serveHere(config, worker, stopped).finally(() => worker?.leave());
    return undefined;
  },
};

async function serveHere(
  config: CommandContext['config'],
  worker: WorkerProcess | undefined,
  stopped: Promise<void>,
): Promise<void> {
  const service = await startService(config, { worker });
  try {
    const demo = service.demo
      ? banner(service.demo, { publicUrl: service.publicUrl, docs: config.docs })
      : '';
    const startText = `Guichê (${config.mode}) escuta em ${service.address}\nBanco: ${databasePlace(config)}\n${demo}`;
    if (worker) worker.serving(startText);
    else {
      process.stdout.write(startText);
      warnIfExposed(config, createLog(undefined, config.logLevel));
    }
    // Otherwise it is kept at the end only, and a service that was killed after an update would start slowly again.
    flushCompileCache();
    releaseStartupMemory();
    await Promise.race([stopped, worker?.stopAsked ?? stopped]);
  } finally {
    armDeadline();
    await service.close();
  }
}

async function serveWithWorkers(config: CommandContext['config'], stopped: Promise<void>): Promise<void> {
  const log = createLog(undefined, config.logLevel);
  const { startText, stop } = await startWorkerProcesses({
    count: config.workers,
    onDeath: (death) => log.error(death, 'a worker process ended and is replaced'),
  }).catch((error) => {
    if (!(error instanceof WorkerNotStarted)) throw error;
    throw new ConfigError('GUICHE_WORKERS', `${error.message}; its own message says why`);
  });
  try {
    process.stdout.write(`${startText}Processos: ${config.workers}\n`);
    warnIfExposed(config, log);
    await stopped;
  } finally {
    armDeadline();
    await stop();
  }
}

function warnIfExposed(config: CommandContext['config'], log: Log): void {
  const settings = exposedBy(config);
  if (settings.length === 0) return;
  log.warn(
    { settings },
    'others may reach this sandbox, and everybody knows its keys and passwords; its sales move no money. For a shop set ' +
      'GUICHE_MODE=production; for tests set GUICHE_HOST=127.0.0.1 and leave GUICHE_PUBLIC_URL out, or let a firewall or ' +
      'proxy admit only those who test',
  );
}

/**
 * A database that hangs must not keep the process alive: attempts are stored before they are sent, so nothing is lost.
 */
function armDeadline(): void {
  setTimeout(() => process.exit(STOPPED_BY_FORCE), STOP_WITHIN_MS).unref();
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const endAtOnce = () => process.exit(STOPPED_BY_FORCE);
    void stopRequested({ signals: process, nowMs: () => performance.now(), endAtOnce }).then(resolve);
    // When npm gets a SIGTERM, only its shell receives it, and ends without passing it on.
    if (process.env.npm_lifecycle_event !== undefined) onParentEnded(resolve);
  });
}
