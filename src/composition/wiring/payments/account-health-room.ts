import { ACCOUNT_KINDS, type AccountHealth, isBank } from '../../../gateway/providers/index.ts';
import { boundedLabel } from '../../../platform/metrics.ts';
import { METRICS } from '../../observability/metric-catalogue.ts';
import type { Room, RoomParts } from '../../room.ts';

/** In the sandbox a sale may name any provider. */
const MAX_PROVIDER_LABELS = 20;
const ACQUIRERS = ACCOUNT_KINDS.map(({ provider }) => provider).filter((provider) => !isBank(provider));

/** Shares the health of accounts between instances, and tells it to those who watch. */
export function accountHealthRoom({ metrics }: Pick<RoomParts, 'metrics'>, health: AccountHealth): Room {
  const label = boundedLabel(MAX_PROVIDER_LABELS);
  metrics.gauges(METRICS.acquirerCircuit, () => {
    const open = new Set([...health.openProviders()].map(label));
    return [...new Set([...ACQUIRERS, ...open])].map((provider) => ({
      labels: { provider },
      value: open.has(provider) ? 1 : 0,
    }));
  });
  return { jobs: [health.job], register: () => undefined, close: () => undefined };
}
