import { createTryLimits, type TakenTry } from '../../src/gateway/checkout/tries/try-limits.ts';
import { openDatabase } from '../../src/platform/database/index.ts';

/** A process of the service, as far as it counts attempts. */
const [url, dataDir = '', address = ''] = process.argv.slice(2);
const MERCHANT = 7;

const database = openDatabase({ url, dataDir });
const limits = createTryLimits({
  database,
  clock: { now: Date.now },
  onError: (error) => {
    throw error;
  },
});
await database.ping();

const taken: TakenTry[] = [];

/** Takes so many at once and says how many it got; below zero, releases so many. */
process.on('message', async (count: number) => {
  const tries = await Promise.all(
    Array.from({ length: Math.max(0, count) }, () => limits.take(address, MERCHANT)),
  );
  const got = tries.filter((one) => typeof one === 'object');
  taken.push(...got);
  await Promise.all(taken.splice(0, Math.max(0, -count)).map((one) => one.release()));
  process.send?.(got.length);
});
process.on('disconnect', () => void database.close());
process.send?.('ready');
