import type { Row, StoredRows } from '../../../support/stored-rows.ts';
import type { TillAnswer, TillEvidence } from '../judge/till-evidence.ts';
import type { PinPads } from './pin-pads.ts';

/** The back office's records at the end of the test. */
export async function collectTills(
  stored: Pick<StoredRows, 'rows'>,
  answers: readonly TillAnswer[],
  { pinPads, terminalIds }: { readonly pinPads: PinPads; readonly terminalIds: readonly number[] },
): Promise<TillEvidence> {
  const rowsOf = async <Record>(table: string, read: (row: Row) => Record): Promise<readonly Record[]> =>
    (await stored.rows(table)).map(read);
  const amounts = new Map(
    (await stored.rows('recurrences')).map(({ id, amount }) => [Number(id), Number(amount)]),
  );
  const products = (await stored.rows('products')).filter((row) => Number(row.stock_controlled) === 1);
  return {
    answers,
    movements: pinPads.movements(),
    payments: await rowsOf('external_payments', (row) => ({
      id: Number(row.id),
      saleId: row.sale_id === null ? undefined : Number(row.sale_id),
      terminalId: Number(row.terminal_id),
      isByClient: row.client_id !== null && terminalIds.includes(Number(row.terminal_id)),
      isUnsettled: row.unsettled !== null,
      stored: JSON.stringify(row),
    })),
    sales: await rowsOf('sales', (row) => ({
      id: Number(row.id),
      referenceId: String(row.reference),
      status: Number(row.status),
      version: Number(row.version),
      originalValue: Number(row.original_value),
      finalValue: Number(row.final_value),
      orderId: row.order_id === null ? undefined : Number(row.order_id),
    })),
    events: await rowsOf('sale_events', (row) => ({
      saleId: Number(row.sale_id),
      version: Number(row.version),
      status: Number(row.status),
    })),
    items: await rowsOf('sale_items', (row) => ({
      saleId: Number(row.sale_id),
      productId: Number(row.product_id),
      quantity: Number(row.quantity),
      isStocked: Number(row.stocked) === 1,
    })),
    products: products.map((row) => ({
      id: Number(row.id),
      quantity: Number(row.quantity ?? 0),
      reserved: Number(row.reserved),
    })),
    orders: await rowsOf('orders', (row) => ({
      id: Number(row.id),
      total: Number(row.total),
      paid: Number(row.paid),
      inPayment: Number(row.in_payment),
    })),
    charges: await rowsOf('charges', (row) => ({
      id: Number(row.id),
      owner: row.owner === 'sale' ? 'sale' : 'entry',
      ownerId: Number(row.owner_id),
    })),
    entries: await rowsOf('recurrence_entries', (row) => ({
      id: Number(row.id),
      status: Number(row.status),
      tries: Number(row.tries),
      isUnderWay: Number(row.under_way) === 1,
      amount: amounts.get(Number(row.recurrence_id)) ?? 0,
    })),
  };
}
