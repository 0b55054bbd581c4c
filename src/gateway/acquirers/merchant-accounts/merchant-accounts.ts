import { type Clock, type Database, Secret, type Vault } from '../../../platform/index.ts';
import type { AccountSettings } from '../connector.ts';
import { acquirerRefuse } from '../refusals.ts';
import { type AcquirerAccountRow, deleteAccountRow, insertAccountRow, listAccountRows } from './store.ts';

/** A change by the command line, which is another process, acts within this time. */
const CACHE_LIFE_MS = 3_000;
const MAX_CACHED_MERCHANTS = 10_000;
const MAX_ACCOUNTS = 50;

/** A merchant's account at an acquirer; its settings are sealed. */
export interface MerchantAccount {
  readonly id: number;
  readonly personId: number;
  readonly provider: string;
  readonly isDefault: boolean;
}

export interface MerchantAccounts {
  /** From a cache of a few seconds: this is asked for every sale. */
  of(merchantId: number): Promise<readonly MerchantAccount[]>;
  /** Opens the settings for one call. */
  settings(account: MerchantAccount): Promise<AccountSettings>;
  add(account: {
    personId: number;
    provider: string;
    settings: Readonly<Record<string, string>>;
    isDefault: boolean;
  }): Promise<MerchantAccount>;
  list(personId: number | undefined): Promise<readonly MerchantAccount[]>;
  /** True when there was such an account. */
  remove(personId: number, provider: string): Promise<boolean>;
}

export function createMerchantAccounts(options: {
  database: Database;
  vault: Vault;
  clock: Clock;
}): MerchantAccounts {
  const { database, vault, clock } = options;
  const cache = new Map<number, { readAt: number; rows: Promise<readonly AcquirerAccountRow[]> }>();

  const rowsOf = (merchantId: number): Promise<readonly AcquirerAccountRow[]> => {
    const known = cache.get(merchantId);
    if (known && clock.now() - known.readAt < CACHE_LIFE_MS) return known.rows;
    if (cache.size >= MAX_CACHED_MERCHANTS) cache.clear();
    const rows = listAccountRows(database, merchantId);
    cache.set(merchantId, { readAt: clock.now(), rows });
    rows.catch(() => cache.delete(merchantId));
    return rows;
  };

  return {
    of: async (merchantId) => (await rowsOf(merchantId)).map(fromRow),
    settings: async (account) => {
      const row = (await rowsOf(account.personId)).find((candidate) => candidate.id === account.id);
      if (!row) throw acquirerRefuse('provider_unknown', { field: 'payment.card.provider' });
      const opened = JSON.parse(vault.open(row.sealed_settings, contextOf(row.id)).reveal()) as Record<
        string,
        string
      >;
      return {
        accountId: String(row.id),
        settings: Object.fromEntries(
          Object.entries(opened).map(([name, value]) => [name, new Secret(value)]),
        ),
      };
    },
    add: async ({ personId, provider, settings, isDefault }) => {
      const existing = await listAccountRows(database, personId);
      if (existing.some((row) => row.provider === provider)) {
        throw acquirerRefuse('account_exists', {
          message: `A pessoa ${personId} já tem uma conta ${provider}: remova-a antes.`,
        });
      }
      if (existing.length >= MAX_ACCOUNTS) throw acquirerRefuse('too_many_accounts');
      const row = await insertAccountRow(database, (id) => ({
        id,
        person_id: personId,
        provider,
        sealed_settings: vault.seal(JSON.stringify(settings), contextOf(id)),
        is_default: isDefault ? 1 : 0,
        created_at: clock.now(),
      }));
      cache.delete(personId);
      return fromRow(row);
    },
    list: async (personId) => (await listAccountRows(database, personId)).map(fromRow),
    remove: async (personId, provider) => {
      cache.delete(personId);
      return deleteAccountRow(database, personId, provider);
    },
  };
}

function contextOf(id: number): string {
  return `acquirer_account:${id}`;
}

function fromRow(row: AcquirerAccountRow): MerchantAccount {
  return { id: row.id, personId: row.person_id, provider: row.provider, isDefault: row.is_default === 1 };
}
