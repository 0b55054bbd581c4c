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
    route: async (merchantId, asked) => {
      const known = await accounts.of(merchantId);
      const provider = asked ?? defaultProvider(known, simulator !== undefined);
      if (provider === undefined) throw acquirerRefuse('provider_missing', { field: PROVIDER_FIELD });
      const account = known.find((one) => one.provider === provider);
      if (account) return through(account);
      if (!simulator) throw acquirerRefuse('provider_unknown', { field: PROVIDER_FIELD });
      return { connector: simulator(provider), accountId: 0, settings: async () => NO_ACCOUNT };
    },
  };
}

/** The account marked default; else the sandbox's REDE, in production the only account. */
function defaultProvider(accounts: readonly MerchantAccount[], sandbox: boolean): string | undefined {
  const marked = accounts.find((account) => account.isDefault);
  if (marked) return marked.provider;
  if (sandbox) return SANDBOX_PROVIDER;
  return accounts.length === 1 ? accounts[0]?.provider : undefined;
}
