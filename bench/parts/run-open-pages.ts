import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Each second, before they were opened and beside them. */
  readonly sales: { readonly alone: number; readonly beside: number };
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
  const alone = await sales.closedLoop(CONNECTIONS, pace.windowMs);
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
  const beside = await sales.closedLoop(CONNECTIONS, pace.windowMs);
  const heldMb = service.usage()?.rssMb;
  await pages.close();
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
    sales: { alone: alone.perSecond, beside: beside.perSecond },
  };
}
