import { Readable } from 'node:stream';
import type { Accounts } from '../../accounts/index.ts';
import type { SaleFilter, SalesReader } from '../../gateway/transactions/index.ts';
import type { LocalTime } from '../../platform/index.ts';
import { BYTE_ORDER_MARK, csvLine } from '../interface/csv.ts';
import { saleRowOf } from './sale-row.ts';
import type { SaleRow } from './schema.ts';
import { statusWord } from './status-words.ts';

const ROWS_AT_ONCE = 500;
/** As many as a spreadsheet takes. */
const MAX_ROWS = 1_000_000;

interface CsvColumn {
  readonly titles: readonly string[];
  cells(sale: SaleRow, time: LocalTime): readonly string[];
}

const one = (title: string, cell: (sale: SaleRow) => string | null): CsvColumn => ({
  titles: [title],
  cells: (sale) => [cell(sale) ?? ''],
});

/** By the names of the list's columns. */
const COLUMNS: Readonly<Record<string, CsvColumn>> = {
  createdAt: {
    titles: ['Data', 'Hora'],
    cells: ({ createdAt }, time) => time.brazilian(Date.parse(createdAt)).slice(0, 19).split(' '),
  },
  amount: one('Valor', ({ amount }) => reais(amount)),
  status: one('Situação', statusWord),
  card: {
    titles: ['Bandeira', 'Final do cartão', 'Tipo'],
    cells: ({ brand, last4, kind }) => [brand ?? '', last4 ?? '', kind === 'debit' ? 'Débito' : 'Crédito'],
  },
  installments: one('Parcelas', ({ installments }) => String(installments)),
  referenceId: one('Pedido', ({ referenceId }) => referenceId),
  customer: {
    titles: ['Cliente', 'CPF/CNPJ do cliente'],
    cells: ({ customerName, customerDocument }) => [customerName ?? '', customerDocument ?? ''],
  },
  personName: one('Loja', ({ personName }) => personName),
  nsu: one('NSU', ({ nsu }) => nsu),
  providerReference: one('TID', ({ providerReference }) => providerReference),
  authorizationCode: one('Autorização', ({ authorizationCode }) => authorizationCode),
  provider: one('Adquirente', ({ provider }) => provider),
  capturedAmount: one('Capturado', ({ capturedAmount }) => reais(capturedAmount)),
  refundedAmount: one('Estornado', ({ refundedAmount }) => reais(refundedAmount)),
};
const ALWAYS: readonly CsvColumn[] = [one('Id da transação', ({ id }) => id)];

/** The columns asked for, in their order, and the id; all of them when none is named. Unknown names are left out. */
export function csvColumns(names: string | undefined): readonly CsvColumn[] {
  const asked = names?.split(',') ?? Object.keys(COLUMNS);
  return [...asked.flatMap((name) => (Object.hasOwn(COLUMNS, name) ? (COLUMNS[name] ?? []) : [])), ...ALWAYS];
}

/** `vendas-2026-11-01-a-2026-11-21.csv` */
export function csvFileName({ from, to }: Pick<SaleFilter, 'from' | 'to'>, today: string): string {
  const period =
    from === undefined && to === undefined ? `ate-${today}` : `${from ?? 'inicio'}-a-${to ?? today}`;
  return `vendas-${period}.csv`;
}

/** The sales of a filter as CSV for Brazilian spreadsheets, read page by page while it is sent. */
export function exportSales(
  {
    accounts,
    sales,
    time,
  }: { readonly accounts: Accounts; readonly sales: SalesReader; readonly time: LocalTime },
  filter: SaleFilter,
  columns: readonly CsvColumn[],
): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield `${BYTE_ORDER_MARK}${csvLine(columns.flatMap(({ titles }) => titles))}`;
    let before: string | undefined;
    for (let rows = 0; rows < MAX_ROWS; rows += ROWS_AT_ONCE) {
      const page = await sales.list(filter, { limit: ROWS_AT_ONCE, before });
      const names = await accounts.namesOfPersons([...new Set(page.map(({ merchantId }) => merchantId))]);
      yield page
        .map((sale) => saleRowOf(sale, names.get(sale.merchantId) ?? ''))
        .map((row) => csvLine(columns.flatMap((column) => column.cells(row, time))))
        .join('');
      before = page.at(-1)?.id;
      if (page.length < ROWS_AT_ONCE) return;
    }
  }
  return Readable.from(lines());
}

function reais(cents: number): string {
  return `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
