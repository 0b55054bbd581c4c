import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { cellsOfWorkbook, type WorkbookCell } from '../../../test/support/workbook.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { SaleRow } from '../sales/schema.ts';
import { accountantColumns, type ExportColumn, exportColumns } from './export-columns.ts';
import { salesCsv } from './sales-csv.ts';
import { salesXlsx } from './sales-xlsx.ts';
import type { ExportedSale } from './with-payers.ts';

const TIME = localTime('America/Sao_Paulo');
const SALE: SaleRow = {
  id: '0199c0de-0000-7000-8000-000000000001',
  // In São Paulo still the last day of October.
  createdAt: '2026-11-01T02:59:59.000Z',
  amount: 28_990,
  value: 20_000,
  status: 6,
  lastTry: null,
  brand: 'Visa',
  last4: '0433',
  kind: 'credit',
  method: null,
  tillSaleId: null,
  terminalName: null,
  installments: 3,
  referenceId: '007',
  customerName: '=HYPERLINK("http://x")',
  customerDocument: '00000149900',
  provider: 'Rede',
  nsu: '000123456',
  providerReference: '10012611260959000012',
  authorizationCode: '012345',
  capturedAmount: 20_000,
  refundedAmount: 1_010,
  disputedAmount: 0,
  movementOpen: false,
  needsAttention: false,
  personId: 1,
  personName: 'Doces da Ana & <Filhas>',
  demo: false,
};
const PIX: SaleRow = {
  ...SALE,
  kind: 'pix',
  brand: null,
  last4: null,
  nsu: null,
  authorizationCode: null,
  providerReference: 'E0000000020261101025911111111111',
};

async function* pages(...all: readonly (readonly ExportedSale[])[]): AsyncGenerator<readonly ExportedSale[]> {
  yield* all;
}

async function rowsOf(
  sales: readonly ExportedSale[],
  columns: readonly ExportColumn[] = exportColumns(undefined),
): Promise<readonly ReadonlyMap<string, WorkbookCell>[]> {
  const [titles = [], ...rows] = cellsOfWorkbook(await buffer(await salesXlsx(pages(sales), columns, TIME)));
  return rows.map((row) => new Map(titles.map(({ value }, index) => [value, row[index] ?? EMPTY])));
}
const BUYER = ['Cliente', 'CPF/CNPJ do cliente', 'Pagador do Pix', 'CPF/CNPJ do pagador', 'Loja'];
const EMPTY: WorkbookCell = { type: 'empty', value: '', format: '' };

describe('The workbook of sales', () => {
  test('keeps every digit of what names something, as a text', async () => {
    const [card, pix] = await rowsOf([SALE, PIX]);
    const texts = {
      'Final do cartão': '0433',
      Pedido: '007',
      'CPF/CNPJ do cliente': '00000149900',
      NSU: '000123456',
      TID: '10012611260959000012',
      Autorização: '012345',
    };
    for (const [title, value] of Object.entries(texts)) {
      assert.deepEqual(card?.get(title), { type: 'text', value, format: '@' }, title);
    }
    const endToEndId = 'Identificador do Pix (endToEndId)';
    assert.equal(card?.get(endToEndId)?.value, '');
    assert.equal(pix?.get(endToEndId)?.value, PIX.providerReference);
    assert.equal(pix?.get('TID')?.value, '');
  });

  test('has money, days and times as numbers that can be added up and sorted', async () => {
    const [row] = await rowsOf([SALE]);
    const money = (value: string) => ({ type: 'number', value, format: '#,##0.00' });
    assert.deepEqual(row?.get('Autorizado'), money('289.9'));
    assert.deepEqual(row?.get('Capturado'), money('200'));
    assert.deepEqual(row?.get('Estornado'), money('10.1'));
    assert.deepEqual(row?.get('Capturado menos estornos'), money('189.9'));
    // 46326 is the 31st of October 2026.
    assert.deepEqual(row?.get('Data'), { type: 'number', value: '46326', format: 'dd/mm/yyyy' });
    assert.equal(Math.round(Number(row?.get('Hora')?.value) * 86_400), 23 * 3_600 + 59 * 60 + 59);
    assert.deepEqual(row?.get('Parcelas'), { type: 'number', value: '3', format: '0' });
  });

  test('tells who paid a Pix, with the document as it is shown', async () => {
    const payer = { name: 'João de Souza', document: '***444777**' };
    const [card, pix] = await rowsOf([SALE, { ...PIX, payer }]);
    assert.equal(pix?.get('Pagador do Pix')?.value, payer.name);
    assert.deepEqual(pix?.get('CPF/CNPJ do pagador'), { type: 'text', value: payer.document, format: '@' });
    assert.equal(card?.get('Pagador do Pix')?.value, '');
  });

  test('has no formula, whatever a buyer calls itself', async () => {
    const [row] = await rowsOf([SALE]);
    assert.deepEqual(row?.get('Cliente'), { type: 'text', value: '=HYPERLINK("http://x")', format: '' });
    assert.equal(row?.get('Loja')?.value, 'Doces da Ana & <Filhas>');
  });

  test('can be opened, and shows what was typed, whatever characters a text has', async () => {
    const typed = 'Bolo\u{FFFE}\u{FFFF} \u{D800}de _x0041_ _x41_ 🎂';
    const [row] = await rowsOf([{ ...SALE, customerName: typed, referenceId: '\u{FFFF}' }]);
    assert.equal(row?.get('Cliente')?.value, 'Bolo \u{FFFD}de _x005F_x0041_ _x41_ 🎂');
    assert.equal(row?.get('Pedido')?.value, '');
  });

  test('for the accountant says nothing of who bought', async () => {
    const [row] = await rowsOf([SALE], accountantColumns());
    assert.ok(row?.has('NSU'));
    for (const title of BUYER) assert.ok(!row?.has(title), title);
  });

  test('is written as it is read: a reader who waits holds up the sales', async () => {
    const PAGE = Array.from({ length: 500 }, (_, index) => ({ ...SALE, nsu: String(index * 7_919) }));
    let read = 0;
    async function* many(): AsyncGenerator<readonly SaleRow[]> {
      for (; read < 200; read += 1) yield PAGE;
    }
    const file = await salesXlsx(many(), exportColumns(undefined), TIME);
    const bytes = file[Symbol.asyncIterator]();
    await bytes.next();
    // Whatever can be written ahead has been by then: each part of it waits for the one before.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(read < 50, `${read} of 200 pages were read for the first bytes`);
    await bytes.return?.();
    assert.ok(read < 50, 'and none any more when nobody reads');
  });
});

test('the same columns as CSV are written as Brazilian spreadsheets read them', async () => {
  const text = (await buffer(salesCsv(pages([SALE]), accountantColumns(), TIME))).toString();
  const [titles, row] = text.replace(/^\u{feff}/u, '').split('\r\n');
  assert.match(
    titles ?? '',
    /^Data;Hora;Valor;Autorizado;.*;Capturado;Estornado;Contestado;Capturado menos estornos;Id$/,
  );
  assert.match(row ?? '', /^31\/10\/2026;23:59:59;"200,00";"289,90";Estorno parcial;Visa;"=""0433""";/);
  assert.match(row ?? '', /;"=""10012611260959000012""";;/);
});
