import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { CellKind, ExportColumn } from './export-columns.ts';
import type { ExportedSale } from './with-payers.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DAY_MS = 24 * 60 * 60_000;
/** Day 0 of spreadsheets, for days after February 1900. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
/** Some milliseconds of work, after which sales have their turn. */
const ROWS_IN_A_TURN = 50;
/** `@` keeps a text a text when somebody edits the cell; the others are shown as the spreadsheet's country writes them. */
const FORMATS: Readonly<Record<CellKind, { readonly numFmt?: string; readonly width: number }>> = {
  text: { width: 18 },
  identifier: { numFmt: '@', width: 24 },
  money: { numFmt: '#,##0.00', width: 13 },
  day: { numFmt: 'dd/mm/yyyy', width: 12 },
  clock: { numFmt: 'hh:mm:ss', width: 10 },
  number: { numFmt: '0', width: 10 },
};

/**
 * Sales as a workbook with one sheet, written while it is read. The library is loaded with the first file: a service that
 * writes none is as small as before.
 */
export async function salesXlsx(
  pages: AsyncIterable<readonly ExportedSale[]>,
  columns: readonly ExportColumn[],
  time: LocalTime,
): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows(): AsyncGenerator<CellValue[]> {
    for await (const sales of pages) {
      for (const [index, sale] of sales.entries()) {
        if (index % ROWS_IN_A_TURN === 0) await nextTurn();
        yield columns.map((column) => cellOf(column, sale, time));
      }
    }
  }
  const workbook = writeXlsxStream(rows(), {
    name: 'Vendas',
    columns: columns.map(({ title, kind }): ColumnDef => ({ header: title, ...FORMATS[kind] })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(workbook as ReadableStream<Uint8Array>);
}

function cellOf(column: ExportColumn, sale: ExportedSale, time: LocalTime): CellValue {
  const value = column.cell(sale, time);
  if (value === null || value === '') return null;
  switch (column.kind) {
    case 'money':
      return Number(value) / 100;
    case 'day':
      return (Date.parse(`${value}T00:00:00Z`) - FIRST_DAY) / DAY_MS;
    case 'clock':
      return Date.parse(`1970-01-01T${value}Z`) / DAY_MS;
    case 'number':
      return Number(value);
    default:
      return cleanText(String(value));
  }
}

/** What a file of this kind cannot hold is left out, and what it would read as an escaped character stays as it was typed. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x');
}
