import type { Kysely } from 'kysely';

/**
 * Creates a table in a migration: `id` is its key, rows are deleted with the person of `person_id`, and `?` marks
 * nullable columns. The columns are spelled out in the migration and never change, even if the records change later.
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
