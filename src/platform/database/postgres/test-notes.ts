import { randomUUID } from 'node:crypto';
import type { BulkTable, GroupedWrite, RoomMigrations } from '../database.ts';

// What tests of the write path write.

export interface NoteTables {
  /** No key: what was written twice is there twice. */
  notes: { text: string };
}

export const NOTE_MIGRATIONS: RoomMigrations = {
  '0001-notes': {
    up: async (database) => {
      await database.schema.createTable('notes').addColumn('text', 'text').execute();
    },
  },
};
export const NOTES: BulkTable<NoteTables['notes']> = { name: 'notes', columns: { text: 'text' } };

const RENAME = {
  table: 'notes',
  key: { column: 'text', type: 'text' },
  guard: { column: 'text', type: 'text' },
  set: { text: 'text' },
} as const;
/** Inserts a note under another name, and gives it its own. */
export const NOTE: GroupedWrite<string, boolean> = {
  name: 'note',
  apply: async (write, texts) => {
    const drafts = texts.map(() => randomUUID());
    await write.insertRows(
      NOTES,
      drafts.map((text) => ({ text })),
    );
    return write.updateRows(
      RENAME,
      drafts.map((draft, index) => ({ key: draft, expected: draft, values: { text: texts[index] ?? '' } })),
    );
  },
};
