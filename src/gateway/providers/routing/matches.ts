import { type LocalMoment, minuteOf, type PaymentFacts } from './facts.ts';
import type { Conditions } from './rule-set.ts';

/**
 * Whether all conditions of a rule hold. Undefined: nobody can tell, because it asks for more digits of the card than are kept
 * of it, and all else holds.
 */
export function matches(
  when: Conditions,
  facts: PaymentFacts,
  { weekday, minute }: LocalMoment,
): boolean | undefined {
  const { brand, kind, plan, recurrence, storedCard, threeDs, installments, amount } = facts;
  const others =
    isAmong(when.brands, brand) &&
    isAmong(when.kinds, kind) &&
    isAmong(when.plans, plan) &&
    isAmong(when.recurrence, recurrence) &&
    isAmong(when.weekdays, weekday) &&
    is(when.storedCard, storedCard) &&
    is(when.threeDs, threeDs) &&
    isWithin(when.installments, installments) &&
    isWithin(when.amount, amount) &&
    isBetween(when.hours, minute);
  return others && startsWithOne(when.bins, facts.bin);
}

function isAmong<Value extends string>(wanted: readonly Value[] | undefined, value: Value | undefined) {
  return wanted === undefined || (value !== undefined && wanted.includes(value));
}

function is(wanted: boolean | undefined, value: boolean): boolean {
  return wanted === undefined || wanted === value;
}

function isWithin(range: { from?: number; to?: number } | undefined, value: number): boolean {
  return value >= (range?.from ?? 0) && value <= (range?.to ?? Number.POSITIVE_INFINITY);
}

/** The end does not belong to it; one that is not after the beginning is of the next day. */
function isBetween(hours: Conditions['hours'], minute: number): boolean {
  if (!hours) return true;
  const from = minuteOf(hours.from);
  const to = minuteOf(hours.to);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function startsWithOne(bins: readonly string[] | undefined, bin: string | undefined): boolean | undefined {
  if (!bins) return true;
  if (bin === undefined || bin === '') return false;
  if (bins.some((prefix) => bin.startsWith(prefix))) return true;
  return bins.some((prefix) => prefix.startsWith(bin)) ? undefined : false;
}
