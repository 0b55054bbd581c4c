import { type Kysely, sql } from 'kysely';
import type { ExternalPayment } from './external-payment.ts';
import { SALE_STATUS, type Sale, type SaleItem } from './sale.ts';
import { marksOfPayment, SALE_MARKS, type SaleMarks } from './sale-marks.ts';
import {
  EXTERNAL_PAYMENTS,
  SALE_EVENTS,
  SALE_ITEMS,
  SALES,
  type SaleEvent,
  type SaleRequestKey,
  type SaleTables,
} from './tables.ts';

type Tables = Kysely<SaleTables>;

export async function insertSale(
  tables: Tables,
  sale: Sale,
  { items, marks }: { readonly items: readonly SaleItem[]; readonly marks: SaleMarks },
): Promise<void> {
  await tables
    .insertInto('sales')
    .values({ ...SALES.toRow(sale), ...SALE_MARKS.toRow(marks) })
    .execute();
  if (items.length === 0) return;
  await tables.insertInto('sale_items').values(items.map(SALE_ITEMS.toRow)).execute();
}

export async function insertSaleEvent(tables: Tables, event: SaleEvent): Promise<void> {
  await tables.insertInto('sale_events').values(SALE_EVENTS.toRow(event)).execute();
}

/** Every change of a sale, the oldest first. */
export async function selectEvents(tables: Tables, saleId: number): Promise<readonly SaleEvent[]> {
  const rows = await tables
    .selectFrom('sale_events')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('version')
    .execute();
  return rows.map(SALE_EVENTS.fromRow);
}

