import type { FastifyInstance } from 'fastify';
import { daysAfter } from '../../../src/platform/time/local-days.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { type Fields, isMissing } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { drawFault, serve } from '../serve-operation.ts';
import { ADJUSTMENTS } from './terms.ts';
import {
  blockWire,
  creditOrderWires,
  debitWire,
  installmentWire,
  nettingWire,
  partWire,
  paymentWire,
  receivableWires,
  saleWire,
} from './wire.ts';
import { type World, worldOf } from './world.ts';

const ROOT = '/redelabs/merchant-statement';
const MAX_SIZE = 100;
const WINDOW_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Asked {
  readonly world: World;
  readonly pv: string;
  readonly query: Fields;
  readonly params: Fields;
  /** Whether a day is in the period that is asked for. */
  within(day: string): boolean;
}

interface Route {
  readonly path: string;
  /** Of the list in the envelope. */
  readonly name: string;
  /** The company number is in the path, or in a query member of its own. */
  readonly hasPeriod: boolean;
  rows(asked: Asked): readonly object[];
}

const sales: Route['rows'] = ({ world, pv, within }) =>
  world.sales.filter(({ day }) => within(day)).map((sale) => saleWire(sale, pv));

const ROUTES: readonly Route[] = [
  { path: '/v1/sales', name: 'transactions', hasPeriod: true, rows: sales },
  { path: '/v2/sales', name: 'transactions', hasPeriod: true, rows: sales },
  {
    path: '/v1/sales/installments',
    name: 'installments',
    hasPeriod: true,
    rows: ({ world, pv, within }) =>
      world.parts.filter(({ sale }) => within(sale.day)).map((part) => installmentWire(part, pv)),
  },
  {
    path: '/v1/payments',
    name: 'payments',
    hasPeriod: true,
    rows: ({ world, pv, within, query }) =>
      world.payments
        .filter(
          ({ payDay, status }) => within(payDay) && (isMissing(query.status) || query.status === status),
        )
        .map((payment) => paymentWire(payment, pv)),
  },
  {
    path: '/v1/payments/credit-orders',
    name: 'creditOrders',
    hasPeriod: true,
    rows: ({ world, within }) =>
      // A suspended payment makes no credit order.
      world.payments
        .filter(({ payDay, status }) => within(payDay) && (status === 'PAID' || status === 'PAWNED'))
        .flatMap(creditOrderWires),
  },
  {
    path: '/v1/payments/charges/:paymentId',
    name: 'charges',
    hasPeriod: false,
    rows: ({ world, params }) =>
      world.payments
        .filter(({ paymentId }) => paymentId === params.paymentId)
        .flatMap(({ nettings }) => nettings.map(nettingWire)),
  },
  {
    path: '/v2/payments/installments/:pv',
    name: 'installments',
    hasPeriod: false,
    rows: ({ world, pv, query }) =>
      world.parts
        .filter(({ sale }) => sale.day === query.saleDate && Number(sale.nsu) === Number(query.nsu))
        .map((part) => partWire(part, pv)),
  },
  {
    path: '/v2/payments/installments/:pv/:paymentId',
    name: 'installments',
    hasPeriod: false,
    rows: ({ world, pv, params }) =>
      world.payments
        .filter(({ paymentId }) => paymentId === params.paymentId)
        .flatMap(({ parts }) => parts)
        .map((part) => partWire(part, pv)),
  },
  {
    path: '/v1/blocks/summary',
    name: 'blocks',
    hasPeriod: true,
    rows: ({ world, pv, within }) =>
      world.payments
        .filter(({ payDay, status }) => within(payDay) && status === 'SUSPENDED')
        .map((payment) => blockWire(payment, pv)),
  },
  {
    path: '/v1/receivables/daily',
    name: 'receivables',
    hasPeriod: true,
    rows: ({ world, within }) =>
      receivableWires(world.parts.filter(({ status, payDay }) => status === 'SCHEDULLED' && within(payDay))),
  },
  {
    path: '/v1/charges',
    name: 'charges',
    hasPeriod: true,
    rows: ({ world, pv, within }) =>
      world.debits.filter(({ day }) => within(day)).map((debit) => debitWire(debit, pv)),
  },
  {
    path: '/v1/charges/adjustment-types',
    name: 'adjustmentTypes',
    hasPeriod: false,
    rows: () => [ADJUSTMENTS.chargeback, ADJUSTMENTS.refund, ADJUSTMENTS.rent, ADJUSTMENTS.reversal],
  },
];

/** Rede's statement interface, told from the host's own charges by the host's own clock. */
export function registerStatement(app: FastifyInstance, host: Host): void {
  for (const route of ROUTES) {
    const work = (_host: Host, call: Call) => answer(host, call, route);
    app.get(ROOT + route.path, { onRequest: drawFault(host, 'query') }, serve(host, 'query', 'v2', work));
  }
}

async function answer(host: Host, { merchant, params, query }: Call, route: Route): Promise<HostAnswer> {
  const { pv } = merchant;
  host.requests.add({ at: host.clock.now(), operation: 'query', statement: route.path });
  const problem = route.hasPeriod ? periodProblem(query) : undefined;
  if (problem) return { status: 422, body: problem };
  const asked = params.pv ?? query.parentCompanyNumber;
  if (asked !== undefined && asked !== pv) {
    return { status: 403, body: { message: 'Partner not allowed for this company number.' } };
  }
  const world = await worldOf(host, pv);
  const within = (day: string) => day >= String(query.startDate) && day <= String(query.endDate);
  const rows = route.rows({ world, pv, query, params, within });
  const repeated = rows.flatMap((row) => (isDuplicated(host, row) ? [row, row] : [row]));
  return page(repeated, route.name, query);
}

/** The parts of a payment that a tester had told twice. */
function isDuplicated({ planted }: Host, row: object): boolean {
  if (!('paymentId' in row && 'installmentNumber' in row)) return false;
  return planted.duplicated.has(String(row.paymentId));
}

function periodProblem({ startDate, endDate, parentCompanyNumber }: Fields): object | undefined {
  const missing = Object.entries({ startDate, endDate, parentCompanyNumber }).filter(([, value]) =>
    isMissing(value),
  );
  if (missing.length > 0) {
    return Object.fromEntries(missing.map(([name]) => [name, ['Missing data for required field.']]));
  }
  if (!(DAY.test(String(startDate)) && DAY.test(String(endDate))))
    return { startDate: ['Not a valid date.'] };
  if (daysAfter(String(startDate), WINDOW_DAYS) < String(endDate)) {
    return { endDate: [`The period must have ${WINDOW_DAYS} days at most.`] };
  }
  return undefined;
}

function page(rows: readonly object[], name: string, { size, pageKey }: Fields): HostAnswer {
  if (rows.length === 0) return { status: 204, body: undefined };
  const count = Math.min(Math.max(Number(size) || MAX_SIZE, 1), MAX_SIZE);
  const from = Number(pageKey) || 0;
  const next = from + count;
  const hasNextKey = next < rows.length;
  return {
    status: 200,
    body: {
      content: { [name]: rows.slice(from, next) },
      cursor: { hasNextKey, nextKey: hasNextKey ? String(next) : null },
    },
  };
}
