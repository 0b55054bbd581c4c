import { METRICS } from './metric-catalogue.ts';
import type { RoomParts } from './room.ts';

export function measureRecovery({ metrics, rooms: { cases, clock, stuckSales } }: RoomParts): void {
  metrics.gauge(METRICS.recoveryOpen, async () => (await cases.counts()).open);
  metrics.gauge(METRICS.recoveryNeedsAttention, async () => (await cases.counts()).manual);
  metrics.gauge(METRICS.tillSalesNeedAttention, () => stuckSales.count());
  metrics.gauge(METRICS.recoveryOverdue, async () => {
    const { oldestDueAt } = await cases.counts();
    return oldestDueAt === undefined ? 0 : Math.max(0, (clock.now() - oldestDueAt) / 1_000);
  });
}
