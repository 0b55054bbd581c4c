import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import type { Simulator } from '../../gateway/providers/index.ts';
import { createRecoverySchedule } from '../../gateway/transactions/index.ts';
import type { AcquirerMetrics } from '../observability/acquirer-metrics.ts';
import { traceAcquirerCalls } from '../observability/acquirer-traces.ts';
import type { RoomParts } from '../room.ts';
import { buildAcquirers } from './acquirers.ts';

export type SalesParts = ReturnType<typeof salesParts>;

/** What sales, recovery and 3-D Secure have in common. `ending` aborts when the service stops. */
export function salesParts(
  parts: RoomParts,
  simulator: Simulator | undefined,
  measured: AcquirerMetrics,
  ending: AbortSignal,
) {
  const { config, rooms } = parts;
  const { clock } = rooms;
  const { timeScale } = config.simulator;
  return {
    kinds: PAYMENT_KINDS,
    store: rooms.transactions,
    acquirers: buildAcquirers(parts, simulator, {
      ending,
      onCall: measured.onCall,
      aroundCall: parts.tracing && traceAcquirerCalls(parts.tracing),
    }),
    clock,
    ages: parts.ages,
    timeScale,
    schedule: createRecoverySchedule(timeScale),
    authenticationPages: rooms.authenticationPages,
    onOutcome: measured.onOutcome,
    onAuthenticated: measured.onAuthenticated,
    onMovement: measured.onMovement,
  };
}
