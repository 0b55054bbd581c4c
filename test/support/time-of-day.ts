import { localTime } from '../../src/platform/time/clock.ts';
import type { TestClock } from './service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** That of the service where no setting says otherwise. */
const TIME_ZONE = 'America/Sao_Paulo';

/**
 * For tests in which all must happen on one local day although they move the clock: from here on it is the next morning, at
 * whatever time they run. Before the service starts, whose jobs else begin at once.
 */
export function advanceToMorning(clock: TestClock): void {
  const { day, startOfDay } = localTime(TIME_ZONE);
  const tomorrow = day(startOfDay(day(clock.now())) + DAY_MS + HOUR_MS);
  clock.advance(startOfDay(tomorrow) + 9 * HOUR_MS - clock.now());
}
