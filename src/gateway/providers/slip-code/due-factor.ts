/** Days of the local calendar are texts, `YYYY-MM-DD`. */
const BASE = Date.UTC(1997, 9, 7);
const DAY_MS = 86_400_000;
const LAST_FACTOR = 9999;
/** After 9999, on 21 February 2025, the factors begin again at 1000. */
const ROUND = 9000;
const FIRST_FACTOR = 1000;
/** How far a due date may lie behind the day of reading, and so how far ahead: one round has both. */
const DAYS_BEHIND = 3000;
const FACTOR = /^\d{4}$/;

/** What the barcode says of the due date: days since 7 October 1997, in rounds of 9000. */
export function dueFactorOf(dueDate: string): string {
  const days = daysSinceBase(dueDate);
  const rounds = Math.max(0, Math.ceil((days - LAST_FACTOR) / ROUND));
  return String(days - rounds * ROUND).padStart(4, '0');
}

/**
 * The due date of a factor, as whoever reads it on a day takes it: the factors repeat, so it is the date that lies at most
 * 3,000 days behind that day or less than 6,000 ahead. Undefined: 0000, a slip that is due when it is shown, or no factor.
 */
export function dueDateOf(factor: string, today: string): string | undefined {
  if (!FACTOR.test(factor) || Number(factor) < FIRST_FACTOR) return undefined;
  const earliest = daysSinceBase(today) - DAYS_BEHIND;
  const rounds = Math.max(0, Math.ceil((earliest - Number(factor)) / ROUND));
  return new Date(BASE + (Number(factor) + rounds * ROUND) * DAY_MS).toISOString().slice(0, 10);
}

function daysSinceBase(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - BASE) / DAY_MS);
}
