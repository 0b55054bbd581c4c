import type { Dispute, DisputeFacts } from './dispute.ts';

/** The warning of the notice itself: more days than any other. */
export const AT_NOTICE = 1_000;
const WARNED_BEFORE = [5, 2, 1] as const;
const DAY_MS = 24 * 60 * 60_000;

/** Days from one local day to another. */
function daysFromTo(from: string, until: string): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Of an open dispute with a day to answer by; below zero: it has passed. */
export function daysLeft({ state, answerBy }: Pick<DisputeFacts, 'state' | 'answerBy'>, today: string) {
  return state === 'open' && answerBy !== undefined ? daysFromTo(today, answerBy) : undefined;
}

export function isPastAnswer(dispute: Pick<DisputeFacts, 'state' | 'answerBy'>, today: string): boolean {
  const left = daysLeft(dispute, today);
  return left !== undefined && left < 0;
}

/**
 * The warning that is due of a dispute and was not told: once at its notice, then five days, two days and one day before its
 * last day. Of several that are due at once only the last is told.
 */
export function dueWarning(
  dispute: Pick<Dispute, 'state' | 'answerBy' | 'warnedDays'>,
  today: string,
): number | undefined {
  if (dispute.state !== 'open') return undefined;
  const { warnedDays = AT_NOTICE + 1 } = dispute;
  const left = daysLeft(dispute, today) ?? AT_NOTICE;
  if (left < 0) return undefined;
  const due = WARNED_BEFORE.findLast((days) => left <= days) ?? AT_NOTICE;
  return due < warnedDays ? due : undefined;
}
