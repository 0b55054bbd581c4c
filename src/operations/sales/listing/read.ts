import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { type Charge, type ChargeTables, findCharges, type GatewayCharges } from '../../charges/index.ts';
import type { CardForms } from '../../client-cards/index.ts';
import { findOperatorNames, type OperatorTables } from '../../operators/index.ts';
import { findOrders, type OrderTables, type SalesOrder } from '../../orders/index.ts';
import { findTerminalNames, type TerminalTables } from '../../terminals/index.ts';
import type { ExternalPayment } from '../record/external-payment.ts';
import { flowOfSale } from '../record/flow.ts';
import { SALE_STATUSES, type Sale, type SaleItem, type SaleStatus, saleStatusName } from '../record/sale.ts';
import { selectItems, selectPayments } from '../record/store.ts';
import { EXTERNAL_PAYMENTS, SALES, type SaleTables } from '../record/tables.ts';

/** A sale with all that is shown of it. */
export interface SaleDetails {
  readonly id: number;
  readonly sale: Sale;
  readonly items: readonly SaleItem[];
  readonly payments: readonly ExternalPayment[];
  readonly terminalName: string;
  /** Who sold it at the till. */
  readonly operatorName: string | undefined;
  readonly order: SalesOrder | undefined;
  /** Of a sale that the gateway charges, or for which it keeps a card. */
  readonly charge: ShownCharge | undefined;
}

/** Filter of a person's sales; undefined fields filter nothing. */
export interface SalesQuery {
  readonly personId: number;
  readonly ids: readonly number[] | undefined;
  readonly methodId: number | undefined;
  readonly terminalId: number | undefined;
  readonly statuses: readonly SaleStatus[] | undefined;
  readonly reference: string | undefined;
  readonly integrationId: number | undefined;
  readonly orderId: number | undefined;
  /** Milliseconds since 1970: made at or after, and before. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}

export interface SalePage {
  /** Undefined: from the newest. */
  readonly beforeId: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface ShownCharge {
  readonly transactionId: string | undefined;
  /** Of the form that keeps a card. */
  readonly formId: string | undefined;
  /** Where the buyer types the card. */
  readonly pageUrl: string | undefined;
}

/** What the details of sales are read from. */
export interface DetailsRooms {
  readonly database: Pick<Database, 'read'>;
  readonly gateway: Pick<GatewayCharges, 'pageUrl' | 'pixPages'>;
  readonly cardForms: Pick<CardForms, 'find'>;
}

type Tables = Kysely<SaleTables>;

/** Newest first. */
export async function selectSales(
  tables: Tables,
  filter: SalesQuery,
  { beforeId, offset, limit }: SalePage,
): Promise<readonly Sale[]> {
  let query = tables.selectFrom('sales').selectAll().where('person_id', '=', filter.personId);
  if (filter.ids) query = query.where('id', 'in', filter.ids);
  if (filter.methodId !== undefined) query = query.where('method_id', '=', filter.methodId);
  if (filter.terminalId !== undefined) query = query.where('terminal_id', '=', filter.terminalId);
  if (filter.statuses) query = query.where('status', 'in', filter.statuses);
  if (filter.reference !== undefined) query = query.where('reference', '=', filter.reference);
  if (filter.integrationId !== undefined) query = query.where('integration_id', '=', filter.integrationId);
  if (filter.orderId !== undefined) query = query.where('order_id', '=', filter.orderId);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.until !== undefined) query = query.where('created_at', '<', filter.until);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').offset(offset).limit(limit).execute();
  return rows.map(SALES.fromRow);
}

/** Newest first; filtered by sales or by terminal, otherwise all of the person. */
export async function selectPaymentsOf(
  tables: Tables,
  request: {
    readonly personId: number;
    readonly saleIds: readonly number[] | undefined;
    readonly terminalId: number | undefined;
    readonly limit: number;
  },
): Promise<readonly ExternalPayment[]> {
  if (request.saleIds?.length === 0) return [];
  let query = tables.selectFrom('external_payments').selectAll().where('person_id', '=', request.personId);
  if (request.saleIds) query = query.where('sale_id', 'in', request.saleIds);
  if (request.terminalId !== undefined) query = query.where('terminal_id', '=', request.terminalId);
  const rows = await query.orderBy('id', 'desc').limit(request.limit).execute();
  return rows.map(EXTERNAL_PAYMENTS.fromRow);
}

