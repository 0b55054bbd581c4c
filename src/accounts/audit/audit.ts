import type { BulkTable, Database, GroupedWrite, WriteTransaction } from '../../platform/index.ts';
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

/** Adds the entry of what wrote nothing else; durable when it resolves. */
export async function writeAudit(database: Database, entry: AuditEntry): Promise<void> {
  await database.writeGrouped(WRITE, toRow(entry));
}

/**
 * Adds the entry of a write in the write's own transaction: neither stands without the other. The table has no other
 * writers than these two, and none that changes or deletes.
 */
export async function writeAuditWithin(transaction: WriteTransaction, entry: AuditEntry): Promise<void> {
  await transaction.insertRows(TABLE, [toRow(entry)]);
}

function toRow(entry: AuditEntry): AuditRow {
  return {
    id: entry.requestId,
    at: entry.at,
    operation: entry.operation,
    person_id: entry.personId ?? null,
    credential_id: entry.credentialId ?? null,
    for_person_id: entry.forPersonId ?? null,
    address: entry.address,
    result: entry.result,
    record: entry.record ?? null,
  };
}
