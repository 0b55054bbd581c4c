import { createHash } from 'node:crypto';
import {
  lockSequence,
  type RoomMigrations,
  type RowOf,
  type WriteTransaction,
} from '../../platform/database/index.ts';
import { operationRefuse } from './refusals.ts';

/** The record that a request with an Idempotency-Key created. */
interface RequestKey {
  readonly personId: number;
  readonly keyHash: string;
  readonly requestHash: string;
  readonly recordId: number;
  readonly createdAt: number;
}

interface RequestKeyTables {
  request_keys: RowOf<RequestKey>;
}

export const requestKeyMigrations: RoomMigrations = {
  '0599-request-keys': {
    up: async ({ schema }) => {
      await schema
        .createTable('request_keys')
        .addColumn('person_id', 'bigint', (column) =>
          column.notNull().references('persons.id').onDelete('cascade'),
        )
        .addColumn('key_hash', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('record_id', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('request_keys_key', ['person_id', 'key_hash'])
        .execute();
      await schema.createIndex('request_keys_age').on('request_keys').column('created_at').execute();
    },
  },
};

export interface OperationRequest {
  readonly personId: number;
  /** `PagamentoRecorrente/Insert`: another operation may have the same key. */
  readonly operation: string;
  /** The Idempotency-Key header; undefined: a request that is sent again creates another record. */
  readonly key: string | undefined;
  readonly contents: object;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * The id of the record that the same request created before. No other request with a key creates one between this call
 * and the commit. Refusal: key_reused.
 */
export async function findKeyed(
  transaction: WriteTransaction,
  request: OperationRequest,
): Promise<number | undefined> {
  if (request.key === undefined) return undefined;
  await lockSequence(transaction, 'request_key');
  const row = await transaction
    .tables<RequestKeyTables>()
    .selectFrom('request_keys')
    .selectAll()
    .where('person_id', '=', request.personId)
    .where('key_hash', '=', keyHashOf(request, request.key))
    .executeTakeFirst();
  if (row && row.request_hash !== hashOf(JSON.stringify(request.contents)))
    throw operationRefuse('key_reused');
  return row?.record_id;
}

export async function rememberKeyed(
  transaction: WriteTransaction,
  request: OperationRequest,
  made: { readonly recordId: number; readonly at: number },
): Promise<void> {
  if (request.key === undefined) return;
  await transaction
    .tables<RequestKeyTables>()
    .insertInto('request_keys')
    .values({
      person_id: request.personId,
      key_hash: keyHashOf(request, request.key),
      request_hash: hashOf(JSON.stringify(request.contents)),
      record_id: made.recordId,
      created_at: made.at,
    })
    .execute();
}

/** Deletes up to `limit` keys older than `before`, and returns how many. */
export async function deleteKeyed(
  transaction: WriteTransaction,
  before: number,
  limit: number,
): Promise<number> {
  const tables = transaction.tables<RequestKeyTables>();
  const old = tables
    .selectFrom('request_keys')
    .select('key_hash')
    .where('created_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await tables
    .deleteFrom('request_keys')
    .where('created_at', '<', before)
    .where('key_hash', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function keyHashOf({ operation }: OperationRequest, key: string): string {
  return hashOf(`${operation} ${key}`);
}
