import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDriver } from './driver.ts';
import { LoadFailed } from './load.ts';
import type { Pace } from './pace.ts';
import { newPlace, type Place, startService } from './place.ts';
import { clearCardLoad } from './scenarios.ts';
import { percentile } from './statistics.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const LOGIN = { login: '11144477735', password: 'guiche-vendedor' };
const CONNECTIONS = 32;
/** People who use the panel at the same time; each sends the next request after the answer and a pause. */
const READERS = 4;
const THINK_MS = 50;
const MAX_COMMAND_OUTPUT = 1_000_000;

/** Requests of the panel, repeated in this order. */
const CALLS = [
  { title: 'list', path: '/sales?limit=50' },
  { title: 'period', path: '/sales?from=2026-06-01&limit=50' },
  { title: 'denied', path: '/sales?view=denied&limit=50' },
  { title: 'filter', path: '/sales?kind=credit&brand=ELO&amountMin=10000&limit=50' },
  { title: 'reference', path: '/sales?search=pedido-1500' },
  { title: 'last digits', path: '/sales?search=5682' },
  { title: 'customer', path: '/sales?search=helena' },
  { title: 'summary', path: '/sales/summary' },
  { title: 'summary of a filter', path: '/sales/summary?kind=debit' },
  { title: 'home', path: '/home?period=30' },
] as const;

export interface MeasuredPanel {
  readonly engine: 'sqlite' | 'postgres';
  readonly sales: number;
  /** Highest rate of payments without the panel. */
  readonly capacityPerSecond: number;
  /** At half of that rate. */
  readonly alone: { readonly perSecond: number; readonly p99Ms: number };
  readonly withPanel: { readonly perSecond: number; readonly p99Ms: number };
  readonly calls: readonly {
    readonly title: string;
    readonly count: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
  }[];
}

/** The panel used by several people over many stored sales, while payments run at half of the service's capacity. */
export async function runPanel(
  pace: Pace,
  cleanup: AsyncDisposableStack,
  engines: readonly MeasuredPanel['engine'][] = ['sqlite', 'postgres'],
): Promise<readonly MeasuredPanel[]> {
  const measured: MeasuredPanel[] = [];
  for (const engine of engines) {
    const own = cleanup.use(new AsyncDisposableStack());
    try {
      measured.push(await measure(engine, pace, own));
    } finally {
      await own.disposeAsync();
    }
  }
  return measured;
}

async function measure(
  engine: 'sqlite' | 'postgres',
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredPanel> {
  const place = await newPlace(cleanup, engine);
  await fill(place, pace.panelSales);
  const service = await startService(cleanup, place);
  const driver = createDriver(service, clearCardLoad());
  await driver.closedLoop(CONNECTIONS, pace.warmUpMs);
  const { perSecond: capacityPerSecond } = await driver.closedLoop(CONNECTIONS, pace.windowMs);
  const half = Math.max(1, Math.round(capacityPerSecond / 2));
  const alone = await timed(() => driver.arrivals(half, pace.arrivalsMs));
  const readers = await startReaders(service.address);
  const withPanel = await timed(() => driver.arrivals(half, pace.arrivalsMs));
  return { engine, sales: pace.panelSales, capacityPerSecond, alone, withPanel, calls: await readers.stop() };
}

/** The rate at which answers were received, whatever the intended rate. */
async function timed(run: () => Promise<{ readonly requests: number; readonly p99Ms: number }>) {
  const startedAt = performance.now();
  const { requests, p99Ms } = await run();
  return { perSecond: (requests * 1_000) / (performance.now() - startedAt), p99Ms };
}

async function fill({ dataDir, databaseUrl }: Place, sales: number): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GUICHE_'));
  await promisify(execFile)(
    process.execPath,
    ['bin/guiche.js', 'demo', 'sales', '--count', String(sales), '--months', '12'],
    {
      cwd: REPOSITORY,
      maxBuffer: MAX_COMMAND_OUTPUT,
      env: {
        ...Object.fromEntries(inherited),
        GUICHE_DATA_DIR: dataDir,
        ...(databaseUrl === undefined ? {} : { GUICHE_DATABASE_URL: databaseUrl }),
      },
    },
  );
}

async function startReaders(address: string): Promise<{ stop(): Promise<MeasuredPanel['calls']> }> {
  const cookie = await logIn(address);
  const times = new Map<string, number[]>(CALLS.map(({ title }) => [title, []]));
  let stopping = false;
  const read = async (first: number): Promise<void> => {
    for (let turn = first; !stopping; turn += 1) {
      const call = CALLS[turn % CALLS.length];
      if (!call) return;
      const startedAt = performance.now();
      await ask(address, call.path, cookie);
      times.get(call.title)?.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, THINK_MS));
    }
  };
  const readers = Array.from({ length: READERS }, (_, reader) => read(reader * 3));
  return {
    stop: async () => {
      stopping = true;
      await Promise.all(readers);
      return [...times].flatMap(([title, values]) => {
        if (values.length === 0) return [];
        const sorted = values.toSorted((one, other) => one - other);
        return [
          { title, count: values.length, p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) },
        ];
      });
    },
  };
}

async function logIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/painel/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(LOGIN),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 200 || cookie === undefined)
    throw new LoadFailed(`the login answered ${answer.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

async function ask(address: string, path: string, cookie: string): Promise<void> {
  const answer = await fetch(`${address}/painel/api${path}`, { headers: { Cookie: cookie } });
  const text = await answer.text();
  if (answer.status !== 200) throw new LoadFailed(`${path} answered ${answer.status}: ${text}`);
}
