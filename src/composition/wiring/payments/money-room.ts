import { requireApiPair } from '../../../gateway/credentials.ts';
import {
  oldReceivablesJob,
  oldStatementsJob,
  receivablesJob,
  registerMoneyRoutes,
  registerPayoutRoutes,
  statementsJob,
} from '../../../gateway/money/index.ts';
import { createCapturedSales } from '../../../gateway/transactions/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { measureStatements } from '../../observability/statement-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';
import { buildLiveStatements } from '../acquirers.ts';
import { merchantIdOf } from './merchant-api.ts';

/** What comes of sales, and when. */
export function moneyRoom(parts: RoomParts): Room {
  const { config, rooms, log } = parts;
  measureStatements(parts);
  const { database, clock, accounts, money, merchantAccounts } = rooms;
  const ending = new AbortController();
  const time = localTime(config.timeZone);
  const sales = createCapturedSales(database);
  return {
    jobs: [
      receivablesJob({ database, clock, time, sales, ...money }),
      oldReceivablesJob({ database, clock, time }),
      oldStatementsJob({ database, clock, time }),
      statementsJob({
        ...money.statements,
        time,
        sources: buildLiveStatements({ config, rooms }, { ending: ending.signal }),
        accounts: merchantAccounts,
        onFault: ({ id, provider }, reason) =>
          log.warn({ accountId: id, provider, reason }, 'statements were not read'),
      }),
    ],
    register: (app) => {
      const options = { requireApiPair: requireApiPair(accounts), merchantId: merchantIdOf };
      registerMoneyRoutes(app, { ...options, receivables: money.reader });
      registerPayoutRoutes(app, { ...options, payouts: money.statements.payouts });
    },
    close: () => ending.abort(),
  };
}
