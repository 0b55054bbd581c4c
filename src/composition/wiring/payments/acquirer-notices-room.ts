import { keepToldDisputes } from '../../../gateway/disputes/index.ts';
import { registerAcquirerNotices } from '../../../gateway/kinds/card/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Room, RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

/** Where acquirers of cards tell what changed of a sale. */
export function acquirerNoticesRoom(
  { rooms, config }: Pick<RoomParts, 'rooms' | 'config'>,
  { acquirers }: Pick<SalesParts, 'acquirers'>,
): Room {
  const { disputes, clock } = rooms;
  const time = localTime(config.timeZone);
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
        onDisputes: ({ transaction, disputes: told }) =>
          keepToldDisputes({ disputes, clock, time }, transaction.id, 'cielo', told),
      }),
    close: () => undefined,
  };
}
