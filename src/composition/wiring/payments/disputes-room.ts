import { oldBankLinesJob } from '../../../gateway/bank-statements/index.ts';
import { requireApiPair } from '../../../gateway/credentials.ts';
import {
  disputesOfPixJob,
  disputesOfStatementsJob,
  oldDisputeFilesJob,
  registerDisputeRoutes,
  watchDisputesJob,
} from '../../../gateway/disputes/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import { evidencePdf } from '../../../panel/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { measureDisputes } from '../../observability/dispute-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';
import { merchantIdOf } from './merchant-api.ts';

/** Payments that buyers contest. */
export function disputesRoom(parts: RoomParts, payments: Payments): Room {
  const { config, rooms } = parts;
  measureDisputes(parts);
  const { database, clock, accounts, bankStatements, disputes, money, transactions } = rooms;
  const time = localTime(config.timeZone);
  return {
    jobs: [
      disputesOfPixJob({ database, disputes, clock, time }),
      disputesOfStatementsJob({ lines: money.statements.told, disputes, clock, time }),
      watchDisputesJob({ disputes, clock, time }),
      oldDisputeFilesJob({ files: disputes.files, clock }),
      oldBankLinesJob({ bankStatements, clock, time }),
    ],
    register: (app) =>
      registerDisputeRoutes(app, {
        disputes,
        transactions,
        clock,
        time,
        requireApiPair: requireApiPair(accounts),
        merchantId: merchantIdOf,
        evidenceOf: (dispute) =>
          evidencePdf(
            {
              ...rooms,
              payments,
              time,
              keptHistory: { days: config.keptDays.history, archived: config.archive },
            },
            dispute,
          ),
      }),
    close: () => undefined,
  };
}
