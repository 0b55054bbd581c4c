import { registerAcquirerNotices } from '../../../gateway/kinds/card/index.ts';
import type { Room, RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

/** Where acquirers of cards tell what changed of a sale. */
export function acquirerNoticesRoom(
  { rooms, log }: Pick<RoomParts, 'rooms' | 'log'>,
  { acquirers }: Pick<SalesParts, 'acquirers'>,
): Room {
  return {
    jobs: [],
    register: (app) =>
      registerAcquirerNotices(app, {
        store: rooms.transactions,
        cases: rooms.cases,
        acquirers,
        accounts: rooms.merchantAccounts,
        addresses: rooms.acquirerNotices,
        clock: rooms.clock,
        onDisputes: async ({ transaction, account, disputes }) => {
          for (const dispute of disputes) {
            log.warn(
              { transactionId: transaction.id, provider: account.provider, dispute },
              'a sale is disputed',
            );
          }
        },
      }),
    close: () => undefined,
  };
}
