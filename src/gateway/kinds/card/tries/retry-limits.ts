import type { LocalTime } from '../../../../platform/time/clock.ts';

/** Why a card may not be tried again without a fee of its scheme (docs/contract/routing.md). */
export const RETRY_LIMITS = [
  'irreversible_code',
  'visa_15_in_30_days',
  'mastercard_7_in_24_hours',
  'mastercard_35_in_30_days',
  'elo_15_in_month',
  'card_15_in_30_days',
] as const;
export type RetryLimit = (typeof RETRY_LIMITS)[number];

/** What tells one card from another, and one kind of try with it from another. */
export interface TriedCard {
  /** HMAC of person and card number: the same for every way to type or keep the card. */
  readonly fingerprint: string;
  /** In capitals; undefined when unknown. */
  readonly brand: string | undefined;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** In minor units. */
  readonly amount: number;
}

/** How often a card was tried in one window of its scheme. */
export interface UsedTries {
  readonly limit: RetryLimit;
  readonly used: number;
  readonly ceiling: number;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WINDOW_DAYS = 30;

interface Ceiling {
  readonly limit: RetryLimit;
  readonly ceiling: number;
  readonly window: 'day' | '30 days' | 'month';
  /** What tries are counted apart by, beside the card itself. */
  apartBy(card: TriedCard): string;
}

const WHOLE_CARD = () => '';
const BY_AMOUNT = ({ amount }: TriedCard) => ` ${amount}`;
const BY_AMOUNT_AND_EXPIRY = (card: TriedCard) =>
  ` ${card.amount} ${card.expirationMonth}${card.expirationYear}`;

const OF_ALL_OTHERS: readonly Ceiling[] = [
  { limit: 'card_15_in_30_days', ceiling: 15, window: '30 days', apartBy: WHOLE_CARD },
];
const OF_BRANDS: ReadonlyMap<string, readonly Ceiling[]> = new Map<string, readonly Ceiling[]>([
  ['VISA', [{ limit: 'visa_15_in_30_days', ceiling: 15, window: '30 days', apartBy: BY_AMOUNT_AND_EXPIRY }]],
  [
    'MASTERCARD',
    [
      { limit: 'mastercard_7_in_24_hours', ceiling: 7, window: 'day', apartBy: WHOLE_CARD },
      { limit: 'mastercard_35_in_30_days', ceiling: 35, window: '30 days', apartBy: BY_AMOUNT },
    ],
  ],
  ['ELO', [{ limit: 'elo_15_in_month', ceiling: 15, window: 'month', apartBy: WHOLE_CARD }]],
]);

/** So many of the last times are kept of each key: one more than any ceiling. */
export const KEPT_TRIES = 36;
/** No window is longer. */
export const LONGEST_WINDOW_MS = 31 * DAY_MS;

function ceilingsOf({ brand }: Pick<TriedCard, 'brand'>): readonly Ceiling[] {
  return OF_BRANDS.get(brand?.toUpperCase() ?? '') ?? OF_ALL_OTHERS;
}

/** Where an issuer's final refusals of the card stand. */
export function finalRefusalsKey({ fingerprint }: Pick<TriedCard, 'fingerprint'>): string {
  return `${fingerprint} !`;
}

/** Under what the tries of a card are counted. */
export function keysOf(card: TriedCard): readonly string[] {
  return ceilingsOf(card).map(({ apartBy }) => card.fingerprint + apartBy(card));
}

/** What was used of each ceiling, by the times of tries that stand under each key. */
export function usedTries(
  card: TriedCard,
  timesOf: (key: string) => readonly number[],
  { now, time }: { readonly now: number; readonly time: Pick<LocalTime, 'day'> },
): readonly UsedTries[] {
  const used = ceilingsOf(card).map(({ limit, ceiling, window, apartBy }) => ({
    limit,
    ceiling,
    used: timesOf(card.fingerprint + apartBy(card)).filter((at) => isWithin(window, at, { now, time }))
      .length,
  }));
  const refused = timesOf(finalRefusalsKey(card)).filter((at) => isWithin('30 days', at, { now, time }));
  return refused.length === 0
    ? used
    : [{ limit: 'irreversible_code', used: refused.length, ceiling: 1 }, ...used];
}

function isWithin(
  window: Ceiling['window'],
  at: number,
  { now, time }: { readonly now: number; readonly time: Pick<LocalTime, 'day'> },
): boolean {
  if (window === 'month') {
    return now - at < LONGEST_WINDOW_MS && monthOf(time.day(at)) === monthOf(time.day(now));
  }
  return now - at < (window === 'day' ? DAY_MS : WINDOW_DAYS * DAY_MS);
}

function monthOf(day: string): string {
  return day.slice(0, 'yyyy-MM'.length);
}

/** The first ceiling that is reached once `more` tries were made; undefined while another one may follow. */
export function limitAfter(used: readonly UsedTries[], more: number): RetryLimit | undefined {
  return used.find((one) => one.used + more >= one.ceiling)?.limit;
}

/** Whether a card may be tried once more, after `more` tries that were made since `used` was read. */
export function mayTryAgain(used: readonly UsedTries[], more: number): boolean {
  return limitAfter(used, more) === undefined;
}

/** What Visa calls category 1. */
const NEVER_AGAIN_AT_VISA = new Set([
  ...['04', '07', '12', '14', '15', '41', '43', '46', '57'],
  ...['R0', 'R1', 'R3'],
]);
/** There is no such card: the number itself is what was refused. */
const NO_SUCH_NUMBER = new Set(['14', '15']);

/** Whether schemes charge for the first try after a refusal: the issuer never approves this card again. */
export function isRefusedForever(
  brand: string | undefined,
  { declineClass, code }: { readonly declineClass: string | undefined; readonly code: string | undefined },
): boolean {
  if (declineClass === 'hard') return true;
  const scheme = brand?.toUpperCase();
  // The numbers of Amex mean something else.
  if (declineClass === undefined || code === undefined || scheme === 'AMEX') return false;
  return (scheme === 'VISA' ? NEVER_AGAIN_AT_VISA : NO_SUCH_NUMBER).has(code);
}
