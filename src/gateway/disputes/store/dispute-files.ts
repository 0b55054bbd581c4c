import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  type Database,
  defineTable,
  type RoomMigrations,
  type RowOf,
  type WriteTransaction,
} from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { Dispute } from '../rules/dispute.ts';
import type { DisputeTables } from './disputes-table.ts';

/** What a shop adds to what it can show: pictures of its pages, encoded anew. */
export interface DisputeFile {
  readonly id: string;
  readonly disputeId: string;
  readonly name: string;
  readonly createdAt: number;
}

interface StoredDisputeFile extends DisputeFile {
  /** Base64 of each page on a line, sealed: letters and receipts name people. */
  readonly content: string;
}

interface FileTables extends DisputeTables {
  dispute_files: RowOf<StoredDisputeFile>;
}

const FILES = defineTable<StoredDisputeFile>('dispute_files', {
  id: 'text',
  disputeId: 'text',
  name: 'text',
  createdAt: 'bigint',
  content: 'text',
});

/** What somebody who decides looks at. */
const MOST_OF_DISPUTE = 10;

/** JPEGs of the pages. */
export interface FileContent {
  readonly name: string;
  readonly pages: readonly Buffer[];
}

type Written = (write: WriteTransaction) => Promise<void>;

export interface DisputeFiles {
  /** In the order in which they were added. */
  list(disputeId: string): Promise<readonly DisputeFile[]>;
  contents(disputeId: string): Promise<readonly FileContent[]>;
  /** False: the dispute has as many as it may have. `written` adds the audit's entry. */
  add(dispute: Pick<Dispute, 'id'>, file: FileContent, written: Written): Promise<boolean>;
  /** False: there is none of this id. */
  remove(dispute: Pick<Dispute, 'id'>, fileId: string, written: Written): Promise<boolean>;
  /** Of those added before a time. Gives how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}

export function createDisputeFiles({
  database,
  vault,
  clock,
}: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): DisputeFiles {
  const ofDispute = (disputeId: string) =>
    database
      .readAside<FileTables>()
      .selectFrom('dispute_files')
      .where('dispute_id', '=', disputeId)
      .orderBy('created_at')
      .orderBy('id');
  return {
    list: async (disputeId) => {
      const rows = await ofDispute(disputeId).select(['id', 'dispute_id', 'name', 'created_at']).execute();
      return rows.map((row) => ({
        id: row.id,
        disputeId: row.dispute_id,
        name: row.name,
        createdAt: row.created_at,
      }));
    },
    contents: async (disputeId) => {
      const rows = await ofDispute(disputeId).select(['id', 'name', 'content']).execute();
      return rows.map(({ id, name, content }) => {
        const pages = vault.open(content, contextOf(id)).reveal().split('\n');
        return { name, pages: pages.map((page) => Buffer.from(page, 'base64')) };
      });
    },
    add: (dispute, { name, pages }, written) => {
      const id = randomUUID();
      // Before the write, which others wait for.
      const sealed = vault.seal(pages.map((page) => page.toString('base64')).join('\n'), contextOf(id));
      return database.write(async (write) => {
        const tables = write.tables<FileTables>();
        await waitForOthers(tables, dispute.id);
        const { count } = await tables
          .selectFrom('dispute_files')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('dispute_id', '=', dispute.id)
          .executeTakeFirstOrThrow();
        if (Number(count) >= MOST_OF_DISPUTE) return false;
        const file = { id, disputeId: dispute.id, name, createdAt: clock.now(), content: sealed };
        await write.insertRows(FILES, [file]);
        await written(write);
        return true;
      });
    },
    remove: (dispute, fileId, written) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<FileTables>()
          .deleteFrom('dispute_files')
          .where('id', '=', fileId)
          .where('dispute_id', '=', dispute.id)
          .executeTakeFirst();
        if (Number(numDeletedRows) === 0) return false;
        await written(write);
        return true;
      }),
    deleteBefore: async (time, limit) => {
      const old = await database
        .readAside<FileTables>()
        .selectFrom('dispute_files')
        .select('id')
        .where('created_at', '<', time)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      if (old.length === 0) return 0;
      const ids = old.map(({ id }) => id);
      await database.write(async (write) => {
        await write.tables<FileTables>().deleteFrom('dispute_files').where('id', 'in', ids).execute();
      });
      return old.length;
    },
  };
}

/** Two that add at the same time are counted one after the other. */
async function waitForOthers(tables: Kysely<FileTables>, disputeId: string): Promise<void> {
  await tables
    .updateTable('disputes')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', disputeId)
    .execute();
}

function contextOf(id: string): string {
  return `dispute-file:${id}`;
}

export const disputeFileMigrations: RoomMigrations = {
  '2026-11-26-dispute-files': {
    up: async ({ schema }) => {
      await schema
        .createTable('dispute_files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('dispute_id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute();
      await schema
        .createIndex('dispute_files_of')
        .on('dispute_files')
        .columns(['dispute_id', 'created_at'])
        .execute();
      await schema.createIndex('dispute_files_age').on('dispute_files').column('created_at').execute();
    },
  },
};
