import type { Database } from '../../../../platform/database/index.ts';
import { PIX_ACCOUNTS, type PixAccountTables } from './accounts-table.ts';
import type { PixAccount } from './pix-account.ts';

/** What may change of an account. */
export type PixAccountValues = Partial<Pick<PixAccount, 'nextAt' | 'listedUntil' | 'told'>>;

export interface PixAccountStore {
  byTokenHash(hash: string): Promise<PixAccount | undefined>;
  all(): Promise<readonly PixAccount[]>;
  /** The most overdue first. */
  due(now: number, limit: number): Promise<readonly PixAccount[]>;
  /** Those that are there already are left as they are. */
  add(accounts: readonly PixAccount[]): Promise<void>;
  change(accountId: number, values: PixAccountValues): Promise<void>;
}

export function createPixAccountStore(database: Database): PixAccountStore {
  const accounts = () => database.read<PixAccountTables>().selectFrom('pix_accounts').selectAll();
  return {
    byTokenHash: async (hash) => {
      const row = await accounts().where('token_hash', '=', hash).executeTakeFirst();
      return row && PIX_ACCOUNTS.fromRow(row);
    },
    all: async () => (await accounts().orderBy('account_id').execute()).map(PIX_ACCOUNTS.fromRow),
    due: async (now, limit) => {
      const due = accounts().where('next_at', '<=', now).orderBy('next_at').limit(limit);
      return (await due.execute()).map(PIX_ACCOUNTS.fromRow);
    },
    add: async (added) => {
      if (added.length === 0) return;
      await database.write(async (write) => {
        await write.insertNewRows(PIX_ACCOUNTS, 'accountId', added);
      });
    },
    change: (accountId, values) =>
      database.write(async (write) => {
        const columns = PIX_ACCOUNTS.only(Object.keys(values) as (keyof PixAccountValues)[]);
        await write
          .tables<PixAccountTables>()
          .updateTable('pix_accounts')
          .set(columns.toRow(values as PixAccount))
          .where('account_id', '=', accountId)
          .execute();
      }),
  };
}
