import { setTimeout as sleep } from 'node:timers/promises';
import type { Window } from '../load/closed-loop.ts';
import { createDriver } from '../load/driver.ts';
import { makeCodes } from '../load/make-codes.ts';
import type { Pace } from '../load/pace.ts';
import { type PollsHeld, startPolls } from '../load/start-polls.ts';
import { newPlace, startService } from '../place.ts';
import type { Program } from '../program.ts';
import { clearCardLoad, readLoad } from './scenarios.ts';

const CONNECTIONS = 32;
/** As the script of a page that somebody looks at. */
const ASKS_EVERY_MS = 2_000;
const OK = 200;

export interface MeasuredOpenPages {
  readonly pages: number;
  readonly held: PollsHeld;
  /** Resident memory of the service before they were opened, and with them. */
  readonly quietMb: number | undefined;
  readonly heldMb: number | undefined;
  /** What one page adds to it. */
  readonly kbEach: number | undefined;
  readonly asksPerSecond: number;
  /** That the service kept busy with them alone. */
  readonly cores: number | undefined;
  /** Answers that only told when to ask again, of all while sales went on. */
  readonly putOff: { readonly count: number; readonly of: number };
  readonly sales: SalesBeside;
}

/** Each second, in the order measured: before the pages were opened and after they were closed, and beside them. */
interface SalesBeside {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Milliseconds that 99 of 100 took: the longest of the windows. */
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
}

/** What open pages with a code cost the service: each keeps a connection, and asks by itself whether it is paid. */
export async function runOpenPages(pace: Pace, cleanup: AsyncDisposableStack): Promise<MeasuredOpenPages> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const service = await startService(own, await newPlace(own, 'sqlite'));
    return await Promise.race([measure(service, pace, own), service.died]);
  } finally {
    await own.disposeAsync();
  }
}

async function measure(
  service: Program,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredOpenPages> {
  const { address } = service;
  const asked = (await makeCodes(address, pace.openPages)).map((page) => `${page}/status`);
  const sales = createDriver(service, clearCardLoad());
  await createDriver(service, readLoad(asked)).closedLoop(CONNECTIONS, pace.warmUpMs);
  await sales.closedLoop(CONNECTIONS, pace.warmUpMs);
  const alone = [await sales.closedLoop(CONNECTIONS, pace.arrivalsMs)];
  const quietMb = service.usage()?.rssMb;
  const pages = await startPolls(cleanup, {
    address,
    polls: asked.map((path) => ({ method: 'GET', path, headers: { accept: 'application/json' } })),
    status: OK,
    pauseMs: ASKS_EVERY_MS,
  });
  const [startedAt, before, usage] = [performance.now(), pages.held().repeated, service.usage()];
  await sleep(pace.arrivalsMs);
  const milliseconds = performance.now() - startedAt;
  const [held, now] = [pages.held(), service.usage()];
  const beside: Window[] = [];
  for (let round = 0; round < pace.rounds; round += 1)
    beside.push(await sales.closedLoop(CONNECTIONS, pace.arrivalsMs));
  const [heldMb, after] = [service.usage()?.rssMb, pages.held()];
  await pages.close();
  alone.push(await sales.closedLoop(CONNECTIONS, pace.arrivalsMs));
  return {
    pages: pace.openPages,
    held,
    quietMb,
    heldMb,
    kbEach:
      heldMb === undefined || quietMb === undefined
        ? undefined
        : ((heldMb - quietMb) * 1_000) / pace.openPages,
    asksPerSecond: ((held.repeated - before) * 1_000) / milliseconds,
    cores: now && usage && (now.cpuMs - usage.cpuMs) / milliseconds,
    putOff: { count: after.putOff - held.putOff, of: after.repeated - held.repeated },
    sales: {
      alone: alone.map(({ perSecond }) => perSecond),
      beside: beside.map(({ perSecond }) => perSecond),
      aloneP99Ms: Math.max(...alone.map(({ p99Ms }) => p99Ms)),
      besideP99Ms: Math.max(...beside.map(({ p99Ms }) => p99Ms)),
    },
  };
}
