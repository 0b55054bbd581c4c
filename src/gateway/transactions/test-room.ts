import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import type { Database, RoomMigrations } from '../../platform/database/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { createHistory, type History, historyMigrations } from '../history/index.ts';
import { cardMigrations } from '../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import type { RecoveryCase } from './rules/case.ts';
import type { Transaction } from './rules/transaction.ts';
import { createCaseStore } from './stores/case-store.ts';
import type { LinkUses } from './stores/link-uses.ts';
import type { PlannedPostback } from './stores/outbox.ts';
import { createTransactionStore, type TransactionStore } from './stores/store.ts';
import { transactionMigrations } from './tables/migrations.ts';
import { newReference } from './test-sale.ts';

/** Empty transaction tables on a real database, with the planned postbacks kept in a list. */
export interface TestRoom {
  readonly database: Database;
  readonly history: History;
  readonly store: TransactionStore;
  /** Every transaction as reported to the merchant, in order. */
  readonly notified: Transaction[];
  casesOf(transactionId: string): Promise<readonly RecoveryCase[]>;
  close(): Promise<void>;
}

const { day: dayOf } = localTime('America/Sao_Paulo');

export async function openTestRoom(
  engine: TestEngine,
  ofOtherRooms: RoomMigrations = {},
  links: LinkUses = { add: async () => undefined },
): Promise<TestRoom> {
  const { database, close } = await newDatabase(engine, {
    ...transactionMigrations,
    ...cardMigrations,
    ...historyMigrations,
    ...ofOtherRooms,
  });
  const history = createHistory({ database, newId: newReference });
  const notified: Transaction[] = [];
  const written = new Set<PlannedPostback>();
  const store = createTransactionStore({
    kinds: PAYMENT_KINDS,
    database,
    history,
    dayOf,
    outbox: {
      plan: async (change) =>
        change.isForAll ? { ...change, url: 'https://shop.test/', waitMs: 0 } : undefined,
      // A write may run again, and then in another way: only what was committed is told.
      write: async (_write, planned) => {
        for (const one of planned) written.add(one);
      },
      committed: (planned) => {
        if (written.has(planned)) notified.push(planned.transaction);
      },
    },
    links,
  });
  const { ofTransaction: casesOf } = createCaseStore(database);
  return { database, history, store, notified, casesOf, close };
}
