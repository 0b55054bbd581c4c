import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, identifierCell } from '../interface/csv.ts';
import { KIND_WORDS } from '../sales/kind-words.ts';
import { STATUS_WORDS } from './receivable-words.ts';
import type { ReceivableRow } from './schema.ts';

const TITLES = [
  ...['Cai em', 'Venda', 'Referência', 'Forma', 'Bandeira', 'Adquirente', 'Parcela', 'Parcelas'],
  ...['Capturada em', 'Bruto', 'Taxa', 'Líquido', 'Situação'],
];

/** Lines of receivables for Brazilian spreadsheets. */
export function receivablesCsv(pages: AsyncIterable<readonly ReceivableRow[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(TITLES)}`;
    for await (const rows of pages) yield rows.map(lineOf).join('');
  }
  return Readable.from(lines());
}

function lineOf(row: ReceivableRow): string {
  return csvLine([
    dayText(row.dueDay),
    identifierCell(row.transactionId),
    identifierCell(row.referenceId),
    KIND_WORDS[row.paidBy],
    row.brand ?? '',
    row.provider,
    String(row.installment),
    String(row.installments),
    dayText(row.captureDay),
    ...[row.gross, row.fee, row.net].map((cents) => ({ cents })),
    STATUS_WORDS[row.status],
  ]);
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}
