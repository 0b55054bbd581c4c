import { writeFile } from 'node:fs/promises';
import { FULL, type Pace, QUICK } from './load/pace.ts';
import { median } from './load/statistics.ts';
import { describeMachine } from './machine.ts';
import { type Options, type Part, readOptions, USAGE } from './options.ts';
import { type MeasuredAgainst, runAgainst } from './parts/run-against.ts';
import { runCutRequests } from './parts/run-cut-requests.ts';
import { runDataSize } from './parts/run-data-size.ts';
import { runLists } from './parts/run-lists.ts';
import { runMails } from './parts/run-mails.ts';
import { type MeasuredNeighbours, NEIGHBOURS, runNeighbours } from './parts/run-neighbours.ts';
import { runOpenCodes } from './parts/run-open-codes.ts';
import { runOpenPages } from './parts/run-open-pages.ts';
import { runPanel } from './parts/run-panel.ts';
import { runPix } from './parts/run-pix.ts';
import { runPolls } from './parts/run-polls.ts';
import { runReceiptFlood } from './parts/run-receipt-flood.ts';
import { runHttp, runScenario, type ScenarioResult } from './parts/run-scenario.ts';
import { runSlowAcquirer, SLOW_ACQUIRER } from './parts/run-slow-acquirer.ts';
import { runStarts } from './parts/run-starts.ts';
import { SCENARIOS } from './parts/scenarios.ts';
import { measurePrimitives, type Primitives } from './primitives.ts';
import { checkOut } from './report/against.ts';
import { judge } from './report/aims.ts';
import { chartOf } from './report/chart.ts';
import { type Report, renderReport } from './report/report.ts';

const FAILED = 1;
const WRONG_USE = 2;
const STOP_SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

process.exit(await main(process.argv.slice(2)));

