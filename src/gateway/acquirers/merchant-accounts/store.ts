import { type Database, nextId, type RoomMigrations } from '../../../platform/index.ts';

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
}

interface AcquirerAccountTables {
  acquirer_accounts: AcquirerAccountRow;
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
};

export function listAccountRows(
  database: Database,
  personId: number | undefined,
): Promise<AcquirerAccountRow[]> {
  const all = database
    .read<AcquirerAccountTables>()
    .selectFrom('acquirer_accounts')
    .selectAll()
    .orderBy('id');
  return (personId === undefined ? all : all.where('person_id', '=', personId)).execute();
}

/**
 * Inserts the account under an id that no account ever had (attempts name it for all time), which `make` gets to seal
 * the settings for that very row.
 */
export function insertAccountRow(
  database: Database,
  make: (id: number) => AcquirerAccountRow,
): Promise<AcquirerAccountRow> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<AcquirerAccountTables>();
    const row = make(await nextId(transaction, 'acquirer_account'));
    if (row.is_default === 1) {
      await tables
        .updateTable('acquirer_accounts')
        .set({ is_default: 0 })
        .where('person_id', '=', row.person_id)
        .execute();
    }
    await tables.insertInto('acquirer_accounts').values(row).execute();
    return row;
  });
}

/** True when there was such an account. */
export function deleteAccountRow(database: Database, personId: number, provider: string): Promise<boolean> {
  return database.write(async (transaction) => {
    const { numDeletedRows } = await transaction
      .tables<AcquirerAccountTables>()
      .deleteFrom('acquirer_accounts')
      .where('person_id', '=', personId)
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}
