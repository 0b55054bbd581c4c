import { sql } from 'kysely';
import type { Database, RoomMigrations, RowOf } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { IDEMPOTENCY_KEPT_MS } from '../../transactions/index.ts';

/** The Idempotency-Key of a request that makes a link, and what it asks for. */
export interface LinkKey {
  readonly key: string;
  readonly content: unknown;
}

/** HMACs of a key and its request. */
export type HashLinkKey = (
  request: LinkKey & { readonly merchantId: number; readonly route: 'payment link' },
) => { readonly id: string; readonly fingerprint: string };

interface KeyTables {
  payment_links: RowOf<{
    readonly id: string;
    readonly keyId: string | undefined;
    readonly keyFingerprint: string | undefined;
    readonly createdAt: number;
  }>;
}

export const linkKeyMigrations: RoomMigrations = {
  '2026-11-27-keys-of-payment-links': {
    up: async ({ schema }) => {
      await schema.alterTable('payment_links').addColumn('key_id', 'text').execute();
      await schema.alterTable('payment_links').addColumn('key_fingerprint', 'text').execute();
      await schema
        .createIndex('payment_links_by_key')
        .on('payment_links')
        .column('key_id')
        .unique()
        .execute();
      await schema
        .createIndex('payment_links_with_key')
        .on('payment_links')
        .columns(['created_at', 'id'])
        .where(sql.ref('key_id'), 'is not', null)
        .execute();
    },
  },
};

/** Frees the keys of links after the time that all keys are kept. The links stay. */
export function forgetLinkKeys(database: Database, clock: Clock): Job {
  return sweepJob('forget keys of payment links', (limit) =>
    database.write(async (write) => {
      const tables = write.tables<KeyTables>();
      const old = tables
        .selectFrom('payment_links')
        .select('id')
        .where('key_id', 'is not', null)
        .where('created_at', '<', clock.now() - IDEMPOTENCY_KEPT_MS)
        .orderBy('created_at')
        .limit(limit);
      const { numUpdatedRows } = await tables
        .updateTable('payment_links')
        .set({ key_id: null, key_fingerprint: null })
        .where('id', 'in', old)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    }),
  );
}