async function main(argv: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return WRONG_USE;
  }
  const cleanup = new AsyncDisposableStack();
  const stopSignal = Promise.withResolvers<number>();
  for (const [signal, code] of Object.entries(STOP_SIGNALS))
    process.on(signal, () => stopSignal.resolve(code));
  try {
    const done = await Promise.race([measureAll(options, cleanup), stopSignal.promise]);
    if (typeof done === 'number') return done;
    if (options.chart !== undefined) await writeFile(options.chart, chartOf(done.scenarios));
    process.stdout.write(options.json ? `${JSON.stringify(done, null, 2)}\n` : renderReport(done));
    return 0;
  } catch (error) {
    process.stderr.write(
      `The run failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    );
    return FAILED;
  } finally {
    await cleanup.disposeAsync();
  }
}

/** Runs the parts one after the other, with the primitives before and after each: they show how busy the machine was. */
async function measureAll(options: Options, cleanup: AsyncDisposableStack): Promise<Report> {
  const { quick, sales, pages, against: other } = options;
  // Compared with another version, payments are all that is measured.
  const parts: ReadonlySet<Part> = other === undefined ? options.parts : new Set();
  const pace = {
    ...(quick ? QUICK : FULL),
    ...(sales === undefined ? {} : { panelSales: sales, storedSales: sales }),
    ...(pages === undefined ? {} : { openPages: pages }),
  };
  const machine = await describeMachine();
  const primitives = [await measurePrimitives(pace.primitiveMs, cleanup)];
  const { scenarios, against } = await measurePayments(options, pace, primitives, cleanup);
  if (parts.has('http')) process.stderr.write('HTTP alone …\n');
  const http = parts.has('http') ? await runHttp(pace, cleanup) : undefined;
  if (parts.has('lists')) process.stderr.write('Lists of the back office …\n');
  const lists = parts.has('lists') ? await runLists(pace, cleanup) : [];
  if (parts.has('cut-requests')) process.stderr.write('Sales beside aborted requests …\n');
  const cuts = parts.has('cut-requests') ? await runCutRequests(pace, cleanup) : [];
  const neighbours: MeasuredNeighbours[] = [];
  for (const one of NEIGHBOURS) {
    if (!parts.has(one.name)) continue;
    process.stderr.write(`${one.title} …\n`);
    neighbours.push(await runNeighbours(one, pace, cleanup));
  }
  const beside = await measureBeside(parts, pace, cleanup);
  const panel = await onEngines('panel', runPanel, parts, pace, cleanup);
  const dataSize = await onEngines('data-size', runDataSize, parts, pace, cleanup);
  const polls = await onEngines('long-polls', runPolls, parts, pace, cleanup);
  const ofPix = await measurePix(parts, pace, cleanup);
  if (parts.has('slow-acquirer')) process.stderr.write('A slow acquirer …\n');
  const slowAcquirer = parts.has('slow-acquirer') ? await runSlowAcquirer(pace, cleanup) : undefined;
  if (parts.has('start')) process.stderr.write('Starts …\n');
  const starts = parts.has('start') ? await runStarts(pace, cleanup) : undefined;
  const aims = judge(
    { scenarios, dataSize, ...ofPix, slowAcquirer },
    { rsaMicros: median(primitives.map(({ rsa }) => rsa)), cores: machine.cores },
  );
  return {
    machine,
    quick,
    scenarios,
    http,
    lists,
    cuts,
    neighbours,
    ...beside,
    panel,
    dataSize,
    polls,
    ...ofPix,
    slowAcquirer,
    starts,
    against,
    primitives,
    aims,
  };
}

/** Each beside its floor, or beside another version; the primitives after each. */
async function measurePayments(
  { parts, against: name }: Options,
  pace: Pace,
  primitives: Primitives[],
  cleanup: AsyncDisposableStack,
): Promise<Pick<Report, 'scenarios' | 'against'>> {
  const scenarios: ScenarioResult[] = [];
  const against: MeasuredAgainst[] = [];
  const other = name === undefined ? undefined : await checkOut(name, cleanup);
  for (const scenario of other ? [...SCENARIOS, SLOW_ACQUIRER] : SCENARIOS) {
    if (!parts.has(scenario.name)) continue;
    process.stderr.write(`${scenario.title}${other ? `, against ${other.name}` : ''} …\n`);
    if (other) against.push(await runAgainst(scenario, other, pace, cleanup));
    else scenarios.push(await runScenario(scenario, pace, cleanup));
    primitives.push(await measurePrimitives(pace.primitiveMs, cleanup));
  }
  return { scenarios, against };
}

async function measureBeside(
  parts: ReadonlySet<Part>,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<Pick<Report, 'receipts' | 'mails'>> {
  const told = (title: string) => process.stderr.write(`Sales beside ${title} …\n`);
  if (parts.has('receipt-flood')) told('receipts');
  const receipts = parts.has('receipt-flood') ? await runReceiptFlood(pace, cleanup) : [];
  if (parts.has('mails-beside-payments')) told('mails');
  const mails = parts.has('mails-beside-payments') ? await runMails(pace, cleanup) : [];
  return { receipts, mails };
}

async function measurePix(
  parts: ReadonlySet<Part>,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<Pick<Report, 'pix' | 'openCodes' | 'openPages'>> {
  const told = (title: string) => process.stderr.write(`${title} …\n`);
  if (parts.has('pix')) told('Making a Pix');
  const pix = parts.has('pix') ? await runPix(pace, cleanup) : [];
  if (parts.has('pix-open-codes')) told('Sales beside open codes');
  const openCodes = parts.has('pix-open-codes') ? await runOpenCodes(pace, cleanup) : undefined;
  if (parts.has('pix-open-pages')) told('Open pages with a code');
  const openPages = parts.has('pix-open-pages') ? await runOpenPages(pace, cleanup) : undefined;
  return { pix, openCodes, openPages };
}

/** A part that has a name for each engine, on those that are wanted. */
async function onEngines<Measured>(
  name: 'panel' | 'data-size' | 'long-polls',
  run: (engine: 'sqlite' | 'postgres', pace: Pace, cleanup: AsyncDisposableStack) => Promise<Measured>,
  parts: ReadonlySet<Part>,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (!parts.has(`${name}-${engine}`)) continue;
    process.stderr.write(`${name} beside payments, ${engine} …\n`);
    measured.push(await run(engine, pace, cleanup));
  }
  return measured;
}
