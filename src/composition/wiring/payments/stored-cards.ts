import { writeTokenization } from '../../../gateway/checkout/index.ts';
import { saleStandOf } from '../../../gateway/kinds/card/index.ts';
import { createStoredCards, type StoredCards } from '../../../gateway/stored-cards/index.ts';
import { uuidMaker } from '../../../platform/ids.ts';
import type { AcquirerMetrics } from '../../observability/acquirer-metrics.ts';
import type { RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

export function openStoredCards(
  parts: RoomParts,
  { acquirers, timeScale }: Pick<SalesParts, 'acquirers' | 'timeScale'>,
  { onStoredCard }: Pick<AcquirerMetrics, 'onStoredCard'>,
): StoredCards {
  const { rooms, instance, log } = parts;
  const { clock } = rooms;
  return createStoredCards({
    database: rooms.database,
    vault: rooms.vault,
    clock,
    publicUrl: parts.publicUrl,
    notify: (write, { tokenization, card, postBackUrl: url }) =>
      rooms.postbackOutbox.writeCard(write, {
        tokenizationId: tokenization.id,
        version: tokenization.version,
        merchantId: tokenization.merchantId,
        url,
        record: writeTokenization({ tokenization, card }),
      }),
    acquirers,
    holder: instance.id,
    ages: parts.ages,
    timeScale,
    createFence: instance.createFence,
    newId: uuidMaker(clock.now),
    newReference: rooms.newReference,
    saleStand: async (transactionId, mask) =>
      saleStandOf(await rooms.transactions.findAny(transactionId), mask),
    onOutcome: onStoredCard,
    onError: (error) => log.error({ err: error }, 'stored cards'),
    findDeadInstances: instance.findDeadInstances,
    onNeedsAttention: (found) => log.error(found, 'a stored card needs attention'),
  });
}
