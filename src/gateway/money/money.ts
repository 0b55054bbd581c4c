import type { Database } from '../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { createFeeStore, type FeeStore } from './expected/fee-store.ts';
import { createReceivableReader, type ReceivableReader } from './expected/receivable-reader.ts';
import { createReceivableStore, type ReceivableStore } from './expected/receivable-store.ts';
import { createStatements, type Statements } from './statements/statements.ts';

/** What is expected of sales, and what acquirers keep of them. */
export interface Money {
  readonly fees: FeeStore;
  /** Written behind sales. */
  readonly store: ReceivableStore;
  readonly reader: ReceivableReader;
  readonly statements: Statements;
}

export function createMoney(options: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Money {
  return {
    fees: createFeeStore(options),
    store: createReceivableStore(options.database),
    reader: createReceivableReader(options),
    statements: createStatements(options),
  };
}
