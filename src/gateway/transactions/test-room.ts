import { randomInt, randomUUIDv7 } from 'node:crypto';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import { type Database, type RoomMigrations, referenceMaker } from '../../platform/index.ts';
import { createHistory, type History, historyMigrations, type NewEvent } from '../history/index.ts';
import { transactionMigrations } from './index.ts';
import {
  type CaseRow,
  type CaseTables,
  createTransactionStore,
  type Order,
  Status,
  type Transaction,
  type TransactionStore,
} from './record/index.ts';

export const newReference = referenceMaker({ now: Date.now, nonce: randomInt(2 ** 24) });

/** The tables of transactions on a real database, empty, with what merchants would be told kept in a list. */
export interface TestRoom {
  readonly database: Database;
  readonly history: History;
  readonly store: TransactionStore;
  /** Every transaction as it was told, in order. */
  readonly told: Transaction[];
  casesOf(transactionId: string): Promise<readonly CaseRow[]>;
  close(): Promise<void>;
}

export async function openTestRoom(engine: TestEngine, ofOtherRooms: RoomMigrations = {}): Promise<TestRoom> {
  const { database, close } = await newDatabase(engine);
  await database.migrate({ ...transactionMigrations, ...historyMigrations, ...ofOtherRooms });
  const history = createHistory({ database, newId: newReference });
  const told: Transaction[] = [];
  const store = createTransactionStore({
    database,
    history,
    outbox: {
      plan: async (change) => ({ ...change, url: 'https://shop.test/', waitMs: 0 }),
      write: async (_write, planned) => {
        told.push(...planned.map(({ transaction }) => transaction));
      },
      committed: () => undefined,
    },
  });
  return {
    database,
    history,
    store,
    told,
    casesOf: (transactionId) =>
      database
        .read<CaseTables>()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('subject')
        .execute(),
    close,
  };
}

export function testOrder(over: Partial<Order> = {}): Order {
  return {
    kind: 'credit',
    capture: false,
    installments: 1,
    interestType: 3,
    authenticate: 3,
    saveCard: false,
    recurrent: false,
    provider: 'REDE',
    providerVersion: '1',
    card: { mask: '423564******5682', expirationMonth: '01', expirationYear: '2035', cvvSent: true },
    ...over,
  };
}

export function testTransaction(over: Partial<Transaction> = {}): Transaction {
  const createdAt = 1_700_000_000_000;
  return {
    id: randomUUIDv7(),
    merchantId: 1,
    amount: 1000,
    createdAt,
    updatedAt: createdAt,
    order: testOrder(),
    result: { status: Status.pending },
    version: 0,
    ...over,
  };
}

/** An event that says where it comes from, for changes that a test makes by itself. */
export function testEvent(transaction: Transaction, kind: NewEvent['kind']): NewEvent {
  return {
    transactionId: transaction.id,
    at: transaction.updatedAt,
    kind,
    origin: { cause: 'merchant', requestId: 'request-1' },
    details: {},
  };
}
