import { boundedCache } from '../../platform/bounded-cache.ts';
import { takesPixWith } from './account-limits.ts';
import type { ChargeProvider, PaymentRefunds } from './charge-provider.ts';
import {
  type AroundAcquirerCall,
  guardChargeProvider,
  type OnAcquirerCall,
  type OnConnectorError,
} from './guard.ts';
import type { MerchantAccount, MerchantAccounts } from './merchant-accounts/index.ts';
import type { AccountSettings, ChargedThrough, ChargeRoute } from './provider.ts';

/** The bank that the sandbox names where a Pix names none. */
const SANDBOX_BANK = 'C6BANK';
/** Banks whose simulator is kept: in the sandbox a Pix may name any. */
const MAX_SIMULATORS = 100;
const NO_ACCOUNT: AccountSettings = { accountId: '0', settings: {} };

/** Where a Pix is paid to. */
export interface BankRoute extends ChargeRoute {
  readonly connector: ChargeProvider;
}

/** The route of a payment that is known to go to a bank. */
export function bankRoute(route: ChargeRoute): BankRoute {
  if (!isBankRoute(route)) throw new Error(`${route.connector.provider} is no bank`);
  return route;
}

/** What can be given back at a bank, whatever was paid there. */
export function paymentRefunds({ connector }: ChargeRoute): PaymentRefunds {
  if (!gives(connector)) throw new Error(`${connector.provider} gives no payments back`);
  return connector;
}

function gives(connector: ChargeRoute['connector']): connector is ChargeRoute['connector'] & PaymentRefunds {
  return 'refundPayment' in connector;
}

function isBankRoute(route: ChargeRoute): route is BankRoute {
  return 'create' in route.connector;
}

/** The banks at which merchants have accounts for Pix, and the acquirers whose accounts take it too. */
export interface Banks {
  /**
   * By the bank or acquirer that the merchant names, in capitals, or its account marked as default among those at banks, or its
   * only one; an acquirer's where it has none at a bank. Undefined where there is none. In the sandbox the simulated bank
   * answers for every name.
   */
  route(merchantId: number, provider: string | undefined): Promise<BankRoute | undefined>;
  /** All accounts at banks that merchants have now; acquirers list nothing. */
  inUse(): Promise<readonly { readonly accountId: number; readonly route: BankRoute }[]>;
  /** Even when its account was removed meanwhile. */
  routeOf(attempt: ChargedThrough): Promise<BankRoute | undefined>;
}

export function createBanks(options: {
  readonly accounts: Pick<MerchantAccounts, 'of' | 'byId' | 'list' | 'settings'>;
  /** Connectors to banks, and to acquirers for Pix, by provider. */
  readonly live: ReadonlyMap<string, ChargeProvider>;
  /** Sandbox only: the simulated bank under a name. */
  readonly simulator: ((provider: string) => ChargeProvider) | undefined;
  readonly onConnectorError: OnConnectorError;
  readonly onCall?: OnAcquirerCall;
  readonly aroundCall?: AroundAcquirerCall | undefined;
}): Banks {
  const { accounts, onConnectorError, onCall, aroundCall } = options;
  const guard = (connector: ChargeProvider) =>
    guardChargeProvider(connector, onConnectorError, onCall, aroundCall);
  const live = new Map([...options.live].map(([provider, connector]) => [provider, guard(connector)]));
  const simulate = options.simulator;
  const simulators = boundedCache<string, ChargeProvider>(MAX_SIMULATORS);
  const simulated = (provider: string): BankRoute | undefined => {
    if (!simulate) return undefined;
    const connector = simulators.get(provider) ?? guard(simulate(provider));
    simulators.set(provider, connector);
    return { connector, accountId: 0, settings: async () => NO_ACCOUNT };
  };
  const through = (account: MerchantAccount): BankRoute | undefined => {
    const connector = live.get(account.provider);
    return connector && { connector, accountId: account.id, settings: () => accounts.settings(account) };
  };
  return {
    route: async (merchantId, requested) => {
      const known = (await accounts.of(merchantId)).filter(({ provider, limits }) => {
        const connector = live.get(provider);
        return connector && takesPixWith(limits, connector.acquirer ? 'acquirer' : 'bank');
      });
      const atBanks = known.filter(({ provider }) => !live.get(provider)?.acquirer);
      const account =
        requested === undefined
          ? (defaultOf(atBanks) ?? defaultOf(known))
          : known.find((one) => one.provider === requested);
      return account ? through(account) : simulated(requested ?? SANDBOX_BANK);
    },
    inUse: async () =>
      (await accounts.list(undefined)).flatMap((account) => {
        const route = through(account);
        return route && !route.connector.acquirer ? [{ accountId: account.id, route }] : [];
      }),
    routeOf: async ({ accountId, provider }) => {
      if (accountId === 0) return simulated(provider);
      const account = await accounts.byId(accountId);
      return account && through(account);
    },
  };
}

function defaultOf(accounts: readonly MerchantAccount[]): MerchantAccount | undefined {
  return accounts.find(({ isDefault }) => isDefault) ?? accounts[0];
}
