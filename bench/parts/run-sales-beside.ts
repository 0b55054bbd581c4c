import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../src/composition/config/config.ts';
import { startService } from '../../src/composition/service.ts';
import type { Database } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/logs.ts';
import { startFlood } from '../load/flood.ts';
import { median } from '../load/statistics.ts';
import { type Place, serviceEnvironment } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

/** Short, and many: what else the machine does changes from one minute to the next. */
const ROUNDS = 10;
const ROUND_MS = 6_000;
const WARM_UP_MS = 5_000;
const CONNECTIONS = 32;

/**
 * Sales of a service in this process, alone and while `work` runs on its event loop and its database until it is told to end. Prints
 * a line of figures; each ratio is to the sales alone just before and after.
 */
export async function measureSalesBeside(
  cleanup: AsyncDisposableStack,
  place: Place,
  name: string,
  work: (database: Database, signal: AbortSignal) => Promise<number>,
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
  await perSecond(() => wait(WARM_UP_MS));
  const alone = [await perSecond(() => wait(ROUND_MS))];
  const beside: number[] = [];
  let done = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const untilEnded = async () => {
      done += await work(database, AbortSignal.timeout(ROUND_MS));
    };
    beside.push(await perSecond(untilEnded));
    alone.push(await perSecond(() => wait(ROUND_MS)));
  }
  const ratios = beside.map((rate, round) => (2 * rate) / ((alone[round] ?? 0) + (alone[round + 1] ?? 0)));
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  process.stdout.write(
    `sales beside ${name} (${((done / ROUNDS / ROUND_MS) * 1_000).toFixed(0)} lines a second): ${median(beside).toFixed(0)} a second, ${median(alone).toFixed(0)} alone; ratio ${median(ratios).toFixed(2)} (${range})\n`,
  );
}
