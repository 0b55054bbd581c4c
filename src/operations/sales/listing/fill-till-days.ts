import type { Database } from '../../../platform/database/index.ts';
import { recountInZone } from '../../../platform/lists/days.ts';
import { type ClientTables, findClients } from '../../clients/index.ts';
import { isListed } from '../record/listed-sale.ts';
import { ADD_TO_TILL_DAYS, type StoredTillDay, TILL_SALES_BY_DAY } from '../record/listed-sales-table.ts';
import { saleFiguresOf } from '../record/sale-figures.ts';
import { marksOfClient, marksOfPayment, SALE_MARKS } from '../record/sale-marks.ts';
import { selectPayments } from '../record/store.ts';
import { SALES, type SaleTables } from '../record/tables.ts';

const ROWS_AT_ONCE = 500;

type Write = Parameters<Parameters<Database['write']>[0]>[0];

/**
 * As recountInZone says; sets the local day of every sale too. In a database without figures its sales also get their
 * search columns.
 */
export async function ensureTillDays(
  database: Database,
  timeZone: string,
  dayOf: (epochMs: number) => string,
): Promise<void> {
  await recountInZone(database, TILL_SALES_BY_DAY, timeZone, (write, known) =>
    countAll(write, dayOf, known === ''),
  );
}

async function countAll(write: Write, dayOf: (epochMs: number) => string, withMarks: boolean): Promise<void> {
  const tables = write.tables<SaleTables>();
  const days = new Map<string, StoredTillDay>();
  for (let lastId = 0; ; ) {
    const rows = await tables
      .selectFrom('sales')
      .selectAll()
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const sales = rows.map((row) => ({ ...SALES.fromRow(row), day: dayOf(row.created_at) }));
    for (const [day, ofDay] of Map.groupBy(sales, (sale) => sale.day)) {
      await tables
        .updateTable('sales')
        .set({ day })
        .where(
          'id',
          'in',
          ofDay.map(({ id }) => id),
        )
        .execute();
    }
    for (const sale of sales) if (isListed(sale)) addTo(days, sale);
    if (withMarks) await markSales(write, sales);
    const last = sales.at(-1);
    if (!last || sales.length < ROWS_AT_ONCE) break;
    lastId = last.id;
  }
  if (days.size > 0) await write.insertRows(ADD_TO_TILL_DAYS, [...days.values()]);
}

type CountedSale = ReturnType<typeof SALES.fromRow>;

function addTo(days: Map<string, StoredTillDay>, sale: CountedSale): void {
  const { personId, day, status, methodId } = sale;
  const key = `${personId} ${day} ${status} ${methodId}`;
  const known = days.get(key);
  const one = saleFiguresOf(sale);
  days.set(key, {
    personId,
    day,
    status,
    methodId,
    shard: 0,
    sales: (known?.sales ?? 0) + one.sales,
    captured: (known?.captured ?? 0) + one.captured,
    capturedSum: (known?.capturedSum ?? 0) + one.capturedSum,
    refunded: (known?.refunded ?? 0) + one.refunded,
    refundedSum: (known?.refundedSum ?? 0) + one.refundedSum,
  });
}

async function markSales(write: Write, sales: readonly CountedSale[]): Promise<void> {
  const tables = write.tables<SaleTables>();
  const clientIds = [...new Set(sales.flatMap(({ clientId }) => clientId ?? []))];
  const clients = await findClients(write.tables<ClientTables>(), clientIds);
  const payments = await selectPayments(
    tables,
    sales.map(({ id }) => id),
  );
  for (const { id, clientId } of sales) {
    const client = clients.find((one) => one.id === clientId);
    const payment = payments.findLast((one) => one.saleId === id && marksOfPayment(one) !== undefined);
    if (!client && !payment) continue;
    const marks = { ...SALE_MARKS.toRow(marksOfClient(client)), ...(payment ? marksOfPayment(payment) : {}) };
    await tables.updateTable('sales').set(marks).where('id', '=', id).execute();
  }
}
