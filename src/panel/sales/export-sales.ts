import { Readable } from 'node:stream';
import type { LocalTime } from '../../platform/time/clock.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine, identifierCell } from '../interface/csv.ts';
import { listSales, type SalesSources } from './list-sales.ts';
import type { SalesFilter } from './read-filter.ts';
import { START } from './sales-place.ts';
import type { SaleKind, SaleRow } from './schema.ts';
import { statusWord } from './status-words.ts';

const ROWS_AT_ONCE = 500;
/** The limit of spreadsheets. */
const MAX_ROWS = 1_000_000;

interface CsvColumn {
  readonly titles: readonly string[];
  cells(sale: SaleRow, time: LocalTime): readonly CsvCell[];
}

const one = (title: string, cell: (sale: SaleRow) => string | null): CsvColumn => ({
  titles: [title],
  cells: (sale) => [cell(sale) ?? ''],
});

const oneIdentifier = (title: string, cell: (sale: SaleRow) => string | null): CsvColumn => ({
  titles: [title],
  cells: (sale) => [identifierCell(cell(sale))],
});

const KIND_NAMES: Readonly<Record<SaleKind, string>> = {
  credit: 'Crédito',
  debit: 'Débito',
  pix: 'Pix',
  cash: 'Dinheiro',
  voucher: 'Voucher',
  other: 'Outros',
};

/** By the names of the list's columns. */
const COLUMNS: Readonly<Record<string, CsvColumn>> = {
  createdAt: {
    titles: ['Data', 'Hora'],
    cells: ({ createdAt }, time) => time.brazilian(Date.parse(createdAt)).slice(0, 19).split(' '),
  },
  amount: {
    titles: ['Valor', 'Autorizado'],
    cells: ({ value, amount }) => [reais(value), reais(amount)],
  },
  status: one('Situação', statusWord),
  card: {
    titles: ['Bandeira', 'Final do cartão', 'Tipo', 'Forma no caixa'],
    cells: ({ brand, last4, kind, method }) => [
      brand ?? '',
      identifierCell(last4),
      KIND_NAMES[kind],
      method ?? '',
    ],
  },
  installments: one('Parcelas', ({ installments }) => String(installments)),
  referenceId: oneIdentifier('Pedido', ({ referenceId }) => referenceId),
  customer: {
    titles: ['Cliente', 'CPF/CNPJ do cliente'],
    cells: ({ customerName, customerDocument }) => [customerName ?? '', identifierCell(customerDocument)],
  },
  personName: one('Loja', ({ personName }) => personName),
  terminalName: one('Terminal', ({ terminalName }) => terminalName),
  nsu: oneIdentifier('NSU', ({ nsu }) => nsu),
  providerReference: oneIdentifier('TID', ({ providerReference }) => providerReference),
  authorizationCode: oneIdentifier('Autorização', ({ authorizationCode }) => authorizationCode),
  provider: one('Adquirente', ({ provider }) => provider),
  capturedAmount: one('Capturado', ({ capturedAmount }) => reais(capturedAmount)),
  refundedAmount: one('Estornado', ({ refundedAmount }) => reais(refundedAmount)),
  id: one('Id', ({ id }) => id),
};
/** Without them a file could not be added up. */
const ALWAYS = ['capturedAmount', 'refundedAmount', 'id'];

/**
 * The requested columns in their order, and those that every file has; all columns if none is named. Unknown names are
 * ignored.
 */
export function csvColumns(names: string | undefined): readonly CsvColumn[] {
  const request = names?.split(',') ?? Object.keys(COLUMNS);
  return [...new Set([...request, ...ALWAYS])].flatMap((name) =>
    Object.hasOwn(COLUMNS, name) ? (COLUMNS[name] ?? []) : [],
  );
}

/** `vendas-2026-11-01-a-2026-11-21.csv` */
export function csvFileName(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): string {
  const period =
    from === undefined && to === undefined ? `ate-${today}` : `${from ?? 'inicio'}-a-${to ?? today}`;
  return `vendas-${period}.csv`;
}

/** The filtered sales as CSV for Brazilian spreadsheets, read page by page while it is sent. */
export function exportSales(
  sources: SalesSources & { readonly time: LocalTime },
  filter: SalesFilter,
  columns: readonly CsvColumn[],
): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(columns.flatMap(({ titles }) => titles))}`;
    let after = START;
    for (let written = 0; written < MAX_ROWS; ) {
      const { rows, next } = await listSales(sources, filter, { limit: ROWS_AT_ONCE, after });
      yield rows.map((row) => csvLine(columns.flatMap((column) => column.cells(row, sources.time)))).join('');
      if (!next) return;
      written += rows.length;
      after = next;
    }
  }
  return Readable.from(lines());
}

function reais(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
