import type { ChargeState } from '../charges/index.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Waits after the first, second, … try. Eight tries within 28 days keep below the limits of all schemes: Visa 15 in 30 days
 * for one card and amount, Mastercard 7 in 24 hours and 35 in 30 days, Elo 15 in a month (docs/contract/acquirers.md G.6).
 */
const WAITS: Readonly<Record<'customer' | 'technical', readonly number[]>> = {
  customer: [1, 2, 3, 4, 5, 6, 7].map((days) => days * DAY_MS),
  technical: [HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS, 4 * DAY_MS, 7 * DAY_MS, 10 * DAY_MS],
};

/** No retry is put off for longer, also by a card scheme. */
export const LONGEST_RETRY_MS = 10 * DAY_MS;

/** Until then an entry waits for its client to have a card. */
export const WAIT_FOR_CARD_MS = 30 * DAY_MS;

/**
 * How long to wait before an entry is tried again after so many tries, in milliseconds; undefined: not at all. Only what the
 * issuer calls temporary is tried again: anything else would be refused again, and the schemes charge for it.
 */
export function waitBeforeRetry(
  { status, declineClass }: Pick<ChargeState, 'status' | 'declineClass'>,
  tries: number,
): number | undefined {
  if (status !== 'refused') return WAITS.technical[tries - 1];
  if (declineClass === 'soft_customer') return WAITS.customer[tries - 1];
  return declineClass === 'soft_technical' ? WAITS.technical[tries - 1] : undefined;
}
