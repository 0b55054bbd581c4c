import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine, identifierCell } from '../interface/csv.ts';
import { DISPUTE_KIND_WORDS, DISPUTE_MONEY_WORDS, DISPUTE_STATE_WORDS } from './dispute-words.ts';
import type { DisputeRow } from './schema.ts';

const TITLES = [
  ...['Aviso', 'Responder até', 'Venda', 'Referência', 'Tipo', 'Processo', 'Código', 'Motivo'],
  ...['Adquirente', 'Valor', 'Situação', 'Dinheiro', 'Movido em'],
];

/** Disputes for Brazilian spreadsheets. */
export function disputesCsv(pages: AsyncIterable<readonly DisputeRow[]>): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(TITLES)}`;
    for await (const rows of pages) yield rows.map(lineOf).join('');
  }
  return Readable.from(lines());
}

function lineOf(row: DisputeRow): string {
  return csvLine([
    dayText(row.notifiedDay),
    dayText(row.answerBy),
    identifierCell(row.transactionId),
    identifierCell(row.referenceId),
    DISPUTE_KIND_WORDS[row.kind],
    identifierCell(row.process),
    identifierCell(row.reasonCode),
    row.reason ?? '',
    row.provider,
    { cents: row.amount },
    DISPUTE_STATE_WORDS[row.state],
    DISPUTE_MONEY_WORDS[row.money],
    dayText(row.moneyDay),
  ]);
}

function dayText(day: string | null): string {
  return day === null ? '' : day.split('-').toReversed().join('/');
}
