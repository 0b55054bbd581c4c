import { type Kysely, sql } from 'kysely';
import { joinMigrations } from '../platform/database/index.ts';
import { auditMigrations } from './audit/tables.ts';
import { passkeyMigrations } from './passkeys/tables.ts';
import { pastPasswordMigrations } from './passwords/tables.ts';
import { addRegistrationBlocks, createRegistrations } from './persons/record/registration-store.ts';
import { sessionMigrations } from './sessions/tables.ts';
import { checkoutIdMigrations } from './shops/checkout-ids/tables.ts';
import { savedViewMigrations } from './shops/saved-views/tables.ts';
import { shopSettingsMigrations } from './shops/settings/tables.ts';
import { teamMigrations } from './team/tables.ts';

export const accountMigrations = joinMigrations(
  auditMigrations,
  teamMigrations,
  sessionMigrations,
  savedViewMigrations,
  shopSettingsMigrations,
  passkeyMigrations,
  pastPasswordMigrations,
  checkoutIdMigrations,
  {
    '0100-accounts': {
      up: async (database) => {
        await createPersons(database);
        await createPasswordLinks(database);
        await createCredentials(database);
      },
    },
    '0500-person-profile': { up: addProfile },
    '0501-login-failures': { up: createLoginFailures },
    '0503-sweep': { up: indexForSweep },
    '0504-postback-delay': { up: addPostbackDelay },
    '0520-registrations': { up: createRegistrations },
    '0521-registration-blocks': { up: addRegistrationBlocks },
    '0522-login-networks': { up: createLoginNetworks },
    '0910-credential-use': { up: addCredentialUse },
    '0911-person-email': { up: indexEmails },
    '0912-operator-logins': { up: addOperators },
    '2026-11-26-retry-guard': { up: addRetryGuard },
    '2026-11-26-person-failover': { up: addFailover },
  },
);

async function addRetryGuard({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('persons')
    .addColumn('retry_guard', 'text', (column) => column.notNull().defaultTo('warn'))
    .execute();
}

async function addFailover({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('persons')
    .addColumn('failover', 'text', (column) => column.notNull().defaultTo('on'))
    .execute();
}

async function createPersons(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('persons')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('legal_person', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('trade_name', 'text')
    .addColumn('email', 'text')
    .addColumn('created_by', 'bigint', (column) => column.references('persons.id'))
    .addColumn('password_hash', 'text')
    .addColumn('late_approval', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('activated_at', 'bigint')
    .execute();
  await database.schema.createIndex('persons_document').on('persons').column('document').execute();
  // Guarantees "one active person per document" even if two activations run at the same moment.
  await database.schema
    .createIndex('persons_active_document')
    .unique()
    .on('persons')
    .column('document')
    .where(sql.ref('activated_at'), 'is not', null)
    .execute();
}

async function createPasswordLinks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('password_links_person')
    .on('password_links')
    .column('person_id')
    .execute();
}

async function createCredentials(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('credentials')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('secret_hash', 'text')
    .addColumn('sealed_secret', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('credentials_name', ['kind', 'name'])
    .addUniqueConstraint('credentials_secret', ['secret_hash'])
    .execute();
  await database.schema
    .createIndex('credentials_person')
    .on('credentials')
    .columns(['person_id', 'kind'])
    .execute();
}

const PROFILE_COLUMNS = ['phone_1', 'phone_2', 'address', 'photo_id'] as const;

async function addProfile(database: Kysely<unknown>): Promise<void> {
  for (const column of PROFILE_COLUMNS) {
    await database.schema.alterTable('persons').addColumn(column, 'text').execute();
  }
  await database.schema
    .alterTable('persons')
    .addColumn('keyless', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema
    .createIndex('persons_keyless_waiting')
    .on('persons')
    .column('created_at')
    .where(sql.ref('keyless'), '=', sql.lit(1))
    .where(sql.ref('activated_at'), 'is', null)
    .execute();
}

async function indexForSweep(database: Kysely<unknown>): Promise<void> {
  // For counting a creator's waiting persons, and for removing a person.
  await database.schema
    .createIndex('persons_creator')
    .on('persons')
    .columns(['created_by', 'activated_at'])
    .execute();
  await database.schema
    .createIndex('persons_waiting')
    .on('persons')
    .column('created_at')
    .where(sql.ref('activated_at'), 'is', null)
    .execute();
  await database.schema
    .createIndex('credentials_end')
    .on('credentials')
    .columns(['kind', 'expires_at'])
    .execute();
}

async function addPostbackDelay(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('persons')
    .addColumn('postback_delay_s', 'integer', (column) => column.notNull().defaultTo(3))
    .execute();
}

async function createLoginFailures(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('login_failures')
    .addColumn('login', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('failed_at', 'text', (column) => column.notNull())
    .addColumn('last_failed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('login_failures_key', ['login', 'network'])
    .execute();
  await database.schema
    .createIndex('login_failures_last')
    .on('login_failures')
    .column('last_failed_at')
    .execute();
}

async function addCredentialUse(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('credentials').addColumn('label', 'text').execute();
  await database.schema.alterTable('credentials').addColumn('last_used_at', 'bigint').execute();
}

async function addOperators(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('credentials').addColumn('operator_id', 'bigint').execute();
  await database.schema.alterTable('credentials').addColumn('operator_profile', 'text').execute();
  await database.schema
    .createIndex('credentials_operator')
    .on('credentials')
    .column('operator_id')
    .where(sql.ref('operator_id'), 'is not', null)
    .execute();
}

async function createLoginNetworks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('login_networks')
    .addColumn('login', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('succeeded_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('login_networks_key', ['login', 'network'])
    .execute();
  await database.schema
    .createIndex('login_networks_succeeded')
    .on('login_networks')
    .column('succeeded_at')
    .execute();
}

/** For finding persons who may be duplicates. */
async function indexEmails(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('persons_email')
    .on('persons')
    .column('email')
    .where(sql.ref('email'), 'is not', null)
    .execute();
}
