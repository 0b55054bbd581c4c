import type { RegistrationEvent } from '../../accounts/persons/index.ts';
import type { Log } from '../../platform/logs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isWithin } from '../../platform/time/is-within.ts';
import { METRICS } from './metric-catalogue.ts';

/** Four fifths of what may wait (`MAX_REGISTRATIONS_WAITING`): the operator has time to look. */
const MANY_WAITING = 8_000;
const MIN_LOG_INTERVAL_MS = 60 * 60_000;

/** Counts the registrations without a key that are lost, and logs a warning for the operator when many wait or are lost. */
export function createRegistrationWatch({
  metrics,
  log,
  clock,
}: {
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Clock;
}): (event: RegistrationEvent) => void {
  const losses = metrics.counter(METRICS.registrationsLost);
  let loggedAt = Number.NEGATIVE_INFINITY;
  let lostSince = 0;
  return ({ waiting, lost }) => {
    if (lost !== 'none') {
      losses.inc({ how: lost });
      lostSince += 1;
    }
    const isReportable = lost !== 'none' || waiting >= MANY_WAITING;
    if (!isReportable || isWithin(MIN_LOG_INTERVAL_MS, loggedAt, clock.now())) return;
    log.warn(
      { waiting, lost: lostSince },
      'many registrations wait for activation: see "guiche person networks" and "guiche person remove --waiting"',
    );
    loggedAt = clock.now();
    lostSince = 0;
  };
}
