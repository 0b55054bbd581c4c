import { flushCompileCache } from 'node:module';
import { databasePlace } from '../composition/config.ts';
import { startService } from '../composition/service.ts';
import { onParentEnded, releaseStartupMemory } from '../platform/index.ts';
import { banner } from './banner.ts';
import type { Command } from './command.ts';
import { stopRequested } from './stop-signals.ts';

/** The process must have ended 10 s after a stop signal (docs/contract/decided.md 1). */
const STOP_WITHIN_MS = 9_500;
const STOPPED_BY_FORCE = 1;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'atende gateway e interface operacional; é o que roda sem comando',
  options: {},
  makesDatabase: true,
  run: async (context) => {
    // Registered first: a program that reads the start line may stop the service immediately.
    const stopped = stopSignal();
    const service = await startService(context.config);
    const demo = service.demo ? banner(service.demo, service.publicUrl) : '';
    process.stdout.write(
      `Guichê (${context.config.mode}) escuta em ${service.address}\nBanco: ${databasePlace(context.config)}\n${demo}`,
    );
    // Otherwise it is kept at the end only, and a service that was killed after an update would start slowly again.
    flushCompileCache();
    releaseStartupMemory();
    await stopped;
    armDeadline();
    await service.close();
    return undefined;
  },
};

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
