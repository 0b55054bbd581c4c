import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { ClientCard } from './client-card.ts';

export interface ClientCardTables {
  client_cards: RowOf<ClientCard>;
}

export const CLIENT_CARDS = defineTable<ClientCard>('client_cards', {
  id: 'bigint',
  personId: 'bigint',
  clientId: 'bigint',
  formId: 'text',
  preferred: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
});

export const clientCardMigrations: RoomMigrations = {
  '0580-client-cards': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'client_cards', {
        id: 'bigint',
        person_id: 'bigint',
        client_id: 'bigint',
        form_id: 'text',
        preferred: 'bigint',
        created_at: 'bigint',
        updated_at: 'bigint',
      });
      await database.schema
        .createIndex('client_cards_client')
        .on('client_cards')
        .columns(['client_id', 'id'])
        .execute();
      await database.schema
        .createIndex('client_cards_person')
        .on('client_cards')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
};
