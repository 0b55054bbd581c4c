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
  const { pages, held, quietMb, heldMb, kbEach, asksPerSecond, cores, putOff, sales } = measured;
  const refused = Object.entries(held.refused).map(([status, count]) => `${status}: ${count}`);
  const headings = ['pages', 'asks/s', 'p50 ms', 'p99 ms', 'cores', 'memory MB', 'with them', 'kB each'];
  const row = [
    fixed(pages, 0),
    fixed(asksPerSecond, 0),
    fixed(held.p50Ms, 1),
    fixed(held.p99Ms, 1),
    fixed(cores, 2),
    fixed(quietMb, 0),
    fixed(heldMb, 0),
    fixed(kbEach, 1),
  ];
  return [
    'Pages with a code of Pix that are open at once, each asking when the service lets it, SQLite',
    table(headings, [row]),
    `  ${held.open} open, refused: ${refused.join(', ') || 'none'}`,
    `  sales/s without them, before and after: ${eachOf(sales.alone)}; p99 at most ${fixed(sales.aloneP99Ms, 0)} ms`,
    `  sales/s beside them: ${eachOf(sales.beside)}; p99 at most ${fixed(sales.besideP99Ms, 0)} ms`,
    `  ${fixed(shareOf(sales), 2)} of the sales; ${putOff.count} of ${putOff.of} asks meanwhile were put off`,
  ].join('\n');
}

function eachOf(figures: readonly number[]): string {
  return figures.map((figure) => fixed(figure, 0)).join(', ');
}

function shareOf({ alone, beside }: MeasuredOpenPages['sales']): number {
  return mean(beside) / mean(alone);
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
