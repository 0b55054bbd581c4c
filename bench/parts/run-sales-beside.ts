import { loadConfig } from '../../src/composition/config/config.ts';
import { startService } from '../../src/composition/service.ts';
import type { Database } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/logs.ts';
import { startFlood } from '../load/flood.ts';
import { median } from '../load/statistics.ts';
import { type Place, serviceEnvironment } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

const ROUNDS = 5;
const WARM_UP_MS = 3_000;
const ALONE_MS = 6_000;
const CONNECTIONS = 32;

/**
 * Sales of a service in this process, alone and while `work` runs on its event loop and its database. Prints a line of figures;
 * each ratio is to the sales alone just before and after.
 */
export async function measureSalesBeside(
  cleanup: AsyncDisposableStack,
  place: Place,
  name: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const config = loadConfig({ ...serviceEnvironment(place), GUICHE_PORT: '0' });
  const service = await startService(config, { log: createLog({ write: () => undefined }) });
  cleanup.defer(() => service.close());
  const { database } = service.rooms;
  const perSecond = async (meanwhile: () => Promise<unknown>): Promise<number> => {
    const stop = await startFlood(cleanup, service.address, {
      load: clearCardLoad(),
      connections: CONNECTIONS,
      from: ['127.0.0.1'],
    });
    const begun = performance.now();
    await meanwhile();
    const answers = await stop();
    return (answers[201] ?? 0) / ((performance.now() - begun) / 1_000);
  };
  const wait = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));
  await perSecond(wait(WARM_UP_MS));
  const alone = [await perSecond(wait(ALONE_MS))];
  const beside: number[] = [];
  const lasted: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    beside.push(await perSecond(() => work(database)));
    lasted.push((performance.now() - begun) / 1_000);
    alone.push(await perSecond(wait(ALONE_MS)));
  }
  const ratios = beside.map((rate, round) => (2 * rate) / ((alone[round] ?? 0) + (alone[round + 1] ?? 0)));
  process.stdout.write(
    `sales beside ${name} in ${median(lasted).toFixed(1)} s: ${median(beside).toFixed(0)} a second, ${median(alone).toFixed(0)} alone; ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})\n`,
  );
}
