import { createHash } from 'node:crypto';
import { openBulkDatabase } from './bulk-database.ts';
import type { Arrivals } from './constant-arrivals.ts';
import { createDriver, type Driver } from './driver.ts';
import type { Pace } from './pace.ts';
import { newPlace, type Place, startService } from './place.ts';
import type { Program } from './program.ts';
import { clearCardLoad } from './scenarios.ts';
import { type PollsHeld, startPolls } from './start-polls.ts';

const CONNECTIONS = 32;
const SELLER = 1;
const FIRST_ID = 1_000_000;
const ROWS_AT_ONCE = 500;

/** Payments at half of the service's capacity, and its memory meanwhile. */
export interface MeasuredPhase {
  readonly title: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Megabytes (10^6). */
  readonly rssMb: number | undefined;
  readonly cores: number | undefined;
}

export interface MeasuredPolls {
  readonly engine: 'sqlite' | 'postgres';
  readonly polls: number;
  readonly capacityPerSecond: number;
  readonly phases: readonly MeasuredPhase[];
  readonly held: PollsHeld;
}

/** What open long polls of payment clients cost an instance: its memory, and the times of payments beside them. */
export async function runPolls(
  engine: MeasuredPolls['engine'],
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredPolls> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, engine);
    const service = await startService(own, place);
    const keys = await insertClients(own, place, pace.polls);
    const measured = measure(service, keys, pace, own);
    return { engine, polls: pace.polls, ...(await Promise.race([measured, service.died])) };
  } finally {
    await own.disposeAsync();
  }
}

async function measure(service: Program, keys: readonly string[], pace: Pace, cleanup: AsyncDisposableStack) {
  const driver = createDriver(service, clearCardLoad());
  await driver.closedLoop(CONNECTIONS, pace.warmUpMs);
  const { perSecond: capacityPerSecond } = await driver.closedLoop(CONNECTIONS, pace.windowMs);
  const half = Math.max(1, Math.round(capacityPerSecond / 2));
  const before = await phase('without polls', driver, half, pace);
  const polls = await startPolls(cleanup, { address: service.address, keys });
  const during = await phase(`${keys.length} polls open`, driver, half, pace);
  const held = polls.held();
  await polls.close();
  const after = await phase('polls closed', driver, half, pace);
  return { capacityPerSecond, phases: [before, during, after], held };
}

async function phase(title: string, driver: Driver, half: number, pace: Pace): Promise<MeasuredPhase> {
  const startedAt = performance.now();
  const usageBefore = driver.program.usage();
  const { requests, p50Ms, p99Ms }: Arrivals = await driver.arrivals(half, pace.arrivalsMs);
  const milliseconds = performance.now() - startedAt;
  const usage = driver.program.usage();
  return {
    title,
    perSecond: (requests * 1_000) / milliseconds,
    p50Ms,
    p99Ms,
    rssMb: usage?.rssMb,
    cores: usage && usageBefore && (usage.cpuMs - usageBefore.cpuMs) / milliseconds,
  };
}

/** Terminals of the demo seller with a paired payment client each. Gives the clients' keys. */
async function insertClients(
  cleanup: AsyncDisposableStack,
  place: Place,
  count: number,
): Promise<readonly string[]> {
  const own = cleanup.use(new AsyncDisposableStack());
  const keys = Array.from({ length: count }, (_, number) => `key-of-client-${number}`);
  const database = await openBulkDatabase(own, place);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const some = keys.slice(from, from + ROWS_AT_ONCE).map((key, index) => ({
      id: FIRST_ID + from + index,
      name: `'Caixa ${from + index}'`,
      hash: `'${createHash('sha256').update(`payment client ${key}`).digest('base64url')}'`,
    }));
    const values = (row: (one: (typeof some)[number]) => readonly (string | number)[]) =>
      some.map((one) => `(${row(one).join(', ')})`).join(', ');
    await database.run(
      `insert into physical_terminals (id, person_id, name, installation_id) values ${values(({ id, name }) => [id, SELLER, name, "''"])}`,
    );
    await database.run(
      `insert into terminals (id, person_id, name, physical_terminal_id, settings) values ${values(({ id, name }) => [id, SELLER, name, id, "'{}'"])}`,
    );
    await database.run(
      `insert into payment_clients (id, person_id, terminal_id, key_hash, created_at) values ${values(({ id, hash }) => [id, SELLER, id, hash, 0])}`,
    );
  }
  await own.disposeAsync();
  return keys;
}
