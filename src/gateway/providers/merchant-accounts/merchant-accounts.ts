import { boundedCache } from '../../../platform/bounded-cache.ts';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isWithin } from '../../../platform/time/is-within.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { AccountLimits } from '../account-limits.ts';
import type { AccountSettings } from '../provider.ts';
import { acquirerRefuse } from '../refusals.ts';
import {
  type AcquirerAccountRow,
  changeAccountRow,
  findAccountRow,
  insertAccountRow,
  listAccountRows,
  pageOfAccountRows,
  putSimulatorSettings,
  removeAccountRow,
  simulatesIssuerAsStore,
} from './store.ts';

/** A change made at the command line, which is another process, takes effect within this time. */
const CACHE_LIFE_MS = 3_000;
const MAX_CACHED_MERCHANTS = 10_000;
const MAX_ACCOUNTS = 50;

/** A merchant's account at an acquirer; its settings are sealed. */
export interface MerchantAccount {
  readonly id: number;
  readonly personId: number;
  readonly provider: string;
  readonly isDefault: boolean;
  /** Of one that is in use and sells less than its acquirer can. */
  readonly limits?: AccountLimits | undefined;
}

type Settings = Readonly<Record<string, string>>;

export interface SimulatorSettings {
  /** Installments at the issuer's interest, which it does not offer, are sold as the store's instead of being refused. */
  readonly issuerAsStore: boolean;
}

export interface MerchantAccounts {
  /** From a cache of a few seconds: every sale asks for it. */
  of(merchantId: number): Promise<readonly MerchantAccount[]>;
  /** Includes removed accounts: charges made through them still have to be resolved. */
  byId(id: number): Promise<MerchantAccount | undefined>;
  /** Decrypts the settings for one call. */
  settings(account: MerchantAccount): Promise<AccountSettings>;
  add(account: {
    personId: number;
    provider: string;
    settings: Settings;
    isDefault: boolean;
  }): Promise<MerchantAccount>;
  list(personId: number | undefined): Promise<readonly MerchantAccount[]>;
  /** In the order of the ids, those after `afterId`. */
  page(wanted: {
    readonly personId: number | undefined;
    readonly afterId: number;
    readonly limit: number;
  }): Promise<readonly MerchantAccount[]>;
  /**
   * Replaces the named settings in place, so that queries about earlier charges use the new ones. `check` gets all
   * settings as they will be and as they are, and throws if something is wrong. False when there is no such account.
   */
  change(change: {
    personId: number;
    provider: string;
    settings: Settings;
    /** Whether it is used when a sale names no acquirer; absent: as it is. */
    isDefault?: boolean | undefined;
    check(settings: Settings, before: Settings): void;
  }): Promise<boolean>;
  /** Of the simulator, which answers in the sandbox where the merchant has no account. */
  simulatorSettings(merchantId: number): Promise<SimulatorSettings>;
  /** `written` adds the audit's entry. */
  changeSimulatorSettings(
    merchantId: number,
    settings: SimulatorSettings,
    written: (transaction: WriteTransaction) => Promise<void>,
  ): Promise<void>;
  /** True when there was such an account. */
  remove(personId: number, provider: string): Promise<boolean>;
}

export function createMerchantAccounts(options: {
  database: Database;
  vault: Vault;
  clock: Clock;
  /** What an account with these settings does not sell. */
  limitsOf?(provider: string, settings: () => Settings): AccountLimits | undefined;
}): MerchantAccounts {
  const { database, vault, clock, limitsOf } = options;
  const rows = rememberedOf(clock, async (merchantId) => {
    const found = await listAccountRows(database, merchantId);
    return found.map((row) => ({ ...row, limits: limitsOf?.(row.provider, () => open(row)) }));
  });
  const simulated = rememberedOf(clock, async (merchantId) => ({
    issuerAsStore: await simulatesIssuerAsStore(database, merchantId),
  }));

  const open = (row: AcquirerAccountRow): Settings =>
    JSON.parse(vault.open(row.sealed_settings, contextOf(row.id)).reveal()) as Settings;

  return {
    of: async (merchantId) =>
      (await rows.of(merchantId)).map((row) => ({ ...fromRow(row), limits: row.limits })),
    byId: async (id) => {
      const row = await findAccountRow(database, id);
      return row && fromRow(row);
    },
    settings: async (account) => {
      const cached = (await rows.of(account.personId)).find((candidate) => candidate.id === account.id);
      const row = cached ?? (await findAccountRow(database, account.id));
      if (!row) throw new Error(`the account ${account.id} at ${account.provider} is not stored`);
      return {
        accountId: String(row.id),
        settings: Object.fromEntries(
          Object.entries(open(row)).map(([name, value]) => [name, new Secret(value)]),
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
        removed_at: null,
      }));
      rows.forget(personId);
      return fromRow(row);
    },
    page: async (wanted) => (await pageOfAccountRows(database, wanted)).map(fromRow),
    list: async (personId) => (await listAccountRows(database, personId)).map(fromRow),
    change: async ({ personId, provider, settings, isDefault, check }) => {
      rows.forget(personId);
      return changeAccountRow(database, { personId, provider, isDefault }, (row) => {
        const before = open(row);
        const changed = { ...before, ...settings };
        check(changed, before);
        return vault.seal(JSON.stringify(changed), contextOf(row.id));
      });
    },
    simulatorSettings: simulated.of,
    changeSimulatorSettings: async (merchantId, { issuerAsStore }, written) => {
      await database.write(async (transaction) => {
        await putSimulatorSettings(transaction, merchantId, issuerAsStore);
        await written(transaction);
      });
      simulated.forget(merchantId);
    },
    remove: async (personId, provider) => {
      rows.forget(personId);
      return removeAccountRow(database, personId, provider, clock.now());
    },
  };
}

/** What is read for each sale of a merchant is kept for a moment. */
function rememberedOf<Value>(clock: Clock, read: (merchantId: number) => Promise<Value>) {
  const known = boundedCache<number, { readAt: number; value: Promise<Value> }>(MAX_CACHED_MERCHANTS);
  return {
    of: (merchantId: number): Promise<Value> => {
      const kept = known.get(merchantId);
      if (kept && isWithin(CACHE_LIFE_MS, kept.readAt, clock.now())) return kept.value;
      const value = read(merchantId);
      known.set(merchantId, { readAt: clock.now(), value });
      value.catch(() => known.delete(merchantId));
      return value;
    },
    forget: (merchantId: number) => known.delete(merchantId),
  };
}

function contextOf(id: number): string {
  return `acquirer_account:${id}`;
}

function fromRow(row: AcquirerAccountRow): MerchantAccount {
  return { id: row.id, personId: row.person_id, provider: row.provider, isDefault: row.is_default === 1 };
}
