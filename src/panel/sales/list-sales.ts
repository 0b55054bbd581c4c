import type { Accounts } from '../../accounts/accounts.ts';
import type { ListedSale, SaleFilter, SalesPage, SalesReader } from '../../gateway/transactions/index.ts';
import type { ListedTillSale, TillSalesPage, TillSalesReader } from '../../operations/index.ts';
import type { SalesFilter } from './read-filter.ts';
import { saleRowOf } from './sale-row.ts';
import type { SalesPlace } from './sales-place.ts';
import { SALE_VIEWS, type SaleRow, type SaleSummary } from './schema.ts';
import { tillFiguresOf, tillRowOf, tillStatusesOf } from './till-rows.ts';

export interface SalesSources {
  readonly accounts: Pick<Accounts, 'namesOfPersons'>;
  readonly sales: Pick<SalesReader, 'list' | 'summary'>;
  readonly tillSales: Pick<TillSalesReader, 'list' | 'summary' | 'salesOfCharges' | 'chargingTransactions'>;
}

type Found =
  | { readonly kind: 'transaction'; readonly sale: ListedSale }
  | { readonly kind: 'till'; readonly listed: ListedTillSale };

interface ListedSales {
  readonly rows: readonly SaleRow[];
  readonly next: SalesPlace | undefined;
  /** Of a page that is not full although older sales exist: until when sales were looked at. */
  readonly lookedUntil: number | undefined;
}

/** A page that is not full looks at more sales, so often at the most. */
const MAX_STEPS = 4;
/** Beyond this time it does not: the answer then says where to go on. */
const ENOUGH_MS = 40;

/**
 * Sales of both kinds, newest first: the transactions of the gateway, and the sales of tills that none of them charges.
 * Looks at a bounded number of sales, and at fewer while the service is busy.
 */
export async function listSales(
  sources: SalesSources,
  filter: SalesFilter,
  {
    limit,
    after,
    nowMs = () => performance.now(),
  }: { readonly limit: number; readonly after: SalesPlace; readonly nowMs?: () => number },
): Promise<ListedSales> {
  const startedAt = nowMs();
  const rows: SaleRow[] = [];
  for (let step = 1, place = after; ; step += 1) {
    const found = await listStep(sources, filter, { limit: limit - rows.length, after: place });
    rows.push(...found.rows);
    const isDone = found.next === undefined || found.lookedUntil === undefined;
    if (isDone || step === MAX_STEPS || nowMs() - startedAt > ENOUGH_MS) return { ...found, rows };
    place = found.next;
  }
}

/** Each kind has its own position, so that rows left over by one step start the next. */
async function listStep(
  { accounts, sales, tillSales }: SalesSources,
  filter: SalesFilter,
  { limit, after }: { readonly limit: number; readonly after: SalesPlace },
): Promise<ListedSales> {
  const { till } = filter;
  const personId = filter.gateway?.merchantId ?? till?.all.personId;
  const namesOf = (found: readonly Found[]) => accounts.namesOfPersons([...new Set(found.map(personOf))]);
  // At once: beside payments each query waits for its turn.
  const [nameOfPerson, ofGateway, ofTill] = await Promise.all([
    personId === undefined ? undefined : accounts.namesOfPersons([personId]),
    withChargingTransactions<SalesPage>(tillSales, filter.gateway, NO_SALES, (gateway) =>
      sales.list(gateway, { limit: limit + 1, before: after.transaction }),
    ),
    till && till.statuses?.length !== 0
      ? tillSales.list(
          { ...till.all, statuses: till.statuses, refunds: till.refunds || undefined },
          { limit: limit + 1, after: after.till },
        )
      : NO_SALES,
  ]);
  const lookedUntil = Math.max(ofGateway.lookedUntil?.createdAt ?? 0, ofTill.lookedUntil?.createdAt ?? 0);
  const merged = mergedSales(ofGateway.sales, ofTill.sales);
  // Older than this the other kind may have sales that it has not looked at.
  const found = merged.filter((one) => momentOf(one) >= lookedUntil);
  const shown = found.slice(0, limit);
  const isComplete = shown.length === merged.length && lookedUntil === 0;
  const charged = shown.flatMap((one) => (one.kind === 'transaction' ? (one.sale.order.chargeId ?? []) : []));
  const [names, tillSalesOf] = await Promise.all([
    nameOfPerson ?? namesOf(shown),
    tillSales.salesOfCharges(charged),
  ]);
  return {
    rows: shown.map((one) => {
      const name = names.get(personOf(one)) ?? '';
      return one.kind === 'transaction'
        ? saleRowOf(one.sale, name, tillSalesOf.get(one.sale.order.chargeId ?? 0))
        : tillRowOf(one.listed, name);
    }),
    next: isComplete
      ? undefined
      : placeAfter(shown, after, merged.slice(shown.length), { ofGateway, ofTill }),
    lookedUntil: shown.length < limit && lookedUntil > 0 ? lookedUntil : undefined,
  };
}

