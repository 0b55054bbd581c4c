import { PAID_FOUND_BY, type PaidCharge } from '../../gateway/charges/index.ts';
import type { NoticeResult } from '../../gateway/kinds/pix/index.ts';
import { ACCOUNT_KINDS, isBank } from '../../gateway/providers/index.ts';
import { boundedLabel, type Metrics } from '../../platform/metrics.ts';
import type { Rooms } from '../rooms.ts';
import { CHARGED_KINDS } from './acquirer-metrics.ts';
import { bankNotices, NOTICES_TOLD } from './bank-notices.ts';
import { METRICS } from './metric-catalogue.ts';

/** In the sandbox a Pix may name any bank; each new label would stay in memory. */
const MAX_PROVIDER_LABELS = 20;
const DELAY_BUCKETS_SECONDS = [0.5, 1, 2, 3, 5, 10, 30, 60, 120, 600, 3_600, 86_400];

export interface PixMetrics {
  onPaid(paid: PaidCharge): void;
  onNotice(result: NoticeResult): void;
  onNotListed(provider: string): void;
}

/** Counts how payments at banks are learned. */
export function measurePix(
  metrics: Metrics,
  rooms: Pick<Rooms, 'merchantAccounts' | 'pixAccounts'>,
): PixMetrics {
  const paid = metrics.counter(METRICS.pixPaid);
  const delay = metrics.histogram(METRICS.pixPaidDelay, DELAY_BUCKETS_SECONDS);
  const notices = metrics.counter(METRICS.pixNotices);
  const notListed = metrics.counter(METRICS.pixListsFailed);
  const label = boundedLabel(MAX_PROVIDER_LABELS);
  // From 0, so that their first increase is seen.
  for (const { provider } of ACCOUNT_KINDS.filter((kind) => isBank(kind.provider))) {
    notListed.inc({ provider }, 0);
    for (const kind of CHARGED_KINDS)
      for (const found_by of PAID_FOUND_BY) paid.inc({ provider: label(provider), kind, found_by }, 0);
  }
  for (const result of METRICS.pixNotices.values) notices.inc({ result }, 0);
  metrics.gauges(METRICS.bankAccounts, async () => {
    const found = await bankNotices(rooms);
    return NOTICES_TOLD.map((told) => ({
      labels: { notices: told },
      value: found.filter((one) => one.told === told).length,
    }));
  });
  return {
    onPaid: ({ provider, kind, foundBy, afterMs }) => {
      paid.inc({ provider: label(provider), kind, found_by: foundBy });
      delay.observe({ kind, found_by: foundBy }, Math.max(0, afterMs / 1_000));
    },
    onNotice: (result) => notices.inc({ result }),
    onNotListed: (provider) => notListed.inc({ provider: label(provider) }),
  };
}
