import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { Pairing } from './pairing.ts';

export interface PairingTables {
  payment_client_pairings: RowOf<Pairing>;
}

const PAIRINGS = defineTable<Pairing>('payment_client_pairings', {
  id: 'bigint',
  codeHash: 'text',
  keyHash: 'text',
  terminalId: 'bigint?',
  version: 'text?',
  address: 'text',
  block: 'text',
  createdAt: 'bigint',
  expiresAt: 'bigint',
});

export const pairingMigrations: RoomMigrations = {
  '0570-payment-client-pairings': {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database;
      await schema
        .createTable('payment_client_pairings')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('terminal_id', 'bigint')
        .addColumn('version', 'text')
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema.alterTable('payment_clients').addColumn('revoked_at', 'bigint').execute();
    },
  },
  '0591-hashed-pairing-codes': {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database;
      // Of the ten minutes that a code lives few are left; its client asks for another one.
      await schema.dropTable('payment_client_pairings').execute();
      await schema
        .createTable('payment_client_pairings')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('code_hash', 'text', (column) => column.notNull().unique())
        .addColumn('key_hash', 'text', (column) => column.notNull().unique())
        .addColumn('terminal_id', 'bigint')
        .addColumn('version', 'text')
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('block', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

type Tables = Kysely<PairingTables>;

export async function insertPairing(tables: Tables, pairing: Pairing): Promise<void> {
  await tables.insertInto('payment_client_pairings').values(PAIRINGS.toRow(pairing)).execute();
}

export async function countPairings(tables: Tables): Promise<number> {
  const { count } = await tables
    .selectFrom('payment_client_pairings')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countPairingsOf(tables: Tables, address: string): Promise<number> {
  const { count } = await tables
    .selectFrom('payment_client_pairings')
    .select((row) => row.fn.countAll().as('count'))
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the oldest pairing of the block of addresses that has most. */
export async function displaceOldest(tables: Tables): Promise<void> {
  const largest = await tables
    .selectFrom('payment_client_pairings')
    .select('block')
    .groupBy('block')
    .orderBy((row) => row.fn.countAll(), 'desc')
    .orderBy('block')
    .limit(1)
    .executeTakeFirst();
  if (!largest) return;
  const oldest = tables
    .selectFrom('payment_client_pairings')
    .select('id')
    .where('block', '=', largest.block)
    .orderBy('id')
    .limit(1);
  await tables.deleteFrom('payment_client_pairings').where('id', 'in', oldest).execute();
}

export async function findPairingByKey(tables: Tables, keyHash: string): Promise<Pairing | undefined> {
  const row = await tables
    .selectFrom('payment_client_pairings')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row && PAIRINGS.fromRow(row);
}

/** Deletes and returns a pairing, so that of two concurrent confirmations only one succeeds. */
export async function takePairing(tables: Tables, codeHash: string): Promise<Pairing | undefined> {
  const row = await tables
    .deleteFrom('payment_client_pairings')
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();
  return row && PAIRINGS.fromRow(row);
}

/** Deletes up to `limit` pairings that nobody confirmed in time, and returns how many. */
export async function deleteOverduePairings(tables: Tables, now: number, limit: number): Promise<number> {
  const overdue = tables
    .selectFrom('payment_client_pairings')
    .select('id')
    .where('expires_at', '<=', now)
    .limit(limit);
  const { numDeletedRows } = await tables
    .deleteFrom('payment_client_pairings')
    .where('id', 'in', overdue)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
