import {
  type BulkTable,
  checkRow,
  type Database,
  type GroupedWrite,
  type WriteTransaction,
} from '../../platform/database/index.ts';
import { networkOf } from '../../platform/network.ts';
import { refuseAccount } from '../refusals.ts';
import type { AuditChain, AuditContent } from './chain.ts';
import { type AuditEntry, MAX_DETAIL_CHARACTERS } from './entry.ts';
import type { AuditRow } from './tables.ts';

/** Waiting entries of one source; others keep their turn. */
const MAX_WAITING_OF_ONE = 100;
const RETRY_AFTER_SECONDS = 1;

type WrittenRow = Omit<AuditRow, 'seq' | 'link'>;

const TABLE: BulkTable<WrittenRow> = {
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
    origin: 'text',
    role: 'text',
    user_id: 'bigint',
    detail: 'text',
    mac: 'text',
  },
  nullable: ['person_id', 'credential_id', 'for_person_id', 'record', 'role', 'user_id', 'detail', 'mac'],
};

/** Many refused requests must not delay anybody's sale. */
const WRITE: GroupedWrite<WrittenRow, undefined> = {
  name: 'audit',
  priority: 'low',
  check: (row) => checkRow(TABLE, row),
  apply: async (transaction, rows) => {
    await transaction.insertRows(TABLE, rows);
    return rows.map(() => undefined);
  },
};

/**
 * Adds the entry of a request that wrote nothing else; durable when it resolves. Throws `too_many_refusals` when too
 * many entries of the same source wait, and DatabaseUnavailable when too many wait in all.
 */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

export function createWriteAudit(database: Pick<Database, 'writeGrouped'>, chain: AuditChain): WriteAudit {
  const waiting = new Map<string, number>();
  const leave = (source: string) => {
    const left = (waiting.get(source) ?? 1) - 1;
    if (left > 0) waiting.set(source, left);
    else waiting.delete(source);
  };
  return async (entry) => {
    const source = sourceOf(entry);
    const count = waiting.get(source) ?? 0;
    if (count >= MAX_WAITING_OF_ONE) {
      throw refuseAccount('too_many_refusals', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    waiting.set(source, count + 1);
    try {
      await database.writeGrouped(WRITE, toRow(entry, chain));
    } finally {
      leave(source);
    }
  };
}

/**
 * A person, or a network when the person is unknown. What is refused waits apart, and each user of a team too: nobody who
 * repeats it hinders what others of the team do.
 */
function sourceOf({ by, address, result }: AuditEntry): string {
  const whose = by.personId === undefined ? networkOf(address) : `person ${by.personId}`;
  if (result !== 'ok' && result !== 'begun') return `refused ${whose}`;
  return by.userId === undefined ? whose : `${whose} user ${by.userId}`;
}

/**
 * Adds the entry of a write to the write's own transaction: neither is stored without the other. Only these two
 * functions add rows; none is changed, and only the oldest are deleted (old-audit.ts).
 */
export async function writeAuditWithin(
  transaction: WriteTransaction,
  entry: AuditEntry,
  chain: AuditChain,
): Promise<void> {
  await transaction.insertRows(TABLE, [toRow(entry, chain)]);
}

function toRow(entry: AuditEntry, chain: AuditChain): WrittenRow {
  const content: AuditContent = {
    id: entry.requestId,
    at: entry.at,
    operation: entry.operation.toWellFormed(),
    person_id: entry.by.personId ?? null,
    credential_id: entry.by.credentialId ?? null,
    for_person_id: entry.forPersonId ?? null,
    address: entry.address.toWellFormed(),
    result: entry.result,
    record: entry.record?.toWellFormed() ?? null,
    origin: entry.by.origin,
    role: entry.by.role ?? null,
    user_id: entry.by.userId ?? null,
    // A surrogate pair cut in half would be stored as another character than the MAC covers.
    detail: entry.detail?.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed() ?? null,
  };
  return { ...content, mac: chain.macOf(content) };
}
