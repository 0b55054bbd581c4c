import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceivableFilter } from '../../gateway/money/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { receivableRoutes } from './routes.ts';

test('the first screen adds up what came today, ninety days of what nobody confirmed, and thirty of what is to come', async () => {
  const asked: ReceivableFilter[] = [];
  const reader = {
    days: async (filter: ReceivableFilter) => {
      asked.push(filter);
      return [];
    },
  };
  const routes = receivableRoutes({
    money: { reader, statements: { payouts: { sumPaid: async () => 7 } } },
    clock: { now: () => Date.UTC(2026, 10, 26, 15) },
    time: localTime('America/Sao_Paulo'),
  } as unknown as Parameters<typeof receivableRoutes>[0]);
  const soon = routes.find(({ path }) => path === '/receivables/soon');
  const told = await soon?.run({ personId: 3, query: {} } as never);
  assert.deepEqual(asked, [
    { merchantId: 3, from: '2026-11-26', to: '2026-12-26' },
    { merchantId: 3, from: '2026-08-28', to: '2026-11-26', statuses: ['late'] },
  ]);
  assert.deepEqual(told, { today: '2026-11-26', soon: 0, paidToday: 7, dueToday: 0, late: 0 });
});
