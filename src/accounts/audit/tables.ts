import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/index.ts';
import type { AuditOrigin } from './entry.ts';

export interface AuditTables {
  audit: AuditRow;
}

/** What was done: rows are added and never changed. */
export interface AuditRow {
  /** Id of the request. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  operation: string;
  person_id: number | null;
  credential_id: number | null;
  for_person_id: number | null;
  address: string;
  result: string;
  record: string | null;
  /** Null in rows older than the column, as in the three after it. */
  origin: AuditOrigin | null;
  role: string | null;
  user_id: number | null;
  detail: string | null;
}

export const auditMigrations: RoomMigrations = {
  '0502-audit': { up: createAudit },
  '0521-audit-actor': { up: addActor },
};

/** No reference to persons or credentials: what was done stays told when they are gone. */
async function createAudit(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('person_id', 'bigint')
    .addColumn('credential_id', 'bigint')
    .addColumn('for_person_id', 'bigint')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('record', 'text')
    .execute();
  await database.schema
    .createIndex('audit_for_person')
    .on('audit')
    .columns(['for_person_id', 'at'])
    .execute();
}

/** Who did it, beside the person and the credential. */
async function addActor(database: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['origin', 'text'],
    ['role', 'text'],
    ['user_id', 'bigint'],
    ['detail', 'text'],
  ] as const) {
    await database.schema.alterTable('audit').addColumn(name, type).execute();
  }
}
