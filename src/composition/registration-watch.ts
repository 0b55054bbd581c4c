import type { RegistrationNews } from '../accounts/index.ts';
import type { Clock, Log, Metrics } from '../platform/index.ts';

/** Four fifths of what may wait (`MAX_REGISTRATIONS_WAITING`): the operator has time to look. */
const MANY = 8_000;
const SAID_AT_MOST_EVERY_MS = 60 * 60_000;

/** Counts what becomes of registrations without a key, and tells the operator when many wait or are lost. */
export function createRegistrationWatch({
  metrics,
  log,
  clock,
}: {
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Clock;
}): (news: RegistrationNews) => void {
  const losses = metrics.counter(
    'guiche_registrations_lost_total',
    'Registrations without a key that were refused, or dropped for newer ones',
    ['how'],
  );
  let saidAt = Number.NEGATIVE_INFINITY;
  let lostSince = 0;
  return ({ waiting, lost }) => {
    if (lost !== 'none') {
      losses.inc({ how: lost });
      lostSince += 1;
    }
    const worthSaying = lost !== 'none' || waiting >= MANY;
    if (!worthSaying || clock.now() < saidAt + SAID_AT_MOST_EVERY_MS) return;
    log.warn(
      { waiting, lost: lostSince },
      'many registrations wait for activation: see "guiche person networks" and "guiche person remove --waiting"',
    );
    saidAt = clock.now();
    lostSince = 0;
  };
}
