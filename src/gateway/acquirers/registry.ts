import type { AccountSettings, Connector } from './connector.ts';
import type { MerchantAccount, MerchantAccounts } from './merchant-accounts/merchant-accounts.ts';
import { acquirerRefuse } from './refusals.ts';

const SANDBOX_PROVIDER = 'REDE';
const PROVIDER_FIELD = 'payment.card.provider';

/** Where a sale goes: a connector and the merchant's account there. */
export interface Route {
  readonly connector: Connector;
  /** 0 for the simulator without an account. */
  readonly accountId: number;
  settings(): Promise<AccountSettings>;
}

export interface Acquirers {
  /**
   * Chooses by the provider that the sale names, in capitals, or the merchant's default. Throws provider_unknown and
   * provider_missing (400) in production; in the sandbox the simulator answers under any name (decisions 3).
   */
  route(merchantId: number, provider: string | undefined): Promise<Route>;
}

/** Connectors that may charge in production, by provider in capitals. */
export const LIVE_CONNECTORS: ReadonlyMap<string, Connector> = new Map();

const NO_ACCOUNT: AccountSettings = { accountId: '0', settings: {} };

export function createAcquirers(options: {
  accounts: MerchantAccounts;
  /** Connectors that may charge, by provider. */
  live: ReadonlyMap<string, Connector>;
  /** Sandbox only: the simulator under a provider's name. */
  simulator: ((provider: string) => Connector) | undefined;
}): Acquirers {
  const { accounts, live, simulator } = options;

  const connectorOf = (account: MerchantAccount): Connector => {
    const connector = live.get(account.provider) ?? simulator?.(account.provider);
    if (!connector) throw acquirerRefuse('provider_unknown', { field: PROVIDER_FIELD });
    return connector;
  };
  const through = (account: MerchantAccount): Route => ({
    connector: connectorOf(account),
    accountId: account.id,
    settings: () => accounts.settings(account),
  });

  return {
    route: async (merchantId, provider) => {
      const known = await accounts.of(merchantId);
      const account =
        provider === undefined ? defaultOf(known) : known.find((one) => one.provider === provider);
      if (account) return through(account);
      if (simulator) {
        return {
          connector: simulator(provider ?? SANDBOX_PROVIDER),
          accountId: 0,
          settings: async () => NO_ACCOUNT,
        };
      }
      throw acquirerRefuse(provider === undefined ? 'provider_missing' : 'provider_unknown', {
        field: PROVIDER_FIELD,
      });
    },
  };
}

/** The account marked default, else the only one. */
function defaultOf(accounts: readonly MerchantAccount[]): MerchantAccount | undefined {
  return accounts.find((account) => account.isDefault) ?? (accounts.length === 1 ? accounts[0] : undefined);
}
