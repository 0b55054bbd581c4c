import Type from 'typebox';
import {
  type ListedReceivable,
  type Money,
  type ReceivableFilter,
  readReceivablePlace,
  type StoredLine,
  writeReceivablePlace,
} from '../../gateway/money/index.ts';
import { transactionRefuse } from '../../gateway/transactions/index.ts';
import { readLater } from '../../platform/http/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { daysAfter } from '../../platform/time/local-days.ts';
import { pageUpTo } from '../interface/list-page.ts';
import {
  dayOf,
  invalidFilter,
  listOf,
  oneOf,
  type Query,
  readLimit,
  textOf,
} from '../interface/read-query.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { providerName } from '../sales/sale-row.ts';
import { findSale, type SalesDependencies } from '../sales/show-sale.ts';
import { receivablesCsv } from './receivables-csv.ts';
import { PAID_BY, RECEIVABLE_STATUSES, type ReceivableDay, type ReceivableRow } from './schema.ts';
import { type SettledLine, settlementCsv } from './settlement-csv.ts';

export interface ReceivableRoutesOptions extends Pick<SalesDependencies, 'transactions'> {
  readonly money: Pick<Money, 'reader' | 'statements'>;
  readonly clock: Clock;
  readonly time: LocalTime;
}

const SOON_DAYS = 30;
/** Every screen of the start asks for this: what was never confirmed before is not added up again each time. */
const LATE_DAYS = 90;
const ROWS_OF_FILE_PAGE = 500;
const CSV_TYPE = 'text/csv; charset=utf-8';
/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));

/** What comes of sales, by day and line by line. */
export function receivableRoutes(options: ReceivableRoutesOptions): readonly AnyPanelRoute[] {
  const { money, clock, time } = options;
  const today = () => time.day(clock.now());
  return [
    panelRoute({
      method: 'GET',
      path: '/receivables',
      access: 'sales.read',
      compressed: true,
      query: FilterQuery,
      run: async ({ personId, query }) => {
        const asked = query as Query;
        const limit = readLimit(asked);
        const found = await money.reader.list(filterOf(asked, personId), {
          limit: limit + 1,
          after: placeOf(asked),
        });
        return pageUpTo(found, limit, { write: rowOf, placeOf: writeReceivablePlace });
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/receivables/days',
      access: 'sales.read',
      compressed: true,
      query: FilterQuery,
      run: async ({ personId, query }) => {
        const days = await money.reader.days(filterOf(query as Query, personId));
        const items: ReceivableDay[] = days.map(({ brand, provider, ...day }) => ({
          ...day,
          provider: providerName(provider),
          brand: brand ?? null,
        }));
        return { today: today(), items };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/receivables/soon',
      access: 'sales.read',
      query: FilterQuery,
      run: async ({ personId: merchantId }) => {
        const day = today();
        const [coming, late, paid] = await Promise.all([
          money.reader.days({ merchantId, from: day, to: daysAfter(day, SOON_DAYS) }),
          money.reader.days({ merchantId, from: daysAfter(day, -LATE_DAYS), to: day, statuses: ['late'] }),
          money.statements.payouts.sumPaid(merchantId, day),
        ]);
        const sum = (lines: readonly { readonly net: number }[]) =>
          lines.reduce((total, { net }) => total + net, 0);
        const ofToday = coming.filter(({ dueDay }) => dueDay === day);
        return {
          today: day,
          soon: sum(coming.filter(({ status }) => status === 'expected')),
          paidToday: paid,
          dueToday: sum(ofToday),
          late: sum(late),
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/receivables.csv',
      access: 'sales.export',
      query: FilterQuery,
      run: async (call) => {
        const asked = call.query as Query;
        const filter = filterOf(asked, call.personId);
        const form = oneOf(asked, 'form', ['lines', 'settlement']);
        await call.auditAlone();
        if (form === 'settlement') {
          call.reply.header('Content-Disposition', 'attachment; filename="liquidacoes.csv"');
          return call.reply.type(CSV_TYPE).send(settlementCsv(settledPages(money, filter)));
        }
        const name = ['recebimentos', filter.from, filter.to].filter(Boolean).join('-');
        call.reply.header('Content-Disposition', `attachment; filename="${name}.csv"`);
        return call.reply.type(CSV_TYPE).send(receivablesCsv(pagesOf(money, filter)));
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/:id/receivables',
      access: 'sales.read',
      run: async ({ personId, params }) => {
        const sale = await findSale(options, personId, (params.id ?? '').toLowerCase());
        if (!sale) throw transactionRefuse('transaction_not_found', { message: 'Venda não encontrada.' });
        return { items: (await money.reader.ofSale(sale.id)).map(rowOf) };
      },
    }),
  ];
}

/** Page after page, while the file is sent. */
async function* pagesOf(
  { reader }: Pick<Money, 'reader'>,
  filter: ReceivableFilter,
): AsyncGenerator<readonly ReceivableRow[]> {
  let after: ListedReceivable | undefined;
  do {
    const page = await reader.list(filter, { limit: ROWS_OF_FILE_PAGE, after });
    yield page.map(rowOf);
    after = page.length === ROWS_OF_FILE_PAGE ? page.at(-1) : undefined;
  } while (after);
}

/** Installments that acquirers paid, with the account that they went to. */
async function* settledPages(
  { statements }: Pick<Money, 'statements'>,
  { merchantId, from, to }: ReceivableFilter,
): AsyncGenerator<readonly SettledLine[]> {
  let after: StoredLine | undefined;
  do {
    const page = await statements.told.list({ merchantId, from, to }, { limit: ROWS_OF_FILE_PAGE, after });
    const parts = page.filter(({ kind }) => kind === 'part');
    const accounts = await statements.payouts.bankAccounts(parts);
    yield parts.map((line) => ({ line, bankAccount: accounts.get(`${line.accountId} ${line.payoutId}`) }));
    after = page.length === ROWS_OF_FILE_PAGE ? page.at(-1) : undefined;
  } while (after);
}

/** Refusal: field_invalid. */
function filterOf(query: Query, merchantId: number | undefined): ReceivableFilter {
  const named = listOf(query, 'status');
  const statuses = named?.map((name) => {
    const status = RECEIVABLE_STATUSES.find((one) => one === name);
    if (status === undefined) throw invalidFilter('status', 'O filtro status não tem este valor.');
    return status;
  });
  return {
    merchantId,
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    statuses,
    paidBy: oneOf(query, 'paidBy', PAID_BY),
  };
}

function placeOf(query: Query) {
  const cursor = textOf(query, 'cursor');
  const place = cursor === undefined ? undefined : readReceivablePlace(cursor);
  if (cursor !== undefined && !place) throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  return place;
}

function rowOf(line: ListedReceivable): ReceivableRow {
  const { transactionId, captureDay, dueDay, gross, fee, net, status, installment, installments } = line;
  return {
    transactionId,
    line: line.line,
    referenceId: line.referenceId ?? null,
    personId: line.merchantId,
    kind: line.kind,
    paidBy: line.paidBy,
    provider: providerName(line.provider),
    brand: line.brand ?? null,
    installment,
    installments,
    captureDay,
    dueDay,
    gross,
    fee,
    net,
    status,
    feeUnknown: line.feeUnknown === 1,
  };
}
