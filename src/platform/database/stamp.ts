import type { Database, RoomMigrations } from './database.ts';

interface StampTables {
  database_stamps: { name: string; value: string };
}

export const stampMigrations: RoomMigrations = {
  '0005-database-stamps': {
    up: async (database) => {
      await database.schema
        .createTable('database_stamps')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

/** Whether this database was ever brought up to date by the service. */
export async function isStamped(database: Database): Promise<boolean> {
  const tables = await database.read<StampTables>().introspection.getTables();
  return tables.some(({ name }) => name === 'database_stamps');
}

/** Writes a value once into the database; later calls return the stored one. */
export function stampOnce(database: Database, name: string, value: string): Promise<string> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<StampTables>();
    await tables
      .insertInto('database_stamps')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stamp = await tables
      .selectFrom('database_stamps')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return stamp.value;
  });
}
