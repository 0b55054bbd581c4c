import type { RoomParts } from './room.ts';

export function measureRecovery({ metrics, rooms: { cases, clock, stuckSales } }: RoomParts): void {
  metrics.gauge('guiche_recovery_open', 'Outcomes being found out or taken back', async () => {
    return (await cases.counts()).open;
  });
  metrics.gauge(
    'guiche_recovery_needs_attention',
    'Transactions that only the operator can end',
    async () => {
      return (await cases.counts()).manual;
    },
  );
  metrics.gauge(
    'guiche_till_sales_need_attention',
    'Sales of tills whose payment client took them and fell silent: a person settles them',
    () => stuckSales.count(),
  );
  metrics.gauge('guiche_recovery_overdue_seconds', 'How late the most overdue case is', async () => {
    const { oldestDueAt } = await cases.counts();
    return oldestDueAt === undefined ? 0 : Math.max(0, (clock.now() - oldestDueAt) / 1_000);
  });
}
