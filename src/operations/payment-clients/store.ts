import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  defineTable,
  type GroupedWrite,
  type RoomMigrations,
  type RowOf,
} from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { createTable } from '../interface/create-table.ts';

/**
 * The software at a till that drives the pin pad. Only the newest one of a terminal gets work; earlier ones are told
 * that they were replaced.
 */
export interface PaymentClient {
  readonly id: number;
  readonly personId: number;
  readonly terminalId: number;
  readonly keyHash: string;
  readonly createdAt: number;
  readonly seenAt: number | undefined;
  /** As reported by the client. */
  readonly version: string | undefined;
  /** When its key was revoked. */
  readonly revokedAt: number | undefined;
  /** 1: it said at its last contact that it takes Pix. */
  readonly takesPix?: 1 | undefined;
}

export interface PaymentClientTables {
  payment_clients: RowOf<PaymentClient>;
}

const PAYMENT_CLIENTS = defineTable<PaymentClient>('payment_clients', {
  id: 'bigint',
  personId: 'bigint',
  terminalId: 'bigint',
  keyHash: 'text',
  createdAt: 'bigint',
  seenAt: 'bigint?',
  version: 'text?',
  revokedAt: 'bigint?',
  takesPix: 'bigint?',
});

export const paymentClientMigrations: RoomMigrations = {
  '0564-payment-clients': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'payment_clients', {
        id: 'bigint',
        person_id: 'bigint',
        terminal_id: 'bigint',
        key_hash: 'text',
        created_at: 'bigint',
        seen_at: 'bigint?',
        version: 'text?',
      });
      const { schema } = database;
      await schema
        .createIndex('payment_clients_key')
        .unique()
        .on('payment_clients')
        .column('key_hash')
        .execute();
      await schema
        .createIndex('payment_clients_terminal')
        .on('payment_clients')
        .columns(['terminal_id', 'id'])
        .execute();
    },
  },
  '0597-persons-of-payment-clients': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.createIndex('payment_clients_person').on('payment_clients').column('person_id').execute();
    },
  },
  '2026-11-26-pix-of-payment-clients': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('payment_clients').addColumn('takes_pix', 'bigint').execute();
    },
  },
};

type Tables = Kysely<PaymentClientTables>;

export function clientKeyHash(key: Secret): string {
  return createHash('sha256').update(`payment client ${key.reveal()}`).digest('base64url');
}

export async function insertPaymentClient(tables: Tables, client: PaymentClient): Promise<void> {
  await tables.insertInto('payment_clients').values(PAYMENT_CLIENTS.toRow(client)).execute();
}

/** By their keys' hashes, with those whose key was revoked: they may still report the result of the work they took. */
export async function findPaymentClients(
  tables: Tables,
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, PaymentClient>> {
  if (keyHashes.length === 0) return new Map();
  const rows = await tables
    .selectFrom('payment_clients')
    .selectAll()
    .where('key_hash', 'in', keyHashes)
    .execute();
  return new Map(rows.map((row) => [row.key_hash, PAYMENT_CLIENTS.fromRow(row)]));
}

/** The id of the newest client of each of these terminals. */
export async function findNewestClients(
  tables: Tables,
  terminalIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (terminalIds.length === 0) return new Map();
  const rows = await tables
    .selectFrom('payment_clients')
    .select((row) => ['terminal_id', row.fn.max('id').as('newest')])
    .where('terminal_id', 'in', terminalIds)
    .where('revoked_at', 'is', null)
    .groupBy('terminal_id')
    .execute();
  return new Map(rows.map(({ terminal_id, newest }) => [terminal_id, newest]));
}

/** Whether the terminal of a row of this table has no client. */
export function hasNoClient(table: 'external_payments' | 'print_jobs'): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from payment_clients
    where payment_clients.terminal_id = ${sql.ref(`${table}.terminal_id`)} and payment_clients.revoked_at is null
  )`;
}

/** Whether the newest client of a terminal takes Pix: of this one, or of any of the person's. */
export async function hasPixClient(tables: Tables, personId: number, terminalId?: number): Promise<boolean> {
  const found = await tables
    .selectFrom('payment_clients as client')
    .select('client.id')
    .where('client.person_id', '=', personId)
    .where('client.takes_pix', '=', 1)
    .where('client.revoked_at', 'is', null)
    .$if(terminalId !== undefined, (query) => query.where('client.terminal_id', '=', terminalId ?? 0))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_clients as newer')
            .select('newer.id')
            .whereRef('newer.terminal_id', '=', 'client.terminal_id')
            .whereRef('newer.id', '>', 'client.id')
            .where('newer.revoked_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest client of each of these terminals that has one. */
export async function selectWorkingClients(
  tables: Tables,
  terminalIds: readonly number[],
): Promise<readonly PaymentClient[]> {
  const newest = [...(await findNewestClients(tables, terminalIds)).values()];
  if (newest.length === 0) return [];
  const rows = await tables.selectFrom('payment_clients').selectAll().where('id', 'in', newest).execute();
  return rows.map(PAYMENT_CLIENTS.fromRow);
}

/** Revokes the keys of all clients of a terminal. */
export async function revokeClients(tables: Tables, terminalId: number, now: number): Promise<void> {
  await tables
    .updateTable('payment_clients')
    .set({ revoked_at: now })
    .where('terminal_id', '=', terminalId)
    .where('revoked_at', 'is', null)
    .execute();
}

const SET_SEEN = PAYMENT_CLIENTS.update('id', 'id', ['seenAt', 'version', 'takesPix']);

/** Records when clients were last heard of, and their versions. What many report at the same time shares a commit. */
export const RECORD_SEEN: GroupedWrite<
  Pick<PaymentClient, 'id' | 'seenAt' | 'version' | 'takesPix'>,
  undefined
> = {
  name: 'payment clients seen',
  priority: 'low',
  apply: async (transaction, clients) => {
    const rows = clients.map(({ id, seenAt, version, takesPix }) => ({
      key: id,
      expected: id,
      values: { seenAt, version, takesPix },
    }));
    await transaction.updateRows(SET_SEEN, rows);
    return clients.map(() => undefined);
  },
};
