/**
 * `npm test` runs the tests of the day: every behaviour once. `npm run test:night` runs the others: the second engine where
 * the SQL is the same, the second width of a screen, more rounds, other random cases, and files named `*.night.test.ts`,
 * which take long: in those, and in files and folders that are named, both are true.
 */
const { TEST_PART } = process.env;

export const BY_DAY = TEST_PART !== 'night';
export const AT_NIGHT = TEST_PART !== 'day';

export function byDayAndAtNight<Value>(ofDay: readonly Value[], ofNight: readonly Value[]): readonly Value[] {
  return [...(BY_DAY ? ofDay : []), ...(AT_NIGHT ? ofNight : [])];
}
