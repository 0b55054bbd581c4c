import { boundedCache } from '../../../platform/bounded-cache.ts';
import {
  type AroundAcquirerCall,
  guardSlipConnector,
  type OnAcquirerCall,
  type OnConnectorError,
} from '../guard.ts';
import type { MerchantAccount, MerchantAccounts } from '../merchant-accounts/index.ts';
import type { AccountSettings, ChargedThrough, ChargeRoute } from '../provider.ts';
import { type SlipConnector, type SlipNumbers, slipConnector } from '../slips/slip-connector.ts';
import type { SlipNames, SlipProvider } from '../slips/slip-provider.ts';
import { isForSlips } from './account.ts';

/** The bank that the sandbox names where a slip names none. */
const SANDBOX_BANK = 'ITAU';
const MAX_SIMULATORS = 100;
const NO_ACCOUNT: AccountSettings = { accountId: '0', settings: {} };

/** Where a slip is registered. */
export interface SlipRoute extends ChargeRoute {
  readonly connector: SlipConnector;
}

/** The route of a payment that is known to go to a bank for slips. */
export function slipRoute(route: ChargeRoute): SlipRoute {
  if (!isSlipRoute(route)) throw new Error(`${route.connector.provider} registers no slips`);
  return route;
}

function isSlipRoute(route: ChargeRoute): route is SlipRoute {
  return 'refundPayment' in route.connector && !('registerNotices' in route.connector);
}

/** The banks at which merchants have accounts for slips. */
export interface SlipBanks {
  /** As for Pix (`Banks.route`). */
  route(merchantId: number, provider: string | undefined): Promise<SlipRoute | undefined>;
  /** Even when its account was removed meanwhile. */
  routeOf(attempt: ChargedThrough): Promise<SlipRoute | undefined>;
  /** What a notice to an account is about; empty where it cannot be read. */
  readNotice(accountId: number, body: unknown): Promise<readonly SlipNames[]>;
}

export function createSlipBanks(options: {
  readonly accounts: Pick<MerchantAccounts, 'of' | 'byId' | 'settings'>;
  /** Connectors to banks, by provider. */
  readonly live: ReadonlyMap<string, SlipProvider>;
  /** Sandbox only: the simulated bank under a name. */
  readonly simulator: ((provider: string) => SlipProvider) | undefined;
  readonly numbers: SlipNumbers;
  readonly onConnectorError: OnConnectorError;
  readonly onCall?: OnAcquirerCall;
  readonly aroundCall?: AroundAcquirerCall | undefined;
}): SlipBanks {
  const { accounts, numbers, onConnectorError, onCall, aroundCall } = options;
  const guard = (bank: SlipProvider) =>
    guardSlipConnector(slipConnector(bank, numbers), onConnectorError, onCall, aroundCall);
  const live = new Map([...options.live].map(([provider, bank]) => [provider, guard(bank)]));
  const simulate = options.simulator;
  const simulators = boundedCache<string, SlipConnector>(MAX_SIMULATORS);
  const simulated = (provider: string): SlipRoute | undefined => {
    if (!simulate) return undefined;
    const connector = simulators.get(provider) ?? guard(simulate(provider));
    simulators.set(provider, connector);
    return { connector, accountId: 0, settings: async () => NO_ACCOUNT };
  };
  const takesSlips = async (account: MerchantAccount): Promise<boolean> =>
    live.has(account.provider) && isForSlips(account.provider, (await accounts.settings(account)).settings);
  const through = (account: MerchantAccount): SlipRoute | undefined => {
    const connector = live.get(account.provider);
    return connector && { connector, accountId: account.id, settings: () => accounts.settings(account) };
  };
  return {
    route: async (merchantId, requested) => {
      const all = await accounts.of(merchantId);
      const are = await Promise.all(all.map(takesSlips));
      const known = all.filter((_account, index) => are[index]);
      const account =
        requested === undefined
          ? (known.find(({ isDefault }) => isDefault) ?? known[0])
          : known.find((one) => one.provider === requested);
      return account ? through(account) : simulated(requested ?? SANDBOX_BANK);
    },
    readNotice: async (accountId, body) => {
      const account = await accounts.byId(accountId);
      return (account && options.live.get(account.provider)?.readNotice(body)) ?? [];
    },
    routeOf: async ({ accountId, provider }) => {
      if (accountId === 0) return simulated(provider);
      const account = await accounts.byId(accountId);
      return account && through(account);
    },
  };
}
