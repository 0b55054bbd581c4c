import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { refuse } from '../control.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Pays what the simulator owes to shops by a day; gives how many payouts were made. */
export type RunPayouts = (day: string) => Promise<number>;

export function registerPayoutRuns(
  app: FastifyInstance,
  run: RunPayouts,
  guarded: RouteShorthandOptions,
): void {
  app.post('/__sim/payouts/run', guarded, async ({ body }) => {
    const { date } = (typeof body === 'object' && body !== null ? body : {}) as { date?: unknown };
    const isDay = typeof date === 'string' && DAY.test(date) && !Number.isNaN(Date.parse(date));
    if (!isDay) throw refuse('sim_invalid', { message: 'date deve ser um dia, como 2026-12-28.' });
    return { payouts: await run(date) };
  });
}
