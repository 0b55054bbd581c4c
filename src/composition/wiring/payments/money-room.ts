import { requireApiPair } from '../../../gateway/credentials.ts';
import { oldReceivablesJob, receivablesJob, registerMoneyRoutes } from '../../../gateway/money/index.ts';
import { createCapturedSales } from '../../../gateway/transactions/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Room, RoomParts } from '../../room.ts';
import { merchantIdOf } from './merchant-api.ts';

/** What comes of sales, and when. */
export function moneyRoom({ config, rooms }: RoomParts): Room {
  const { database, clock, accounts, money } = rooms;
  const time = localTime(config.timeZone);
  const sales = createCapturedSales(database);
  return {
    jobs: [
      receivablesJob({ database, clock, time, sales, ...money }),
      oldReceivablesJob({ database, clock, time }),
    ],
    register: (app) =>
      registerMoneyRoutes(app, {
        receivables: money.reader,
        requireApiPair: requireApiPair(accounts),
        merchantId: merchantIdOf,
      }),
    close: () => undefined,
  };
}
