import { ARRIVALS_PER_SECOND } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import type { Machine } from '../machine.ts';
import type { MeasuredAgainst } from '../parts/run-against.ts';
import type { MeasuredCuts } from '../parts/run-cut-requests.ts';
import type { MeasuredDataSize } from '../parts/run-data-size.ts';
import type { MeasuredList } from '../parts/run-lists.ts';
import type { MeasuredMails } from '../parts/run-mails.ts';
import type { MeasuredNeighbours } from '../parts/run-neighbours.ts';
import type { MeasuredOpenCodes } from '../parts/run-open-codes.ts';
import type { MeasuredOpenPages } from '../parts/run-open-pages.ts';
import type { MeasuredPanel } from '../parts/run-panel.ts';
import type { MeasuredPolls } from '../parts/run-polls.ts';
import type { MeasuredReceipts } from '../parts/run-receipt-flood.ts';
import type { ScenarioResult } from '../parts/run-scenario.ts';
import type { MeasuredSlowAcquirer } from '../parts/run-slow-acquirer.ts';
import type { MeasuredStarts } from '../parts/run-starts.ts';
import type { Primitives } from '../primitives.ts';
import type { Aim } from './aims.ts';
import type { Compared } from './compare.ts';
import { loadTable } from './load-table.ts';
import { mailsBlock } from './mails-block.ts';
import { openCodesBlock, openPagesBlock } from './pix-blocks.ts';
import { fixed, table } from './text-table.ts';

export interface Report {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly scenarios: readonly ScenarioResult[];
  readonly http: readonly Compared[] | undefined;
  readonly lists: readonly MeasuredList[];
  readonly cuts: readonly MeasuredCuts[];
  readonly neighbours: readonly MeasuredNeighbours[];
  readonly receipts: readonly MeasuredReceipts[];
  readonly mails: readonly MeasuredMails[];
  readonly panel: readonly MeasuredPanel[];
  readonly dataSize: readonly MeasuredDataSize[];
  readonly polls: readonly MeasuredPolls[];
  /** Making a Pix against a card sale. */
  readonly pix: readonly Compared[];
  readonly openCodes: MeasuredOpenCodes | undefined;
  readonly openPages: MeasuredOpenPages | undefined;
  readonly slowAcquirer: MeasuredSlowAcquirer | undefined;
  readonly starts: MeasuredStarts | undefined;
  /** Filled instead of all others when another version was named. */
  readonly against: readonly MeasuredAgainst[];
  /** Measured several times during the run. */
  readonly primitives: readonly Primitives[];
  readonly aims: readonly Aim[];
}

const PRIMITIVES: readonly [string, (measured: Primitives) => number][] = [
  ['RSA-2048 private operation', ({ rsa }) => rsa],
  ['RSA-2048 key pair', ({ keyPair }) => keyPair],
  ['durable SQLite write', ({ durableWrite }) => durableWrite],
  ['AES-256-GCM of a card', ({ aesGcm }) => aesGcm],
];

