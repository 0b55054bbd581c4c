import type { DayOfSales } from '../../gateway/transactions/index.ts';
import type { Home } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
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

export function periodDays(period: Home['period']): number {
  return period === 'today' ? 1 : Number(period);
}

/** Adds days to a date such as `2026-11-21`; negative: subtracts. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Both inclusive. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
