import { createPix, type Pix } from '../../../gateway/kinds/pix/index.ts';
import { REFUND_BY_TRANSFER } from '../../../gateway/providers/index.ts';
import type { PixMetrics } from '../../observability/pix-metrics.ts';
import type { RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

export function buildPix({ rooms, log }: RoomParts, sales: SalesParts, measured: PixMetrics): Pix {
  return createPix({
    ...sales,
    acquirers: sales.routes,
    ...rooms.pixCodes,
    cases: rooms.cases,
    accounts: rooms.pixAccounts,
    addresses: rooms.noticeAddresses,
    newReference: rooms.newReference,
    onSurplusStuck: (found) => {
      // A case tells its shop: no bank gives that back.
      if (found.reason === REFUND_BY_TRANSFER) log.warn(found, 'a surplus is to be given back by transfer');
      else log.error(found, 'a surplus of Pix could not be given back');
    },
    onNeedsAttention: (found) => log.error(found, 'a transaction needs attention'),
    onPaid: measured.onPaid,
    onNotListed: (provider, reason) => {
      measured.onNotListed(provider);
      log.warn({ provider, reason }, 'a bank did not tell what arrived by Pix');
    },
    onLookFailed: (subject, error) => log.error({ subject, err: error }, 'a look at a Pix failed'),
  });
}
