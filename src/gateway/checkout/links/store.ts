import {
  type Database,
  defineTable,
  type RoomMigrations,
  type RowOf,
  type WriteTransaction,
} from '../../../platform/database/index.ts';
import { LinkUsedUp, type LinkUses, transactionRefuse } from '../../transactions/index.ts';
import { type HashLinkKey, type LinkKey, linkKeyMigrations } from './link-keys.ts';
import type { PaymentLink } from './payment-link.ts';
import { readTerms, writeTerms } from './stored-terms.ts';

/** The stored form: the terms as JSON, `active` as 0 or 1. */
interface StoredLink extends Omit<PaymentLink, 'terms' | 'active'> {
  readonly terms: string;
  readonly active: number;
  /** HMACs of the Idempotency-Key of the request that made it, and of that request. */
  readonly keyId: string | undefined;
  readonly keyFingerprint: string | undefined;
}

interface LinkTables {
  payment_links: RowOf<StoredLink>;
}

const LINKS = defineTable<StoredLink>('payment_links', {
  id: 'text',
  merchantId: 'bigint',
  code: 'text',
  name: 'text',
  description: 'text?',
  amount: 'bigint?',
  minAmount: 'bigint?',
  maxAmount: 'bigint?',
  maxUses: 'bigint?',
  uses: 'bigint',
  expiresAt: 'bigint?',
  active: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  productId: 'bigint?',
  terms: 'text',
  keyId: 'text?',
  keyFingerprint: 'text?',
});

export const linkMigrations: RoomMigrations = {
  '0630-payment-links': {
    up: async (database) => {
      await database.schema
        .createTable('payment_links')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('amount', 'bigint')
        .addColumn('min_amount', 'bigint')
        .addColumn('max_amount', 'bigint')
        .addColumn('max_uses', 'bigint')
        .addColumn('uses', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('active', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('terms', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('payment_links_of_merchant')
        .on('payment_links')
        .columns(['merchant_id', 'id'])
        .execute();
    },
  },
  '0631-payment-link-products': {
    up: async (database) => {
      await database.schema.alterTable('payment_links').addColumn('product_id', 'bigint').execute();
    },
  },
  ...linkKeyMigrations,
};

export type LinkEdit = Partial<Pick<PaymentLink, 'name' | 'active'>>;

/** Called in the transaction of a write, for what must be committed with it. */
type Written = (write: WriteTransaction) => Promise<void>;

export interface PaymentLinkStore {
  /**
   * Gives the link, or the one that the same request made before: then nothing is written. Throws idempotency_mismatch for
   * the key of another request.
   */
  insert(link: PaymentLink, asked?: LinkKey, written?: Written): Promise<PaymentLink>;
  find(merchantId: number, id: string): Promise<PaymentLink | undefined>;
  findByCode(code: string): Promise<PaymentLink | undefined>;
  /** Newest first. */
  list(wanted: {
    merchantId: number;
    before: string | undefined;
    limit: number;
  }): Promise<readonly PaymentLink[]>;
  /** False when the merchant has no such link. */
  edit(
    link: Pick<PaymentLink, 'id' | 'merchantId'>,
    edit: LinkEdit,
    at: number,
    written?: Written,
  ): Promise<boolean>;
}

export function createPaymentLinkStore(database: Database, hashKey: HashLinkKey): PaymentLinkStore {
  const read = () => database.read<LinkTables>().selectFrom('payment_links').selectAll();
  return {
    insert: (link, asked, written) => {
      const key = asked && hashKey({ merchantId: link.merchantId, route: 'payment link', ...asked });
      const row = {
        ...link,
        active: link.active ? 1 : 0,
        terms: writeTerms(link.terms),
        keyId: key?.id,
        keyFingerprint: key?.fingerprint,
      };
      return database.write(async (write) => {
        // Of several requests with one key the first makes the link.
        const [isNew] = await write.insertNewRows(LINKS, 'keyId', [row]);
        if (!isNew && key) return madeBefore(write, key);
        await written?.(write);
        return link;
      });
    },
    find: async (merchantId, id) => {
      const row = await read().where('id', '=', id).where('merchant_id', '=', merchantId).executeTakeFirst();
      return row && linkOf(row);
    },
    findByCode: async (code) => {
      const row = await read().where('code', '=', code).executeTakeFirst();
      return row && linkOf(row);
    },
    list: async ({ merchantId, before, limit }) => {
      let wanted = read().where('merchant_id', '=', merchantId);
      if (before !== undefined) wanted = wanted.where('id', '<', before);
      return (await wanted.orderBy('id', 'desc').limit(limit).execute()).map(linkOf);
    },
    edit: ({ merchantId, id }, { name, active }, at, written) =>
      database.write(async (write) => {
        const { numUpdatedRows } = await write
          .tables<LinkTables>()
          .updateTable('payment_links')
          .set({
            updated_at: at,
            ...(name === undefined ? {} : { name }),
            ...(active === undefined ? {} : { active: active ? 1 : 0 }),
          })
          .where('id', '=', id)
          .where('merchant_id', '=', merchantId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) await written?.(write);
        return numUpdatedRows === 1n;
      }),
  };
}

/** Counts uses in the commit of each payment: of concurrent payments only as many continue as the link has uses left. */
export function createLinkUses(): LinkUses {
  return {
    add: async (write, changes) => {
      for (const { linkId, added, isBounded } of changes) {
        const counting = write
          .tables<LinkTables>()
          .updateTable('payment_links')
          .set((row) => ({ uses: row('uses', '+', added) }))
          .where('id', '=', linkId);
        const bounded =
          added > 0 && isBounded
            ? counting
                .where('active', '=', 1)
                .where((row) =>
                  row.or([
                    row('max_uses', 'is', null),
                    row(row('uses', '+', added), '<=', row.ref('max_uses')),
                  ]),
                )
            : counting;
        const { numUpdatedRows } = await bounded.executeTakeFirstOrThrow();
        if (added > 0 && isBounded && numUpdatedRows !== 1n) throw new LinkUsedUp(linkId);
      }
    },
  };
}

async function madeBefore(
  write: WriteTransaction,
  { id, fingerprint }: ReturnType<HashLinkKey>,
): Promise<PaymentLink> {
  const row = await write
    .tables<LinkTables>()
    .selectFrom('payment_links')
    .selectAll()
    .where('key_id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.key_fingerprint !== fingerprint) throw transactionRefuse('idempotency_mismatch');
  return linkOf(row);
}

function linkOf(row: LinkTables['payment_links']): PaymentLink {
  const { terms, active, keyId: _, keyFingerprint: __, ...link } = LINKS.fromRow(row);
  return { ...link, active: active === 1, terms: readTerms(terms) };
}
