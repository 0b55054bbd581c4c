import type { Database } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { createAnswerStore } from './answer-store.ts';
import { createLineDecisions, type LineDecisions } from './line-decisions.ts';
import { createLineReader, type LineReader } from './line-reader.ts';
import { createLineStore } from './line-store.ts';
import { createPayoutReader, type PayoutReader } from './payout-reader.ts';
import type { StatementDependencies } from './read-account.ts';
import { createReadingStore } from './reading-store.ts';

/** What acquirers tell of what they paid. */
export interface Statements extends StatementDependencies {
  readonly payouts: PayoutReader;
  readonly told: LineReader;
  readonly decisions: LineDecisions;
}

export function createStatements(options: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Statements {
  const { database, clock, time } = options;
  return {
    database,
    clock,
    time,
    answers: createAnswerStore(options),
    lines: createLineStore(options),
    readings: createReadingStore(options),
    payouts: createPayoutReader(database),
    told: createLineReader(database),
    decisions: createLineDecisions(options),
  };
}
