import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { Operator } from './operator.ts';

export interface OperatorTables {
  operators: RowOf<Operator>;
}

export const OPERATORS = defineTable<Operator>('operators', {
  id: 'bigint',
  personId: 'bigint',
  name: 'text',
  login: 'text',
  email: 'text?',
  active: 'bigint',
  profile: 'text',
  passwordHash: 'text?',
});

export const operatorMigrations: RoomMigrations = {
  '0588-operators': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'operators', {
        id: 'bigint',
        person_id: 'bigint',
        name: 'text',
        login: 'text',
        email: 'text?',
        active: 'bigint',
        profile: 'text',
      });
      const { schema } = database;
      await schema.createIndex('operators_person').on('operators').columns(['person_id', 'id']).execute();
      await schema
        .createIndex('operators_login')
        .unique()
        .on('operators')
        .columns(['person_id', 'login'])
        .execute();
    },
  },
  '0592-operator-passwords': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('operators').addColumn('password_hash', 'text').execute();
    },
  },
};
