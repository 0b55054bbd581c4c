import { daysAfter } from '../../../platform/time/local-days.ts';

/** In the place of a part of the day: nobody reads the account's statements any more. */
export const NOT_READ = 'off';

export const READING_STATES = ['read', 'late', 'failed'] as const;
export type ReadingState = (typeof READING_STATES)[number];

/** Days that a reading in time is behind: today tells more later, and yesterday ends in the night. */
const USUAL_DAYS = 2;

/** How the reading of an account is; undefined: its statements are not read. */
export function readingState(
  reading: {
    readonly readUntil: string | undefined;
    readonly slot: string | undefined;
    readonly problem: string | undefined;
  },
  today: string,
): ReadingState | undefined {
  if (reading.slot === NOT_READ) return undefined;
  if (reading.problem !== undefined) return 'failed';
  const { readUntil = today } = reading;
  // A day that is still to come was not read, whoever wrote it.
  const isInTime = readUntil >= daysAfter(today, -USUAL_DAYS) && readUntil <= today;
  return isInTime ? 'read' : 'late';
}
