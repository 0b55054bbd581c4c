import type { InterestPlan, MinorUnits } from '../capabilities.ts';
import { type RoutedKind, WEEKDAYS, type Weekday } from './rule-set.ts';

/** What rules look at in a payment. */
export interface PaymentFacts {
  readonly kind: RoutedKind;
  readonly amount: MinorUnits;
  /** In capitals. */
  readonly brand?: string | undefined;
  /** The first digits of the card's number: eight as it is sold, six once it is stored. */
  readonly bin?: string | undefined;
  readonly installments: number;
  readonly plan: InterestPlan;
  readonly recurrence?: 'first' | 'following' | undefined;
  readonly storedCard: boolean;
  /** Whether it asks for 3-D Secure. */
  readonly threeDs: boolean;
}

/** A moment by the clock on the wall. */
export interface LocalMoment {
  readonly weekday: Weekday;
  /** Since midnight. */
  readonly minute: number;
}

const MINUTES = 60;
const DAY_MS = 24 * 60 * 60_000;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

/** Of a local `yyyy-MM-ddTHH:mm:ss`. */
export function momentOf(localIso: string): LocalMoment {
  const days = Math.round(Date.parse(`${localIso.slice(0, 10)}T00:00:00Z`) / DAY_MS);
  const weekday = WEEKDAYS[(((days + FIRST_WEEKDAY) % 7) + 7) % 7];
  if (weekday === undefined) throw new Error(`${localIso} is no local time`);
  return { weekday, minute: minuteOf(localIso.slice(11, 16)) };
}

/** Of `HH:mm`. */
export function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * MINUTES + minutes;
}
