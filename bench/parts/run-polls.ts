import { insertClients } from '../data/insert-clients.ts';
import type { Arrivals } from '../load/constant-arrivals.ts';
import { createDriver, type Driver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { type PollsHeld, startPolls } from '../load/start-polls.ts';
import { newPlace, startService } from '../place.ts';
import type { Program } from '../program.ts';
import { clearCardLoad } from './scenarios.ts';

const CONNECTIONS = 32;
/** What the protocol of payment clients recommends. */
const WAIT_SECONDS = 25;
const PATH = `/payment-client/v1/work?wait=${WAIT_SECONDS}`;
const NO_WORK = 204;

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
  const headers = { 'content-type': 'application/json' };
  const polls = await startPolls(cleanup, {
    address: service.address,
    polls: keys.map((key) => ({
      method: 'POST',
      path: PATH,
      headers: { ...headers, authorization: `Bearer ${key}` },
    })),
    status: NO_WORK,
    pauseMs: 0,
  });
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
