import type { DayOfSales } from '../../gateway/transactions/index.ts';
import { type HoursOfDay, QUARTER_HOUR_MS } from '../../platform/lists/hours.ts';
import { SALE_KINDS } from '../sales/schema.ts';
import type { Home } from './schema.ts';

const APPROVED: ReadonlySet<number> = new Set([5, 6, 8, 9]);
const DENIED = 7;

/**
 * Confirmed sales are all captured ones, even if refunded later. The approval rate is of all decided sales, those links
 * among them whose last try was denied.
 */
export function figuresOf(days: readonly DayOfSales[]): Home['current'] {
  const sum = (pick: (row: DayOfSales) => number) => days.reduce((total, row) => total + pick(row), 0);
  const confirmedCount = sum(({ captured }) => captured);
  const confirmedSum = sum(({ capturedSum }) => capturedSum);
  const approved = sum(({ status, sales }) => (APPROVED.has(status) ? sales : 0));
  const denied = sum(({ status, deniedTry, sales }) => (status === DENIED || deniedTry ? sales : 0));
  return {
    confirmedCount,
    confirmedSum,
    refundedSum: sum(({ refundedSum }) => refundedSum),
    average: confirmedCount === 0 ? 0 : Math.round(confirmedSum / confirmedCount),
    approvalRate: approved + denied === 0 ? null : approved / (approved + denied),
  };
}

/** The confirmed sales by what they were paid with, the most money first. */
export function kindsOf(days: readonly DayOfSales[]): Home['kinds'] {
  return [...Map.groupBy(days, ({ kind }) => kind)]
    .map(([name, ofKind]) => {
      const { confirmedCount, confirmedSum } = figuresOf(ofKind);
      return { kind: SALE_KINDS.find((one) => one === name) ?? 'other', confirmedCount, confirmedSum };
    })
    .filter(({ confirmedCount }) => confirmedCount > 0)
    .toSorted((one, other) => other.confirmedSum - one.confirmedSum);
}

/** Why sales were denied: by the gateway, and at tills, where each sale says what its pin pad answered. */
export function reasonsOfDenials(
  ofGateway: Home['denials'],
  ofTills: readonly Pick<DayOfSales, 'status' | 'sales'>[],
): Home['denials'] {
  const atTills = ofTills.reduce((sum, { status, sales }) => (status === DENIED ? sum + sales : sum), 0);
  if (atTills === 0) return ofGateway;
  const reason = 'Recusada no caixa: o motivo está em cada venda';
  return [...ofGateway, { code: '', reason, count: atTills }].toSorted(
    (one, other) => other.count - one.count,
  );
}

const HOURS = 24;

/** Every hour of a day, from both halves of the sales. */
export function barsOfHours(
  halves: readonly HoursOfDay[],
  hourOf: (epochMs: number) => number,
): NonNullable<Home['hours']> {
  const hours = Array.from({ length: HOURS }, (_, hour) => ({ hour, confirmedCount: 0, confirmedSum: 0 }));
  for (const { quarter, captured, capturedSum } of halves.flatMap(({ quarters }) => quarters)) {
    const hour = hours[hourOf(quarter * QUARTER_HOUR_MS)];
    if (!hour) continue;
    hour.confirmedCount += captured;
    hour.confirmedSum += capturedSum;
  }
  return { bars: hours, bounded: halves.some(({ bounded }) => bounded) };
}
