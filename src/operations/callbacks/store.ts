import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { CallbackAddress, CallbackType } from './callback.ts';

export interface CallbackTables {
  callback_addresses: RowOf<CallbackAddress>;
}

const ADDRESSES = defineTable<CallbackAddress>('callback_addresses', {
  id: 'bigint',
  personId: 'bigint',
  type: 'bigint',
  url: 'text',
  createdAt: 'bigint',
});

export const callbackMigrations: RoomMigrations = {
  '0572-callback-addresses': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'callback_addresses', {
        id: 'bigint',
        person_id: 'bigint',
        type: 'bigint',
        url: 'text',
        created_at: 'bigint',
      });
      await database.schema
        .createIndex('callback_addresses_type')
        .unique()
        .on('callback_addresses')
        .columns(['person_id', 'type'])
        .execute();
    },
  },
};

type Tables = Kysely<CallbackTables>;

export async function findAddress(
  tables: Tables,
  personId: number,
  type: CallbackType,
): Promise<CallbackAddress | undefined> {
  const row = await tables
    .selectFrom('callback_addresses')
    .selectAll()
    .where('person_id', '=', personId)
    .where('type', '=', type)
    .executeTakeFirst();
  return row && ADDRESSES.fromRow(row);
}

/** Inserts or replaces the person's address of this type; a replaced address keeps its id. */
export async function putAddress(tables: Tables, address: CallbackAddress): Promise<CallbackAddress> {
  const row = await tables
    .insertInto('callback_addresses')
    .values(ADDRESSES.toRow(address))
    .onConflict((conflict) => conflict.columns(['person_id', 'type']).doUpdateSet({ url: address.url }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return ADDRESSES.fromRow(row);
}

export async function deleteAddress(tables: Tables, id: number): Promise<void> {
  await tables.deleteFrom('callback_addresses').where('id', '=', id).execute();
}
