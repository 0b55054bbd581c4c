import { type Kysely, sql } from 'kysely';
import {
  type Database,
  nextId,
  type RoomMigrations,
  type WriteTransaction,
} from '../../../platform/database/index.ts';

export interface AcquirerAccountRow {
  id: number;
  person_id: number;
  /** In capitals. */
  provider: string;
  /** JSON of the settings, sealed by the vault. */
  sealed_settings: string;
  /** 1 for the account used when a sale names no provider. */
  is_default: number;
  created_at: number;
  /** Null while it is in use. The row stays: charges made through the account are queried long afterwards. */
  removed_at: number | null;
}

interface AcquirerAccountTables {
  acquirer_accounts: AcquirerAccountRow;
  /** Settings of the simulator for merchants without an account: 1 where it sells issuer's installments as the store's. */
  simulator_settings: { person_id: number; issuer_as_store: number };
}

export const acquirerAccountMigrations: RoomMigrations = {
  '0310-acquirer-accounts': {
    up: async (database) => {
      await database.schema
        .createTable('acquirer_accounts')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('sealed_settings', 'text', (column) => column.notNull())
        .addColumn('is_default', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('acquirer_accounts_by_person')
        .on('acquirer_accounts')
        .columns(['person_id', 'provider'])
        .unique()
        .execute();
    },
  },
  '0312-simulator-settings': {
    up: async (database) => {
      await database.schema
        .createTable('simulator_settings')
        .addColumn('person_id', 'bigint', (column) => column.primaryKey())
        .addColumn('issuer_as_store', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  '0311-removed-acquirer-accounts': {
    up: async (database) => {
      await database.schema.alterTable('acquirer_accounts').addColumn('removed_at', 'bigint').execute();
      await database.schema.dropIndex('acquirer_accounts_by_person').execute();
      await database.schema
        .createIndex('acquirer_accounts_by_person')
        .on('acquirer_accounts')
        .columns(['person_id', 'provider'])
        .unique()
        .where(sql.ref('removed_at'), 'is', null)
        .execute();
    },
  },
};

/** Whether the simulator sells this merchant's installments of the issuer as the store's. */
export async function simulatesIssuerAsStore(database: Database, personId: number): Promise<boolean> {
  const row = await database
    .read<AcquirerAccountTables>()
    .selectFrom('simulator_settings')
    .select('issuer_as_store')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.issuer_as_store === 1;
}

export async function putSimulatorSettings(
  transaction: WriteTransaction,
  personId: number,
  issuerAsStore: boolean,
): Promise<void> {
  const row = { issuer_as_store: issuerAsStore ? 1 : 0 };
  await transaction
    .tables<AcquirerAccountTables>()
    .insertInto('simulator_settings')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Accounts in use. */
export function listAccountRows(
  database: Database,
  personId: number | undefined,
): Promise<AcquirerAccountRow[]> {
  return accountsInUse(database, personId).execute();
}

/** Accounts in use, in the order of their ids: those after `afterId`. */
export function pageOfAccountRows(
  database: Database,
  {
    personId,
    afterId,
    limit,
  }: { readonly personId: number | undefined; readonly afterId: number; readonly limit: number },
): Promise<AcquirerAccountRow[]> {
  return accountsInUse(database, personId).where('id', '>', afterId).limit(limit).execute();
}

function accountsInUse(database: Database, personId: number | undefined) {
  const all = database
    .read<AcquirerAccountTables>()
    .selectFrom('acquirer_accounts')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('id');
  return personId === undefined ? all : all.where('person_id', '=', personId);
}

/** An account by its id, a removed one too. */
export function findAccountRow(database: Database, id: number): Promise<AcquirerAccountRow | undefined> {
  return database
    .read<AcquirerAccountTables>()
    .selectFrom('acquirer_accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Inserts the account under an id that was never used before, because attempts refer to it for ever. `make` gets the id
 * to seal the settings for that row.
 */
export function insertAccountRow(
  database: Database,
  make: (id: number) => AcquirerAccountRow,
): Promise<AcquirerAccountRow> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<AcquirerAccountTables>();
    const row = make(await nextId(transaction, 'acquirer_account'));
    if (row.is_default === 1) {
      await clearDefault(tables, row.person_id);
    }
    await tables.insertInto('acquirer_accounts').values(row).execute();
    return row;
  });
}

async function clearDefault(tables: Kysely<AcquirerAccountTables>, personId: number): Promise<void> {
  await tables
    .updateTable('acquirer_accounts')
    .set({ is_default: 0 })
    .where('person_id', '=', personId)
    .execute();
}

/** True when there was such an account. Its row stays, so that charges made through it can still be resolved. */
export function removeAccountRow(
  database: Database,
  personId: number,
  provider: string,
  removedAt: number,
): Promise<boolean> {
  return database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .tables<AcquirerAccountTables>()
      .updateTable('acquirer_accounts')
      .set({ removed_at: removedAt, is_default: 0 })
      .where('person_id', '=', personId)
      .where('provider', '=', provider)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Replaces the sealed settings of an account in use by what `change` returns. False when there is none. */
export function changeAccountRow(
  database: Database,
  wanted: {
    readonly personId: number;
    readonly provider: string;
    readonly isDefault: boolean | undefined;
  },
  change: (row: AcquirerAccountRow) => string,
): Promise<boolean> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<AcquirerAccountTables>();
    const row = await tables
      .selectFrom('acquirer_accounts')
      .selectAll()
      .where('person_id', '=', wanted.personId)
      .where('provider', '=', wanted.provider)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!row) return false;
    const sealed = change(row);
    if (wanted.isDefault) await clearDefault(tables, wanted.personId);
    await tables
      .updateTable('acquirer_accounts')
      .set({
        sealed_settings: sealed,
        ...(wanted.isDefault === undefined ? {} : { is_default: wanted.isDefault ? 1 : 0 }),
      })
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}