export async function findPersonSale(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Sale | undefined> {
  const row = await tables
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && SALES.fromRow(row);
}

/** Reads and locks the sale until the commit. */
export async function lockSale(tables: Tables, id: number): Promise<Sale | undefined> {
  const row = await tables
    .updateTable('sales')
    .set((sale) => ({ version: sale.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && SALES.fromRow(row);
}

/** The sale must be locked. */
export async function updateSale(
  tables: Tables,
  {
    id,
    status,
    version,
    updatedAt,
    creditedAt,
  }: Pick<Sale, 'id' | 'status' | 'version' | 'updatedAt' | 'creditedAt'>,
): Promise<void> {
  await tables
    .updateTable('sales')
    .set({ status, version, updated_at: updatedAt, credited_at: creditedAt ?? null })
    .where('id', '=', id)
    .execute();
}

export async function isTokenInUse(tables: Tables, personId: number, token: string): Promise<boolean> {
  const { pending, inPayment } = SALE_STATUS;
  const row = await tables
    .selectFrom('sales')
    .select('id')
    .where('person_id', '=', personId)
    .where('token', '=', token)
    // Not as parameters: SQLite chooses the partial index `sales_open` by the text of the statement.
    .where('status', 'in', [sql.lit(pending), sql.lit(inPayment)])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The last sale of the same request that waits, is being paid, or is paid although its caller was not answered; made after
 * `since`, or whose card is being charged or was after `since`. One that failed may be tried again.
 */
export async function findRepeated(
  tables: Tables,
  request: Pick<Sale, 'personId' | 'requestHash'> & {
    readonly reference: string;
    readonly since: number;
    readonly chargesCard: boolean;
  },
): Promise<{ readonly id: number; readonly waits: boolean } | undefined> {
  const { pending, inPayment, credited } = SALE_STATUS;
  const row = await tables
    .selectFrom('sales')
    .select(['id', 'status'])
    .where('person_id', '=', request.personId)
    .where('reference', '=', request.reference)
    .where('request_hash', '=', request.requestHash)
    .where((row) =>
      row.or([
        row('status', 'in', [pending, inPayment]),
        row.and([
          row('status', '=', credited),
          row.exists(
            row
              .selectFrom('unanswered_sales')
              .select('sale_id')
              .whereRef('unanswered_sales.sale_id', '=', 'sales.id'),
          ),
        ]),
      ]),
    )
    .where((row) =>
      row.or([
        row('created_at', '>', request.since),
        ...(request.chargesCard ? [row('status', '=', pending), row('credited_at', '>', request.since)] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && { id: row.id, waits: row.status !== credited };
}

export async function findRequestKey(
  tables: Tables,
  personId: number,
  keyHash: string,
): Promise<{ readonly requestHash: string; readonly saleId: number } | undefined> {
  const row = await tables
    .selectFrom('sale_request_keys')
    .select(['request_hash', 'sale_id'])
    .where('person_id', '=', personId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, saleId: row.sale_id };
}

export async function insertRequestKey(tables: Tables, key: SaleRequestKey): Promise<void> {
  await tables
    .insertInto('sale_request_keys')
    .values({
      person_id: key.personId,
      key_hash: key.keyHash,
      request_hash: key.requestHash,
      sale_id: key.saleId,
      created_at: key.createdAt,
    })
    .execute();
}

/** Deletes up to `limit` keys older than `before`, and returns how many. */
export async function deleteRequestKeys(tables: Tables, before: number, limit: number): Promise<number> {
  const old = tables
    .selectFrom('sale_request_keys')
    .select('sale_id')
    .where('created_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await tables
    .deleteFrom('sale_request_keys')
    .where('created_at', '<', before)
    .where('sale_id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function insertUnanswered(tables: Tables, saleId: number, createdAt: number): Promise<void> {
  await tables.insertInto('unanswered_sales').values({ sale_id: saleId, created_at: createdAt }).execute();
}

/** Deletes up to `limit` of those older than `before`, and returns how many. */
export async function deleteUnanswered(tables: Tables, before: number, limit: number): Promise<number> {
  const old = tables
    .selectFrom('unanswered_sales')
    .select('sale_id')
    .where('created_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await tables
    .deleteFrom('unanswered_sales')
    .where('sale_id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** In the order of the sales and of their positions. */
export async function selectItems(tables: Tables, saleIds: readonly number[]): Promise<readonly SaleItem[]> {
  if (saleIds.length === 0) return [];
  const rows = await tables
    .selectFrom('sale_items')
    .selectAll()
    .where('sale_id', 'in', saleIds)
    .orderBy('sale_id')
    .orderBy('position')
    .execute();
  return rows.map(SALE_ITEMS.fromRow);
}

export async function insertPayment(tables: Tables, payment: ExternalPayment): Promise<void> {
  await tables.insertInto('external_payments').values(EXTERNAL_PAYMENTS.toRow(payment)).execute();
}

/** The sale must be locked, or the payment itself if it has no sale. */
export async function updatePayment(tables: Tables, payment: ExternalPayment): Promise<void> {
  const { id, status, updatedAt, clientId, earlierClients, heardAt, result, unsettled } = payment;
  await tables
    .updateTable('external_payments')
    .set({
      status,
      updated_at: updatedAt,
      client_id: clientId ?? null,
      earlier_clients: earlierClients ?? null,
      heard_at: heardAt ?? null,
      result,
      unsettled: unsettled ?? null,
    })
    .where('id', '=', id)
    .execute();
  const marks = marksOfPayment(payment);
  if (payment.saleId === undefined || !marks) return;
  await tables.updateTable('sales').set(marks).where('id', '=', payment.saleId).execute();
}

/** Lists of both kinds show the transaction from now on. The sale must be locked. */
export async function setTransactionOfSale(tables: Tables, id: number, transactionId: string): Promise<void> {
  await tables.updateTable('sales').set({ transaction_id: transactionId }).where('id', '=', id).execute();
}

export async function findPayment(tables: Tables, id: number): Promise<ExternalPayment | undefined> {
  const row = await tables
    .selectFrom('external_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && EXTERNAL_PAYMENTS.fromRow(row);
}

/** Reads and locks an external payment without a sale until the commit. */
export async function lockPayment(tables: Tables, id: number): Promise<ExternalPayment | undefined> {
  const row = await tables
    .updateTable('external_payments')
    .set((payment) => ({ updated_at: payment.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && EXTERNAL_PAYMENTS.fromRow(row);
}

/** In the order of their creation. */
export async function selectPayments(
  tables: Tables,
  saleIds: readonly number[],
): Promise<readonly ExternalPayment[]> {
  if (saleIds.length === 0) return [];
  const rows = await tables
    .selectFrom('external_payments')
    .selectAll()
    .where('sale_id', 'in', saleIds)
    .orderBy('id')
    .execute();
  return rows.map(EXTERNAL_PAYMENTS.fromRow);
}
