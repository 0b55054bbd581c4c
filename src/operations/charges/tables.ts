import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { Waiting } from '../../platform/jobs/index.ts';
import { createTable } from '../interface/create-table.ts';
import type { Charge } from './charge.ts';

/** The charge of a sale is looked at again after this at the latest: a refund that was refused is tried each hour. */
export const LONGEST_CHARGE_WAIT_MS = 60 * 60_000;

export interface ChargeTables {
  charges: RowOf<Charge>;
}

export const CHARGES = defineTable<Charge>('charges', {
  id: 'bigint',
  personId: 'bigint',
  owner: 'text',
  ownerId: 'bigint',
  transactionId: 'text?',
  cardToken: 'text?',
  plannedTransactionId: 'text?',
  formId: 'text?',
  createdAt: 'bigint',
  dueAt: 'bigint?',
});

export const chargeMigrations: RoomMigrations = {
  '0571-charges': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'charges', {
        id: 'bigint',
        person_id: 'bigint',
        owner: 'text',
        owner_id: 'bigint',
        transaction_id: 'text?',
        created_at: 'bigint',
        due_at: 'bigint?',
      });
      const { schema } = database;
      await schema
        .createIndex('charges_owner')
        .unique()
        .on('charges')
        .columns(['owner', 'owner_id'])
        .execute();
      await schema
        .createIndex('charges_due')
        .on('charges')
        .columns(['due_at', 'id'])
        .where(sql.ref('due_at'), 'is not', null)
        .execute();
    },
  },
  '0581-cards-of-charges': {
    up: async ({ schema }: Kysely<unknown>) => {
      for (const column of ['card_token', 'form_id']) {
        await schema.alterTable('charges').addColumn(column, 'text').execute();
      }
    },
  },
  '0583-planned-transactions-of-charges': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('charges').addColumn('planned_transaction_id', 'text').execute();
    },
  },
  '0595-due-charges-of-persons': {
    up: async ({ schema }: Kysely<unknown>) => {
      const columns = { charges_due_of_owner: [], charges_due_of_person: ['person_id'] };
      for (const [name, between] of Object.entries(columns)) {
        await schema
          .createIndex(name)
          .on('charges')
          .columns(['owner', ...between, 'due_at', 'id'])
          .where(sql.ref('due_at'), 'is not', null)
          .execute();
      }
      await schema.dropIndex('charges_due').execute();
    },
  },
  '0596-persons-of-charges': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.createIndex('charges_person').on('charges').column('person_id').execute();
    },
  },
};

/** Charges of sales. Those of recurrences are due on their dates. */
export const WAITING_CHARGES: Waiting = {
  table: 'charges',
  column: 'due_at',
  longestMs: LONGEST_CHARGE_WAIT_MS,
  where: sql<boolean>`owner = 'sale' and due_at is not null`,
};
