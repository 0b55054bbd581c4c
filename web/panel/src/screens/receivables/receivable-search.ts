import type { PaidBy, ReceivableStatus } from '../../../../../src/panel/receivables/schema.ts';
import { PAID_BY_LABELS, RECEIVABLE_LOOKS } from './receivable-words.ts';

export interface ReceivableSearch {
  /** `2026-12`: this month without it. */
  readonly mes?: string;
  /** A day of it: `2026-12-28`. */
  readonly dia?: string;
  /** From this day to that one, in the place of a month. */
  readonly de?: string;
  readonly ate?: string;
  readonly situacao?: ReceivableStatus;
  readonly forma?: PaidBy;
}

/** The filters of the screen, from the URL. Anything else is ignored, because a bookmark may be old. */
export function readReceivableSearch(given: Record<string, unknown>): ReceivableSearch {
  const mes = matching(given.mes, /^\d{4}-(?:0[1-9]|1[0-2])$/);
  const dia = matching(given.dia, /^\d{4}-\d{2}-\d{2}$/);
  const de = matching(given.de, /^\d{4}-\d{2}-\d{2}$/);
  const ate = matching(given.ate, /^\d{4}-\d{2}-\d{2}$/);
  const isRange = de !== undefined && ate !== undefined && de <= ate;
  const situacao = keyOf(RECEIVABLE_LOOKS, given.situacao);
  const forma = keyOf(PAID_BY_LABELS, given.forma);
  return {
    ...(mes === undefined ? {} : { mes }),
    ...(dia === undefined ? {} : { dia }),
    ...(isRange ? { de, ate } : {}),
    ...(situacao === undefined ? {} : { situacao }),
    ...(forma === undefined ? {} : { forma }),
  };
}

function keyOf<Key extends string>(words: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined {
  return typeof value === 'string' && Object.hasOwn(words, value) ? (value as Key) : undefined;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

/** The days of a month that a calendar shows, from a Sunday on: those of other months are null. */
export function calendarOf(month: string): readonly (string | null)[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = Array.from({ length: first.getUTCDay() }, () => null);
  const own = Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  return [...before, ...own];
}

export function dayAfter(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