/** The report as text tables. */
export function renderReport(report: Report): string {
  const { machine, quick } = report;
  const blocks = [
    `${machine.at.slice(0, 16)}Z · Node.js ${machine.node} · ${machine.cores} cores, ${machine.processor} · load ${fixed(machine.loadAverage, 1)}`,
    ...(machine.temporaryFilesInMemory
      ? [
          'The temporary folder is in memory: durable writes cost nothing here. Set TMPDIR to a folder on a disk.',
        ]
      : []),
    ...(quick ? ['A quick run: its figures are meaningless.'] : []),
    ...report.scenarios.map(scenarioBlock),
    ...(report.http
      ? [`The floor itself, against plain Fastify with the same routes\n${loadTable(report.http)}`]
      : []),
    ...(report.lists.length > 0 ? [listsBlock(report.lists)] : []),
    ...(report.cuts.length > 0 ? [cutsBlock(report.cuts)] : []),
    ...(report.neighbours.length > 0 ? [neighboursBlock(report.neighbours)] : []),
    ...(report.receipts.length > 0 ? [receiptsBlock(report.receipts)] : []),
    ...(report.mails.length > 0 ? [mailsBlock(report.mails)] : []),
    ...report.panel.map(panelBlock),
    ...report.dataSize.map(dataSizeBlock),
    ...report.polls.map(pollsBlock),
    ...(report.pix.length > 0
      ? [
          `Making a Pix, SQLite, against a card sale of the same kind of service\n${loadTable(report.pix, [], 'card')}`,
        ]
      : []),
    ...(report.openCodes ? [openCodesBlock(report.openCodes)] : []),
    ...(report.openPages ? [openPagesBlock(report.openPages)] : []),
    ...(report.slowAcquirer ? [slowAcquirerBlock(report.slowAcquirer)] : []),
    ...(report.starts ? [startsBlock(report.starts)] : []),
    ...report.against.map(againstBlock),
    primitivesBlock(report.primitives),
    ...(report.aims.length > 0
      ? [`Aims\n${table(['aim', 'wanted', 'measured', ''], report.aims.map(aimRow))}`]
      : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function scenarioBlock(result: ScenarioResult): string {
  const { arrivals, warmUp } = result;
  const constant = [
    `${ARRIVALS_PER_SECOND}/s constant`,
    fixed(arrivals.perSecond, 0),
    fixed(arrivals.p50Ms, 2),
    fixed(arrivals.p99Ms, 2),
  ];
  return [
    result.title,
    loadTable(result.loads, [constant]),
    ...(result.minimum ? [minimumTable(result.minimum)] : []),
    `  memory ${fixed(result.idleRssMb, 0)} MB idle, ${fixed(result.loadedRssMb, 0)} MB after load · ` +
      `${fixed(result.bytesPerRow, 0)} bytes stored for each of ${result.answers} answers, as many rows · ` +
      `at ${ARRIVALS_PER_SECOND}/s the bench sent up to ${fixed(arrivals.lateP99Ms, 2)} ms late (p99)`,
    `  while warming up: ${fixed(warmUp.firstPerSecond, 0)}/s at first, ${fixed(warmUp.lastPerSecond, 0)}/s in the end`,
    `  of these bytes: ${result.sizes.map(([name, bytes]) => `${name} ${fixed(bytes, 0)}`).join(', ')}`,
  ].join('\n');
}

/** Against the smallest program that loses no payment. */
function minimumTable({ loads, arrivals }: NonNullable<ScenarioResult['minimum']>): string {
  return [
    loadTable(loads, [], 'minimum'),
    `  at ${ARRIVALS_PER_SECOND}/s the durable minimum has p50 ${fixed(arrivals.p50Ms, 2)} ms, p99 ${fixed(arrivals.p99Ms, 2)} ms`,
  ].join('\n');
}

function listsBlock(lists: readonly MeasuredList[]): string {
  const rows = lists.map((list) => [
    list.title,
    fixed(list.rows, 0),
    fixed(list.milliseconds, 1),
    fixed(list.rowsPerSecond, 0),
    fixed(list.insertsPerSecond, 0),
  ]);
  return `Lists of one person, whole answers read and parsed, SQLite\n${table(['list', 'rows', 'ms', 'rows/s', 'inserts/s'], rows)}`;
}

function cutsBlock(cuts: readonly MeasuredCuts[]): string {
  const rows = cuts.map((measured) => [
    measured.engine,
    fixed(measured.salesPerSecond, 0),
    fixed(measured.salesPerSecondWithCuts, 0),
    fixed(measured.ratio, 2),
    measured.ratioRange.map((ratio) => fixed(ratio, 2)).join('–'),
    fixed(measured.cutsPerSecond, 0),
  ]);
  const headings = ['database', 'sales/s', 'with cuts', 'ratio', 'from–to', 'cuts/s'];
  return `Sales at 32 connections, without and with requests that are aborted in their body\n${table(headings, rows)}`;
}

function receiptsBlock(receipts: readonly MeasuredReceipts[]): string {
  const rows = receipts.map((measured) => [
    measured.title,
    fixed(measured.salesPerSecond, 0),
    fixed(measured.salesPerSecondBeside, 0),
    fixed(measured.ratio, 2),
    measured.ratioRange.map((ratio) => fixed(ratio, 2)).join('–'),
    fixed(measured.p99Ms, 1),
    fixed(measured.p99MsBeside, 1),
    fixed(measured.p99MsBeside / measured.p99Ms, 2),
    Object.values(measured.answers)
      .reduce((sum, count) => sum + count, 0)
      .toFixed(0),
  ]);
  const headings = [
    'receipts of',
    'sales/s',
    'beside',
    'ratio',
    'from–to',
    'p99 ms',
    'beside',
    'ratio',
    'results',
  ];
  return `Sales at 32 connections, without and beside one till that sends receipts of 32,000 characters, SQLite\n${table(headings, rows)}`;
}

function neighboursBlock(measured: readonly MeasuredNeighbours[]): string {
  return measured
    .map(({ title, quietMs, floodedMs, ratio, ratioRange, served, answers, memoryMb }) =>
      [
        `One client: ${title}`,
        table(
          ['quiet ms', 'flooded ms', 'ratio', 'from–to', 'served', 'quiet MB', 'flooded MB'],
          [
            [
              fixed(quietMs, 2),
              fixed(floodedMs, 2),
              fixed(ratio, 1),
              ratioRange.map((one) => fixed(one, 1)).join('–'),
              served,
              ...memoryMb.map((one) => fixed(one, 0)),
            ],
          ],
        ),
        `  the flood was answered ${Object.entries(answers)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}`,
      ].join('\n'),
    )
    .join('\n\n');
}

function panelBlock(measured: MeasuredPanel): string {
  const { engine, sales, tillSales, filledInMs, capacityPerSecond, alone, withPanel, calls } = measured;
  const rows = calls.map(({ title, count, p50Ms, p95Ms, maxMs }) => [
    title,
    fixed(count, 0),
    fixed(p50Ms, 1),
    fixed(p95Ms, 1),
    fixed(maxMs, 1),
  ]);
  return [
    `The panel over ${sales} sales and ${tillSales} of tills on ${engine}, beside payments at half of ${fixed(capacityPerSecond, 0)}/s`,
    table(['call', 'times', 'p50 ms', 'p95 ms', 'highest'], rows),
    `  payments alone ${fixed(alone.perSecond, 0)}/s, p50 ${fixed(alone.p50Ms, 1)}, p99 ${fixed(alone.p99Ms, 1)} ms · beside the panel ` +
      `${fixed(withPanel.perSecond, 0)}/s, p50 ${fixed(withPanel.p50Ms, 1)}, p99 ${fixed(withPanel.p99Ms, 1)} ms`,
    `  sales stored in ${fixed(filledInMs / 1_000, 0)} s`,
  ].join('\n');
}

/** In the columns of the floor: the service with few sales. */
function dataSizeBlock({ engine, sales, calls }: MeasuredDataSize): string {
  return [
    `${sales} sales stored on ${engine}, against the same service with few (in the columns of the floor)`,
    ...calls.map(({ title, loads }) => `  ${title}\n${loadTable(loads)}`),
  ].join('\n');
}

function pollsBlock({ engine, polls, capacityPerSecond, phases, held }: MeasuredPolls): string {
  const rows = phases.map(({ title, perSecond, p50Ms, p99Ms, rssMb, cores }) => [
    title,
    fixed(perSecond, 0),
    fixed(p50Ms, 1),
    fixed(p99Ms, 1),
    fixed(rssMb, 0),
    fixed(cores, 2),
  ]);
  const refused = Object.entries(held.refused).map(([status, count]) => `${status}: ${count}`);
  return [
    `${polls} long polls of payment clients on ${engine}, beside payments at half of ${fixed(capacityPerSecond, 0)}/s`,
    table(['', 'payments/s', 'p50 ms', 'p99 ms', 'memory MB', 'cores'], rows),
    `  ${held.open} open, ${held.repeated} ended and sent again, refused: ${refused.join(', ') || 'none'}`,
  ].join('\n');
}

function slowAcquirerBlock(measured: MeasuredSlowAcquirer): string {
  const [usualMs, slowestMs] = measured.acquirerMs;
  const headings = ['connections', 'sales/s', 'p50 ms', 'p99 ms', 'cores', 'idle MB', 'loaded MB'];
  const row = [
    fixed(measured.connections, 0),
    fixed(measured.perSecond, 0),
    fixed(measured.p50Ms, 1),
    fixed(measured.p99Ms, 1),
    fixed(measured.cores, 2),
    fixed(measured.idleRssMb, 0),
    fixed(measured.loadedRssMb, 0),
  ];
  return `Sales through an acquirer that takes ${fixed(usualMs, 0)} ms, for one in fifty ${fixed(slowestMs, 0)} ms, SQLite\n${table(headings, [row])}`;
}

function startsBlock({ count, newFolderMs, usedFolderMs }: MeasuredStarts): string {
  return (
    `Start until the address is printed, SQLite, ${count} times: ${fixed(newFolderMs, 0)} ms with a new data folder, ` +
    `${fixed(usedFolderMs, 0)} ms with a used one`
  );
}

function againstBlock({ title, name, loads }: MeasuredAgainst): string {
  return `${title}, this version against ${name}\n${loadTable(loads, [], 'its')}`;
}

function primitivesBlock(measured: readonly Primitives[]): string {
  const rows = PRIMITIVES.map(([name, of]) => {
    const micros = measured.map(of);
    const middle = median(micros);
    return [
      name,
      fixed(middle, 1),
      fixed(Math.min(...micros), 1),
      fixed(Math.max(...micros), 1),
      fixed(1e6 / middle, 0),
    ];
  });
  const headings = ['operation', 'µs', 'lowest', 'highest', 'per second'];
  return `Primitives, one core, measured ${measured.length} times\n${table(headings, rows)}`;
}

function aimRow(aim: Aim): string[] {
  const wanted = aim.atLeast === undefined ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  return [aim.text, wanted, fixed(aim.measured, aim.measured < 10 ? 2 : 0), aim.met ? 'met' : 'MISSED'];
}
