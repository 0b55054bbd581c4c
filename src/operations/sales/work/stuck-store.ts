import { type Kysely, sql } from 'kysely';
import { type ExternalPayment, PAYMENT_STATUS, UNSETTLED } from '../record/external-payment.ts';
import type { Sale } from '../record/sale.ts';
import {
  BY_UNINDEXED_ID,
  BY_UNINDEXED_PERSON,
  EXTERNAL_PAYMENTS,
  IS_OPEN,
  IS_UNSETTLED,
  SALES,
  type SaleTables,
} from '../record/tables.ts';

type Tables = Kysely<SaleTables>;

/** A sale in payment (6) or being canceled (19), and the payment or cancel that its payment client does not end; or one that ended without its client. */
export interface StuckSale {
  readonly sale: Sale;
  readonly payment: ExternalPayment;
}

export interface StuckPage {
  /** Undefined: of all persons. */
  readonly personId: number | undefined;
  /** Of the last payment of the page before; 0: from the oldest. */
  readonly afterPaymentId: number;
  readonly limit: number;
}

/** Not by the index of sales, in which all payments stand. */
const HAS_SALE = sql<boolean>`sale_id + 0 is not null`;

/** Payments under way whose client has not been heard of since. Only the index of open payments keeps it short. */
function stuckPayments(tables: Tables, silentSince: number) {
  return tables
    .selectFrom('external_payments')
    .where(IS_OPEN)
    .where('status', '=', PAYMENT_STATUS.underWay)
    .where(HAS_SALE)
    .where('client_id', 'is not', null)
    .where('heard_at', '<', silentSince);
}

/** Payments that ended without their client: it has said otherwise, or nothing since. */
function unsettledPayments(tables: Tables, silentSince: number) {
  return tables
    .selectFrom('external_payments')
    .where(IS_UNSETTLED)
    .where((payment) =>
      payment.or([payment('unsettled', '=', UNSETTLED.disputed), payment('updated_at', '<', silentSince)]),
    );
}

/** Not one query: each has an index of its own. */
const KINDS = [stuckPayments, unsettledPayments] as const;

/** In the order of the payments. */
export async function selectStuck(
  tables: Tables,
  { personId, afterPaymentId, limit, silentSince }: StuckPage & { readonly silentSince: number },
): Promise<readonly StuckSale[]> {
  const found: ExternalPayment[] = [];
  for (const kind of KINDS) {
    let query = kind(tables, silentSince).selectAll().where(BY_UNINDEXED_ID, '>', afterPaymentId);
    if (personId !== undefined) query = query.where(BY_UNINDEXED_PERSON, '=', personId);
    const rows = await query.orderBy(BY_UNINDEXED_ID).limit(limit).execute();
    found.push(...rows.map(EXTERNAL_PAYMENTS.fromRow));
  }
  const payments = found.toSorted((one, other) => one.id - other.id).slice(0, limit);
  if (payments.length === 0) return [];
  const ids = payments.flatMap(({ saleId }) => saleId ?? []);
  const rows = await tables.selectFrom('sales').selectAll().where('id', 'in', ids).execute();
  const sales = new Map(rows.map((row) => [row.id, SALES.fromRow(row)]));
  return payments.flatMap((payment) => {
    const sale = sales.get(payment.saleId ?? 0);
    return sale ? [{ sale, payment }] : [];
  });
}

export async function findStuck(
  tables: Tables,
  saleId: number,
  silentSince: number,
): Promise<StuckSale | undefined> {
  for (const kind of KINDS) {
    const payment = await kind(tables, silentSince)
      .selectAll()
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .executeTakeFirst();
    const sale =
      payment && (await tables.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirst());
    if (payment && sale) return { payment: EXTERNAL_PAYMENTS.fromRow(payment), sale: SALES.fromRow(sale) };
  }
  return undefined;
}

export async function countStuck(
  tables: Tables,
  silentSince: number,
  personId: number | undefined,
): Promise<number> {
  let total = 0;
  for (const kind of KINDS) {
    let query = kind(tables, silentSince).select(({ fn }) => fn.countAll<number>().as('count'));
    if (personId !== undefined) query = query.where(BY_UNINDEXED_PERSON, '=', personId);
    const { count } = await query.executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}
