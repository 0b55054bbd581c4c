import { type RawBuilder, sql } from 'kysely';

/** Whether a column contains a text, whatever the case of its letters: for lists of one person, as the whole list is looked through. */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
