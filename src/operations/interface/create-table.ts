import type { Kysely } from 'kysely';

/**
 * Creates a table in a migration: `id` is its key, `person_id` goes with its person, and `?` marks what may be null.
 * The columns are written out there, and stay as they are, whatever the records become later.
 */
export async function createTable(
  database: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, 'text' | 'bigint' | 'text?' | 'bigint?'>>,
): Promise<void> {
  let table = database.schema.createTable(name);
  for (const [column, kind] of Object.entries(columns)) {
    table = table.addColumn(column, kind.startsWith('text') ? 'text' : 'bigint', (one) => {
      if (column === 'id') return one.primaryKey();
      const filled = kind.endsWith('?') ? one : one.notNull();
      return column === 'person_id' ? filled.references('persons.id').onDelete('cascade') : filled;
    });
  }
  await table.execute();
}
