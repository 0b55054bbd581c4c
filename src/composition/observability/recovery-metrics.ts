import { shareRunning } from '../../platform/caches/share-running.ts';
import type { RoomParts } from '../room.ts';
import { METRICS } from './metric-catalogue.ts';

export function measureRecovery({ metrics, rooms: { cases, clock, stuckSales } }: RoomParts): void {
  // The gauges of one page are read at the same time.
  const counts = shareRunning(cases.counts);
  metrics.gauge(METRICS.recoveryOpen, async () => (await counts()).open);
  metrics.gauge(METRICS.recoveryNeedsAttention, async () => (await counts()).manual);
  metrics.gauge(METRICS.tillSalesNeedAttention, () => stuckSales.count());
  metrics.gauge(METRICS.recoveryOverdue, async () => {
    const { oldestDueAt } = await counts();
    return oldestDueAt === undefined ? 0 : Math.max(0, (clock.now() - oldestDueAt) / 1_000);
  });
}
