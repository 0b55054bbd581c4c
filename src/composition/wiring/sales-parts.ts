import { chargedKind, PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import {
  createAccountHealth,
  createHealthStore,
  type SimulatedBank,
  type Simulator,
} from '../../gateway/providers/index.ts';
import { createRecoverySchedule } from '../../gateway/transactions/index.ts';
import type { AcquirerMetrics } from '../observability/acquirer-metrics.ts';
import { traceAcquirerCalls } from '../observability/acquirer-traces.ts';
import type { RoomParts } from '../room.ts';
import { buildAcquirers, buildBanks, buildSlipBanks, chargeRoutes } from './acquirers.ts';

export type SalesParts = ReturnType<typeof salesParts>;

/** What sales, recovery and 3-D Secure have in common. `ending` aborts when the service stops. */
export function salesParts(
  parts: RoomParts,
  simulated: { readonly simulator: Simulator | undefined; readonly bank: SimulatedBank | undefined },
  measured: AcquirerMetrics,
  ending: AbortSignal,
) {
  const { config, rooms } = parts;
  const { clock } = rooms;
  const { timeScale } = config.simulator;
  const health = createAccountHealth({
    store: createHealthStore(rooms.database),
    clock,
    ending,
    onError: (error) => parts.log.error({ err: error }, 'the health of acquirers could not be shared'),
  });
  const watching = {
    onCall: (call: Parameters<typeof measured.onCall>[0]) => {
      measured.onCall(call);
      health.observe(call);
    },
    aroundCall: parts.tracing && traceAcquirerCalls(parts.tracing),
  };
  const acquirers = buildAcquirers(parts, simulated.simulator, { ending, health, ...watching });
  const banks = buildBanks(parts, simulated.bank, {
    ending,
    onTokenRefused: measured.onTokenRefused,
    ...watching,
  });
  const slipBanks = buildSlipBanks(parts, simulated.bank, {
    ending,
    onTokenRefused: measured.onTokenRefused,
    ...watching,
  });
  return {
    kinds: PAYMENT_KINDS,
    chargedKind,
    store: rooms.transactions,
    acquirers,
    banks,
    slipBanks,
    health,
    routes: chargeRoutes(acquirers, banks, slipBanks),
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
