import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, identifierCell } from '../interface/csv.ts';
import { CLASS_TITLES } from './explain.ts';
import type { ReconciledLine } from './schema.ts';

const TITLES = [
  ...['Dia', 'Classe', 'O que é', 'Venda', 'Pagamento', 'Adquirente', 'Líquido', 'Diferença'],
  ...['Explicação', 'O que fazer', 'Anotação'],
];

/** Amounts stand with what counts alone, so that the sum of a column is that of the panel. */
export interface LineOfFile {
  readonly line: ReconciledLine;
  readonly isCounted: boolean;
}

/** Differences for Brazilian spreadsheets. */
export function reconciliationCsv(pages: AsyncIterable<readonly LineOfFile[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(TITLES)}`;
    for await (const rows of pages) yield rows.map(rowOf).join('');
  }
  return Readable.from(lines());
}

function rowOf({ line, isCounted }: LineOfFile): string {
  return csvLine([
    line.day.split('-').toReversed().join('/'),
    CLASS_TITLES[line.class],
    line.what,
    identifierCell(line.transactionId),
    identifierCell(line.payoutId),
    line.provider,
    isCounted ? { cents: line.net } : '',
    isCounted ? { cents: line.difference } : '',
    line.explanation,
    line.advice ?? '',
    line.note ?? '',
  ]);
}
