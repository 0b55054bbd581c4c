import type { MeasuredMails } from '../parts/run-mails.ts';
import { fixed, table } from './text-table.ts';

export function mailsBlock(mails: readonly MeasuredMails[]): string {
  const rows = mails.map((measured) => [
    measured.title,
    fixed(measured.salesPerSecond, 0),
    fixed(measured.salesPerSecondBeside, 0),
    fixed(measured.ratio, 2),
    measured.ratioRange.map((ratio) => fixed(ratio, 2)).join('–'),
    fixed(measured.p99Ms, 1),
    fixed(measured.p99MsBeside, 1),
    fixed(measured.p99MsBeside / measured.p99Ms, 2),
    fixed(measured.tried, 0),
  ]);
  const headings = [
    'mail host',
    'sales/s',
    'beside',
    'ratio',
    'from–to',
    'p99 ms',
    'beside',
    'ratio',
    'tried',
  ];
  return `Sales at 32 connections, with an empty queue of mails and with ${mails[0]?.mails} that wait, SQLite\n${table(headings, rows)}`;
}
