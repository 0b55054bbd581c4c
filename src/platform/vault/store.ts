import type { Database, RoomMigrations } from '../database/database.ts';

export interface VaultTables {
  vault_keys: {
    id: string;
    /** The data key, sealed under a master key, base64. */
    sealed_key: string;
    /** Which master key sealed it: first bytes of its hash. */
    master_id: string;
    created_at: number;
  };
}

export type VaultKeyRow = VaultTables['vault_keys'];

export const vaultMigrations: RoomMigrations = {
  '0010-vault-keys': {
    up: async (database) => {
      await database.schema
        .createTable('vault_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sealed_key', 'text', (column) => column.notNull())
        .addColumn('master_id', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

export function readVaultKeys(database: Database): Promise<VaultKeyRow[]> {
  return database
    .read<VaultTables>()
    .selectFrom('vault_keys')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Does nothing when a key of that id is there already. */
export function insertVaultKey(database: Database, row: VaultKeyRow): Promise<void> {
  return database.write(async (transaction) => {
    await transaction
      .tables<VaultTables>()
      .insertInto('vault_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export function replaceSealedKey(
  database: Database,
  row: Pick<VaultKeyRow, 'id' | 'sealed_key' | 'master_id'>,
): Promise<void> {
  return database.write(async (transaction) => {
    await transaction
      .tables<VaultTables>()
      .updateTable('vault_keys')
      .set({ sealed_key: row.sealed_key, master_id: row.master_id })
      .where('id', '=', row.id)
      .execute();
  });
}
