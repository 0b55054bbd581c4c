import type { BulkTable, Database, GroupedWrite } from '../../platform/index.ts';
import type { AuditRow } from '../tables.ts';

/** One thing that was done or refused. */
export interface AuditEntry {
  /** Also in the logs and in the answer. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What: `Produto/Insert`. */
  readonly operation: string;
  /** Who, where it is known: the person and the credential it came with, never the key. */
  readonly personId: number | undefined;
  readonly credentialId: number | undefined;
  /** The person acted for. */
  readonly forPersonId: number | undefined;
  /** From where. */
  readonly address: string;
  /** `ok` or the code of the refusal. */
  readonly result: string;
  /** The record touched: `produto:12`. */
  readonly record: string | undefined;
}

const TABLE: BulkTable<AuditRow> = {
  name: 'audit',
  columns: {
    id: 'text',
    at: 'bigint',
    operation: 'text',
    person_id: 'bigint',
    credential_id: 'bigint',
    for_person_id: 'bigint',
    address: 'text',
    result: 'text',
    record: 'text',
  },
};

const WRITE: GroupedWrite<AuditRow, undefined> = {
  name: 'audit',
  apply: async (transaction, rows) => {
    await transaction.insertRows(TABLE, rows);
    return rows.map(() => undefined);
  },
};

/** Adds the entry; durable when it resolves. The table has no other writer, and none that changes or deletes. */
export async function writeAudit(database: Database, entry: AuditEntry): Promise<void> {
  await database.writeGrouped(WRITE, {
    id: entry.requestId,
    at: entry.at,
    operation: entry.operation,
    person_id: entry.personId ?? null,
    credential_id: entry.credentialId ?? null,
    for_person_id: entry.forPersonId ?? null,
    address: entry.address,
    result: entry.result,
    record: entry.record ?? null,
  });
}
