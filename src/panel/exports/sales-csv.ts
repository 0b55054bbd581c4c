import { Readable } from 'node:stream';
import type { LocalTime } from '../../platform/time/clock.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine, identifierCell } from '../interface/csv.ts';
import type { ExportColumn } from './export-columns.ts';
import type { ExportedSale } from './with-payers.ts';

/** Sales as CSV for Brazilian spreadsheets. */
export function salesCsv(
  pages: AsyncIterable<readonly ExportedSale[]>,
  columns: readonly ExportColumn[],
  time: LocalTime,
): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(columns.map(({ title }) => title))}`;
    for await (const sales of pages) {
      yield sales.map((sale) => csvLine(columns.map((column) => csvCellOf(column, sale, time)))).join('');
    }
  }
  return Readable.from(lines());
}

function csvCellOf(column: ExportColumn, sale: ExportedSale, time: LocalTime): CsvCell {
  const value = column.cell(sale, time);
  if (value === null) return '';
  if (column.kind === 'identifier') return identifierCell(String(value));
  if (column.kind === 'money') return reais(Number(value));
  return column.kind === 'day' ? String(value).split('-').toReversed().join('/') : String(value);
}

function reais(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