/** All that is shown of these sales. The number of queries does not depend on the number of sales. */
export async function readDetails(
  { database, gateway, cardForms }: DetailsRooms,
  sales: readonly Sale[],
): Promise<readonly SaleDetails[]> {
  const ids = sales.map(({ id }) => id);
  const tables = database.read<SaleTables & OrderTables & TerminalTables & ChargeTables>();
  const personId = sales[0]?.personId ?? 0;
  const orders = await findOrders(
    tables as unknown as Kysely<OrderTables>,
    personId,
    unique(sales.flatMap(({ orderId }) => orderId ?? [])),
  );
  const names = await findTerminalNames(
    tables as unknown as Kysely<TerminalTables>,
    unique(sales.map(({ terminalId }) => terminalId)),
  );
  const operators = await findOperatorNames(
    tables as unknown as Kysely<OperatorTables>,
    unique(sales.flatMap(({ operatorId }) => operatorId ?? [])),
  );
  const items = Map.groupBy(await selectItems(tables as unknown as Tables, ids), ({ saleId }) => saleId);
  const payments = Map.groupBy(
    await selectPayments(tables as unknown as Tables, ids),
    ({ saleId }) => saleId,
  );
  const charges = await findCharges(tables as unknown as Kysely<ChargeTables>, 'sale', ids);
  const chargeOf = await chargesShown({ gateway, cardForms }, charges, sales);
  return sales.map((sale) => ({
    id: sale.id,
    sale,
    items: items.get(sale.id) ?? [],
    payments: payments.get(sale.id) ?? [],
    terminalName: names.get(sale.terminalId) ?? '',
    operatorName: operators.get(sale.operatorId ?? 0),
    order: orders.find(({ id }) => id === sale.orderId),
    charge: chargeOf(sale),
  }));
}

/** `5`, `Pendente ,15`, `Creditado`; undefined: no status that can be read. */
export function readStatuses(text: string | undefined): readonly SaleStatus[] | undefined {
  const wanted = (text ?? '').split(',').map((part) => part.trim().toLowerCase());
  const found = wanted.flatMap(
    (part) =>
      SALE_STATUSES.find(
        (status) => String(status) === part || saleStatusName(status).toLowerCase() === part,
      ) ?? [],
  );
  return found.length > 0 ? found : undefined;
}

function unique(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}

async function chargesShown(
  { gateway, cardForms }: Pick<DetailsRooms, 'gateway' | 'cardForms'>,
  charges: readonly Charge[],
  sales: readonly Sale[],
): Promise<(sale: Sale) => SaleDetails['charge']> {
  const formIds = charges.flatMap(({ formId }) => formId ?? []);
  const forms = formIds.length > 0 ? await cardForms.find(charges[0]?.personId ?? 0, formIds) : new Map();
  const slipSales = new Set(sales.filter((sale) => flowOfSale(sale) === 'slip').map(({ id }) => id));
  const awaited = charges.flatMap(({ ownerId, transactionId, plannedTransactionId, cardToken }) =>
    slipSales.has(ownerId) || (plannedTransactionId !== undefined && cardToken === undefined)
      ? (transactionId ?? [])
      : [],
  );
  const awaitedPages = awaited.length > 0 ? await gateway.pixPages(awaited) : new Map<string, string>();
  const bySale = new Map(charges.map((charge) => [charge.ownerId, charge]));
  return (sale) => {
    const { formId, transactionId } = bySale.get(sale.id) ?? {};
    if (formId !== undefined) {
      const form = forms.get(formId);
      return { transactionId, formId, pageUrl: form?.kind === 'open' ? form.url : undefined };
    }
    if (transactionId === undefined) return undefined;
    const flow = flowOfSale(sale);
    // The hosted page asks who pays a slip, until there is one.
    const hasPage = flow === 'page' || (flow === 'slip' && !awaitedPages.has(transactionId));
    const pageUrl = hasPage ? gateway.pageUrl(transactionId) : awaitedPages.get(transactionId);
    return { transactionId, formId, pageUrl };
  };
}
