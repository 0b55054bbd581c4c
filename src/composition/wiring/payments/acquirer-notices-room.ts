import { keepToldDisputes } from '../../../gateway/disputes/index.ts';
import { registerAcquirerNotices } from '../../../gateway/kinds/card/index.ts';
import { takeAcquirersPixNotice } from '../../../gateway/kinds/pix/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Room, RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

/** Where acquirers of cards tell what changed of a sale, or of a Pix. */
export function acquirerNoticesRoom(
  { rooms, config }: Pick<RoomParts, 'rooms' | 'config'>,
  { acquirers, banks }: Pick<SalesParts, 'acquirers' | 'banks'>,
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
        takePixNotice: (account, theirId) =>
          takeAcquirersPixNotice(
            { banks, charges: rooms.pixCodes.charges, cases: rooms.cases, clock },
            account,
            theirId,
          ),
        onDisputes: ({ transaction, disputes: told }) =>
          keepToldDisputes({ disputes, clock, time }, transaction.id, 'cielo', told),
      }),
    close: () => undefined,
  };
}
