import { releaseStartupMemory } from '../platform/index.ts';
import { startService } from '../service.ts';
import { banner } from './banner.ts';
import type { Command } from './command.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'atende gateway e interface operacional; é o que roda sem comando',
  options: {},
  run: async (context) => {
    // Listened for from the first: whoever reads the start line may stop the service at once.
    const stopped = stopSignal();
    const service = await startService(context.config);
    const demo = service.demo ? banner(service.demo, service.publicUrl) : '';
    process.stdout.write(`Guichê (${context.config.mode}) escuta em ${service.address}\n${demo}`);
    releaseStartupMemory();
    await stopped;
    await service.close();
    return undefined;
  },
};

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
  });
}
