import Type from 'typebox';
import type { ListedSlip, SlipPlace, SlipsByDueDate, SlipsWanted } from '../../gateway/kinds/slip/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { bankingDayFrom, notLateFrom } from '../../platform/time/banking-days.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { daysAfter } from '../../platform/time/local-days.ts';
import { actingFor } from '../interface/acting-for.ts';
import { moment } from '../interface/moment.ts';
import { invalidFilter, oneOf, type Query, readLimit, textOf } from '../interface/read-query.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { dueStandOf } from '../sales/slip-of-sale.ts';
import { SLIP_VIEWS, type SlipLine, type SlipView, SUMMED_SLIP_VIEWS } from './schema.ts';

export interface SlipListOptions {
  readonly slipsByDueDate: SlipsByDueDate;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));
/** How long one may be late: banks take it for 60 days at most, and what is on its way then has arrived long before. */
const LONGEST_LATE_DAYS = 90;
const PLACE = /^(\d{4}-\d{2}-\d{2})~([\w-]{1,40})$/;

/** Slips of a shop by the day on which they are due: who still has to pay, who is late, and who has paid. */
export function slipListRoutes({ slipsByDueDate, clock, time }: SlipListOptions): readonly AnyPanelRoute[] {
  const today = () => time.day(clock.now());
  return [
    panelRoute({
      method: 'GET',
      path: '/slips',
      access: 'sales.read',
      query: FilterQuery,
      run: async (call) => {
        const query = call.query as Query;
        const view = oneOf(query, 'view', SLIP_VIEWS) ?? 'due';
        const { slips, next } = await slipsByDueDate.list(wantedOf(actingFor(call), view, today()), {
          limit: readLimit(query),
          after: placeOf(query),
        });
        return {
          items: slips.map((one) => lineOf(one, time, today())),
          next: next ? writePlace(next) : null,
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/slips/summary',
      access: 'sales.read',
      query: FilterQuery,
      run: (call) => {
        const view = oneOf(call.query as Query, 'view', SUMMED_SLIP_VIEWS) ?? 'due';
        return slipsByDueDate.sum(wantedOf(actingFor(call), view, today()));
      },
    }),
  ];
}

/** Next what is due first, of what is late and of what was paid the last. */
function wantedOf(merchantId: number, view: SlipView, today: string): SlipsWanted {
  if (view === 'paid') return { merchantId, state: 'paid', order: 'desc' };
  const notLate = notLateFrom(today, 0);
  if (view === 'due') return { merchantId, state: 'out', dueFrom: notLate, order: 'asc' };
  const [dueFrom, dueTo] = [daysAfter(today, -LONGEST_LATE_DAYS), daysAfter(notLate, -1)];
  return { merchantId, state: 'out', dueFrom, dueTo, order: 'desc' };
}

function lineOf(
  { slip, transaction, payment, isOut, url }: ListedSlip,
  time: LocalTime,
  today: string,
): SlipLine {
  const { dueOn, payableUntil } = slip;
  const { order } = transaction;
  const canBePaid = isOut && today <= bankingDayFrom(payableUntil);
  const shown = canBePaid ? url : undefined;
  return {
    id: transaction.id,
    ...{ amount: slip.amount, dueOn, payableUntil },
    stand: dueStandOf(time, { payment, dueOn, isOut, canBePaid, today }),
    payerName: order.customer?.name ?? null,
    referenceId: transaction.referenceId ?? null,
    description: order.description ?? null,
    paidAmount: payment?.amount ?? null,
    paidAt: payment ? moment(payment.receivedAt) : null,
    url: shown ?? null,
    pdf: shown === undefined ? null : `${shown}/pdf`,
  };
}

function placeOf(query: Query): SlipPlace | undefined {
  const text = textOf(query, 'cursor');
  if (text === undefined) return undefined;
  const [, dueOn, reference] = PLACE.exec(text) ?? [];
  if (dueOn === undefined || reference === undefined)
    throw invalidFilter('cursor', 'Este cursor não é de uma página desta lista.');
  return { dueOn, reference };
}

function writePlace({ dueOn, reference }: SlipPlace): string {
  return `${dueOn}~${reference}`;
}
