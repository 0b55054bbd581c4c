import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOfWorkbook } from '../../../test/support/workbook.ts';
import { Status } from '../../gateway/transactions/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { ExportSources } from '../exports/export-sales.ts';
import { monthlySalesMail, readMonth } from './monthly-sales.ts';

const SHOP = { personId: 1, name: 'Doces da Ana' };
const sale = (index: number, status: Status, capturedAmount: number) => ({
  id: `sale-${index}`,
  merchantId: 1,
  createdAt: Date.UTC(2026, 9, 15) - index,
  amount: 1_000,
  order: { provider: 'REDE', payment: { kind: 'pix' } },
  result: { status, capturedAmount, refundedAmount: index === 0 ? 300 : 0 },
});
const SALES = [
  sale(0, Status.captured, 1_000),
  sale(1, Status.denied, 0),
  sale(2, Status.authorized, 0),
  sale(3, Status.captured, 500),
];

function sources(): ExportSources {
  const one = {
    accounts: { namesOfPersons: async () => new Map([[1, SHOP.name]]) },
    sales: { list: async () => ({ sales: SALES, lookedUntil: undefined }), summary: () => assert.fail() },
    tillSales: {
      list: async () => ({ sales: [], lookedUntil: undefined }),
      summary: () => assert.fail(),
      salesOfCharges: async () => new Map(),
      chargingTransactions: async () => [],
    },
    time: localTime('America/Sao_Paulo'),
  };
  return one as unknown as ExportSources;
}

test('the month of an accountant has the sales whose money moved or may move, and their sums', async () => {
  const month = await readMonth(sources(), SHOP, '2026-10');
  assert.deepEqual([month.sales, month.captured, month.refunded], [3, 1_500, 300]);
  assert.equal(month.file?.name, 'vendas-doces-da-ana-2026-10.xlsx');
  const [, ...rows] = cellsOfWorkbook(month.file.content);
  assert.deepEqual(
    rows.map((row) => row.at(-1)?.value),
    ['sale-0', 'sale-2', 'sale-3'],
  );
});

test('a month of too many sales is summed up, and its file stays behind the login', async () => {
  const month = await readMonth(sources(), SHOP, '2026-10', 2);
  assert.deepEqual([month.sales, month.captured, month.file], [3, 1_500, undefined]);
  const shop = { name: SHOP.name, email: undefined, publicUrl: 'https://pagar.example', isSandbox: false };
  const mail = monthlySalesMail(month, shop);
  assert.equal(mail.attachment, undefined);
  assert.match(mail.paragraphs[0] ?? '', /Quem tem acesso ao painel/);
  assert.equal(mail.button?.url, 'https://pagar.example/painel/vendas?from=2026-10-01&to=2026-10-31');
});
