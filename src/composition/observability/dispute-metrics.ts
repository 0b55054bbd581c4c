import { RATE_LEVELS, ratesOfMonths } from '../../gateway/disputes/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { RoomParts } from '../room.ts';
import { METRICS } from './metric-catalogue.ts';

/** How many disputes wait for an answer, and how much is contested of what merchants sell. */
export function measureDisputes({
  metrics,
  config,
  rooms,
}: Pick<RoomParts, 'metrics' | 'config' | 'rooms'>): void {
  const { disputes, sales, clock } = rooms;
  const time = localTime(config.timeZone);
  metrics.gauge(METRICS.disputesOpen, async () => (await disputes.reader.summary(undefined)).count);
  metrics.gauges(METRICS.disputeRates, async () => {
    const month = time.day(clock.now()).slice(0, 7);
    const reading = { sales, reader: disputes.reader };
    const rates = await ratesOfMonths(reading, undefined, { from: month, to: month });
    return RATE_LEVELS.map((level) => ({
      labels: { level },
      value: rates.filter((one) => one.level === level).length,
    }));
  });
}
