import type { MeasuredOpenCodes } from '../parts/run-open-codes.ts';
import type { MeasuredOpenPages } from '../parts/run-open-pages.ts';
import { loadTable } from './load-table.ts';
import { fixed, table } from './text-table.ts';

export function openCodesBlock({ codes, loads, looksPerSecond, mostLooks }: MeasuredOpenCodes): string {
  return [
    `Sales beside ${codes} codes of Pix that nobody pays, SQLite, against the same service without any`,
    loadTable(loads, [], 'none'),
    `  the bank was asked ${fixed(looksPerSecond, 0)} times a second, at most ${fixed(mostLooks, 0)} over five seconds`,
  ].join('\n');
}

export function openPagesBlock(measured: MeasuredOpenPages): string {
  const { pages, held, quietMb, heldMb, kbEach, asksPerSecond, cores, sales } = measured;
  const refused = Object.entries(held.refused).map(([status, count]) => `${status}: ${count}`);
  const headings = [
    'pages',
    'asks/s',
    'p50 ms',
    'p99 ms',
    'cores',
    'memory MB',
    'with them',
    'kB each',
    'sales/s',
    'beside',
  ];
  const row = [
    fixed(pages, 0),
    fixed(asksPerSecond, 0),
    fixed(held.p50Ms, 1),
    fixed(held.p99Ms, 1),
    fixed(cores, 2),
    fixed(quietMb, 0),
    fixed(heldMb, 0),
    fixed(kbEach, 1),
    fixed(sales.alone, 0),
    fixed(sales.beside, 0),
  ];
  return [
    'Pages with a code of Pix that are open at once, each asking every two seconds, SQLite',
    table(headings, [row]),
    `  ${held.open} open, refused: ${refused.join(', ') || 'none'}`,
  ].join('\n');
}
