import { readFileSync } from 'node:fs';

/** Of one whole run: day-and-night.ts. */
export type TestPart = 'day' | 'night';

const NIGHT_FILE = /\.night\.test\.ts$/;
const DIVIDED =
  /SqliteByDay|SQLITE_BY_DAY|WIDE_BY_DAY|NarrowByDay|byDayAndAtNight|assertNoBarriers(AtNight)?\(|\bconformance\(|\bfaultMatrix\(|\b(BY_DAY|AT_NIGHT)\b/;
const RANDOM = /\/support\/(property|seed)\.ts'/;

/** Not by day at all, and whole at night. */
export function isOfNight(file: string): boolean {
  return NIGHT_FILE.test(file);
}

/** To which of the two commands a test file belongs: to one, or to both where its text says so. */
export function partsOf(file: string): readonly TestPart[] {
  if (isOfNight(file)) return ['night'];
  return isDivided(file) || RANDOM.test(textOf(file)) ? ['day', 'night'] : ['day'];
}

/** Whether only some of its tests run by day. Files that choose at random play other cases at night, but the same tests. */
export function isDivided(file: string): boolean {
  return DIVIDED.test(textOf(file));
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}
