import { openBulkDatabase } from '../data/bulk-database.ts';
import { fillSales } from '../data/fill-sales.ts';
import { createDriver } from '../load/driver.ts';
import type { Load } from '../load/load.ts';
import type { Pace } from '../load/pace.ts';
import { newPlace, startService } from '../place.ts';
import type { Program } from '../program.ts';
import { type Compared, compare } from '../report/compare.ts';
import { clearCardLoad, publicKeyLoad, readLoad } from './scenarios.ts';

/** Sales of the service that is compared with. */
const FEW_SALES = 2_000;
/** Different sales that are read in turn, in no order: over many sales most reads find other pages. */
const READ_SALES = 50_000;

export interface MeasuredDataSize {
  readonly engine: 'sqlite' | 'postgres';
  readonly sales: number;
  readonly calls: readonly { readonly title: string; readonly loads: readonly Compared[] }[];
}

/** The calls of shops over many stored sales, beside another service with few: both in turn on the same machine. */
export async function runDataSize(
  engine: MeasuredDataSize['engine'],
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredDataSize> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const few = await startFilled(own, engine, Math.min(FEW_SALES, pace.storedSales));
    const many = await startFilled(own, engine, pace.storedSales);
    const calls: { title: string; loads: readonly Compared[] }[] = [];
    for (const title of Object.keys(many.loads)) {
      const measured = compare(many.driver(title), few.driver(title), pace);
      const { loads } = await Promise.race([measured, many.service.died, few.service.died]);
      calls.push({ title, loads });
    }
    return { engine, sales: pace.storedSales, calls };
  } finally {
    await own.disposeAsync();
  }
}

async function startFilled(cleanup: AsyncDisposableStack, engine: MeasuredDataSize['engine'], sales: number) {
  const place = await newPlace(cleanup, engine);
  const startedAt = performance.now();
  await fillSales(place, sales, cleanup);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stderr.write(`${sales} sales stored on ${engine} in ${seconds} s\n`);
  const reading = new AsyncDisposableStack();
  const database = await openBulkDatabase(reading, place);
  const rows = await database.rows(
    `select id, reference_id from transactions order by random() limit ${READ_SALES}`,
  );
  await reading.disposeAsync();
  const service: Program = await startService(cleanup, place);
  const loads: Readonly<Record<string, Load>> = {
    'clear-card sale': clearCardLoad(),
    'public key': publicKeyLoad(),
    'GET by id': readLoad(rows.map(({ id }) => `/v1/transactions/${id}`)),
    'GET by referenceId': readLoad(
      rows.map(({ reference_id: reference }) => `/v1/transactions?referenceId=${reference}`),
    ),
  };
  const driver = (title: string) => {
    const load = loads[title];
    if (load === undefined) throw new Error(`no load is named ${title}`);
    return createDriver(service, load);
  };
  return { service, loads, driver };
}
