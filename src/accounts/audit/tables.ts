import { type Kysely, sql } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';
import type { AuditOrigin } from './entry.ts';

export interface AuditTables {
  audit: AuditRow;
  audit_heads: AuditHeadRow;
}

/** Rows are added, sealed once, and never changed. */
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
  /** Null in rows older than the column, as are the next three. */
  origin: AuditOrigin | null;
  role: string | null;
  user_id: number | null;
  detail: string | null;
  /** Computed when the row is written (chain.ts). Null in unsealed rows older than the column. */
  mac: string | null;
  /** The position in the chain, from 1 up without gaps; like the link null until the row is sealed. */
  seq: number | null;
  link: string | null;
}

/** One row: the end of the chain. */
export interface AuditHeadRow {
  name: string;
  seq: number;
  link: string;
  base_seq: number;
  base_link: string;
  adopts_until: number;
  mac: string;
}

export const auditMigrations: RoomMigrations = {
  '0502-audit': { up: createAudit },
  '0521-audit-actor': { up: addActor },
  '0524-audit-chain': { up: addChain },
  '0525-audit-list': { up: indexForList },
  '0912-audit-filters': { up: indexForFilters },
};

/** No reference to persons or credentials: entries outlive them. */
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

async function addChain(database: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['mac', 'text'],
    ['seq', 'bigint'],
    ['link', 'text'],
  ] as const) {
    await database.schema.alterTable('audit').addColumn(name, type).execute();
  }
  await database.schema
    .createTable('audit_heads')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('base_seq', 'bigint', (column) => column.notNull())
    .addColumn('base_link', 'text', (column) => column.notNull())
    .addColumn('adopts_until', 'bigint', (column) => column.notNull())
    .addColumn('mac', 'text', (column) => column.notNull())
    .execute();
  // Small: what waits to be sealed, a few seconds' worth.
  await database.schema
    .createIndex('audit_unsealed')
    .on('audit')
    .column('id')
    .where(sql.ref('seq'), 'is', null)
    .execute();
  await database.schema
    .createIndex('audit_seq')
    .unique()
    .on('audit')
    .column('seq')
    .where(sql.ref('seq'), 'is not', null)
    .execute();
}

/** One for each filter of the list, in its order. */
async function indexForList(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('audit_for_person').execute();
  for (const [name, columns] of [
    ['audit_at', ['at', 'id']],
    ['audit_by', ['person_id', 'at', 'id']],
    ['audit_for', ['for_person_id', 'at', 'id']],
    ['audit_operation', ['operation', 'at', 'id']],
  ] as const) {
    await database.schema
      .createIndex(name)
      .on('audit')
      .columns([...columns])
      .execute();
  }
}

/** For the panel's filters by user and by the way somebody came. */
async function indexForFilters(database: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['audit_user', 'user_id'],
    ['audit_origin', 'origin'],
  ] as const) {
    await database.schema.createIndex(name).on('audit').columns([column, 'at', 'id']).execute();
  }
}
