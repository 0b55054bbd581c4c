import type { HostAnswer } from '../outcome.ts';
import type { SlipAtBank } from './dialect.ts';

const LAST_MOMENT = 'T23:59:59.999-03:00';

/** The last moment of a day in Brasília. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}${LAST_MOMENT}`);
}

/** What is kept of an answer. The bank's own number is its name for the slip. */
export function keptAnswer({ state, theirId, amount }: SlipAtBank, httpStatus?: number): HostAnswer {
  return {
    ...(theirId === undefined ? {} : { theirId }),
    rawCode: state,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    seen: { amount },
  };
}
