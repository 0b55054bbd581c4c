import type { Database } from '../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { createFeeStore, type FeeStore } from './expected/fee-store.ts';
import { createReceivableReader, type ReceivableReader } from './expected/receivable-reader.ts';
import { createReceivableStore, type ReceivableStore } from './expected/receivable-store.ts';

/** What is expected of sales, and what acquirers keep of them. */
export interface Money {
  readonly fees: FeeStore;
  /** Written behind sales. */
  readonly store: ReceivableStore;
  readonly reader: ReceivableReader;
}

export function createMoney(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Money {
  return {
    fees: createFeeStore(options),
    store: createReceivableStore(options.database),
    reader: createReceivableReader(options),
  };
}
