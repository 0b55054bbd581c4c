import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { LONGEST_ADVANCE_MS, type SetClock } from '../../../../platform/time/set-clock.ts';
import { refuse } from '../control.ts';

/** Shows the sandbox's clock, and sets it ahead: for due dates, expiries, recurrences and windows. */
export function registerClockRoutes(
  app: FastifyInstance,
  clock: SetClock,
  guarded: RouteShorthandOptions,
): void {
  const shown = () => ({ now: new Date(clock.now()).toISOString(), aheadMs: clock.aheadMs() });
  app.get('/__sim/clock', guarded, async () => shown());
  app.post('/__sim/clock', guarded, async ({ body }) => {
    const advanceMs = advanceOf(body);
    if (advanceMs === undefined || !(await clock.advance(advanceMs))) {
      const message = `advanceMs deve ser um inteiro de milissegundos, de 1 a ${LONGEST_ADVANCE_MS} ao todo.`;
      throw refuse('sim_invalid', { message });
    }
    return shown();
  });
}

function advanceOf(body: unknown): number | undefined {
  const { advanceMs } = (typeof body === 'object' && body !== null ? body : {}) as { advanceMs?: unknown };
  return Number.isSafeInteger(advanceMs) && Number(advanceMs) > 0 ? Number(advanceMs) : undefined;
}