/**
 * A search by the number or client of a till's sale also finds the transaction that charges it, which knows neither. Few
 * searches find such sales: `read` does not wait to know of them, and is called again for those that do.
 */
async function withChargingTransactions<Result>(
  tillSales: Pick<TillSalesReader, 'chargingTransactions'>,
  filter: SaleFilter | undefined,
  nothing: Result,
  read: (filter: SaleFilter) => Promise<Result>,
): Promise<Result> {
  if (!filter) return nothing;
  if (filter.search === undefined) return read(filter);
  const { merchantId: personId, search } = filter;
  const [searchedIds, found] = await Promise.all([
    tillSales.chargingTransactions({ personId, search }),
    read(filter),
  ]);
  return searchedIds.length === 0 ? found : read({ ...filter, searchedIds });
}

/** Merges two lists, each newest first. */
function mergedSales(sales: readonly ListedSale[], tillSales: readonly ListedTillSale[]): readonly Found[] {
  const found: Found[] = [];
  let taken = 0;
  for (const sale of sales) {
    for (
      let listed = tillSales[taken];
      listed && listed.sale.createdAt > sale.createdAt;
      listed = tillSales[taken]
    ) {
      found.push({ kind: 'till', listed });
      taken += 1;
    }
    found.push({ kind: 'transaction', sale });
  }
  return [...found, ...tillSales.slice(taken).map((listed): Found => ({ kind: 'till', listed }))];
}

/** What was looked at in vain is not looked at again, unless it has sales that stand on the next page. */
function placeAfter(
  shown: readonly Found[],
  before: SalesPlace,
  left: readonly Found[],
  { ofGateway, ofTill }: { readonly ofGateway: SalesPage; readonly ofTill: TillSalesPage },
): SalesPlace {
  const leaves = (kind: Found['kind']) => left.some((one) => one.kind === kind);
  const transaction = shown.findLast((one) => one.kind === 'transaction')?.sale.id;
  const till = shown.findLast((one) => one.kind === 'till')?.listed.sale;
  const gatewayEnd = leaves('transaction') ? undefined : ofGateway.lookedUntil?.id;
  const tillEnd = leaves('till') ? undefined : ofTill.lookedUntil;
  return {
    transaction: gatewayEnd ?? transaction ?? before.transaction,
    till: tillEnd ?? (till ? { createdAt: till.createdAt, id: till.id } : before.till),
  };
}

const NO_SALES = { sales: [], lookedUntil: undefined } as const;

function momentOf(one: Found): number {
  return one.kind === 'transaction' ? one.sale.createdAt : one.listed.sale.createdAt;
}

function personOf(one: Found): number {
  return one.kind === 'transaction' ? one.sale.merchantId : one.listed.sale.personId;
}

/** Count and sums of both kinds, and how many each view would hold with the rest of the filter. */
export async function summarizeSales(
  { sales, tillSales }: Pick<SalesSources, 'sales' | 'tillSales'>,
  { gateway: asked, till }: SalesFilter,
): Promise<SaleSummary> {
  const [ofGateway, ofTill] = await Promise.all([
    withChargingTransactions<GatewaySummary | undefined>(tillSales, asked, undefined, sales.summary),
    till ? tillSales.summary(till.all) : { groups: [], bounded: false },
  ]);
  const { groups, bounded } = ofTill;
  const shown = till ? tillFiguresOf(groups, till) : NOTHING_COUNTED;
  const viewOf = (view: (typeof SALE_VIEWS)[number]) => ({
    count: (ofGateway?.views[view].count ?? 0) + tillFiguresOf(groups, tillStatusesOf(view, undefined)).count,
    bounded: bounded || (ofGateway?.views[view].bounded ?? false),
  });
  return {
    count: (ofGateway?.count ?? 0) + shown.count,
    bounded: bounded || (ofGateway?.bounded ?? false),
    confirmedSum: (ofGateway?.capturedSum ?? 0) + shown.capturedSum,
    refundedSum: (ofGateway?.refundedSum ?? 0) + shown.refundedSum,
    views: Object.fromEntries(SALE_VIEWS.map((view) => [view, viewOf(view)])) as SaleSummary['views'],
  };
}

type GatewaySummary = Awaited<ReturnType<SalesReader['summary']>>;

const NOTHING_COUNTED = { count: 0, capturedSum: 0, refundedSum: 0 };
