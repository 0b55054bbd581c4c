import { type AboveLimit, RETRY_LIMITS, type RetryLimit } from '../../gateway/kinds/card/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { METRICS } from './metric-catalogue.ts';

/** Counts tries above the ceilings of card schemes. */
export function measureCardTries(metrics: Metrics): (limit: RetryLimit, what: AboveLimit) => void {
  const tries = metrics.counter(METRICS.triesAboveLimit);
  for (const limit of RETRY_LIMITS) {
    for (const what of ['made', 'refused', 'skipped'] as const) tries.inc({ limit, what }, 0);
  }
  return (limit, what) => tries.inc({ limit, what });
}
