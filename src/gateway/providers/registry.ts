import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { brandOfKept } from '../card-data/index.ts';
import { type AccountLimits, takesPixWith, withinLimits } from './account-limits.ts';
import { ISSUER_INSTALLMENTS } from './account-settings.ts';
import { bankKinds } from './bacen-pix/index.ts';
import { bankWithSlips, createLiveSlipBanks, withSlips } from './bank-slips/index.ts';
import type { Capabilities, CardType } from './capabilities.ts';
import type { CardAcquirer } from './card-acquirer.ts';
import type { ChargeProvider } from './charge-provider.ts';
import { cieloKind } from './cielo/index.ts';
import type {
  AccountKind,
  AcquirerNotice,
  ChargeConnectorKind,
  ConnectorKind,
  ConnectorOptions,
} from './connector-kind.ts';
import {
  type AroundAcquirerCall,
  guardConnector,
  type OnAcquirerCall,
  type OnConnectorError,
} from './guard.ts';
import type { MerchantAccount, MerchantAccounts } from './merchant-accounts/index.ts';
import type { AccountSettings, ChargedThrough, ChargeRoute, ChargeRoutes } from './provider.ts';
import { redeKind } from './rede/index.ts';
import { acquirerRefuse } from './refusals.ts';
import {
  type CardToRoute,
  type Choice,
  type ChoosingOptions,
  type ChosenRoute,
  createChooser,
  type ReachableAccounts,
  type TriedRules,
} from './routing/index.ts';
import type { StatementSource } from './statements/index.ts';

const SANDBOX_PROVIDER = 'REDE';
const PROVIDER_FIELD = 'payment.card.provider';

/** Where a payment by card goes. */
export interface Route extends ChargeRoute {
  readonly connector: CardAcquirer;
}

/** The route of a payment that is known to be made by card. */
export function cardRoute(route: ChargeRoute): Route {
  if (!isCardRoute(route)) throw new Error(`${route.connector.provider} is no acquirer of cards`);
  return route;
}

function isCardRoute(route: ChargeRoute): route is Route {
  return 'authorize' in route.connector;
}

export interface Acquirers extends ChargeRoutes {
  /**
   * Chooses by the provider that the sale names, in capitals, or the merchant's default; without one the first account of a
   * merchant whose rules choose. In production throws provider_unknown and provider_missing (400); in the sandbox the
   * simulator answers for every name (docs/contract/decided.md 3).
   */
  route(merchantId: number, provider: string | undefined): Promise<Route>;
  /** As `route`, for a payment: where its merchant has rules, they choose (docs/contract/routing.md). */
  choose(merchantId: number, payment: CardToRoute): Promise<ChosenRoute<Route>>;
  /** What is kept with a payment by a stored card, which goes where that is kept. */
  noteStored(merchantId: number, route: Route): Promise<string | undefined>;
  /** What a rule set would choose for a payment at a moment, however its accounts do. Undefined as for `route`, which refuses it. */
  tryRules(merchantId: number, payment: CardToRoute, rules: TriedRules): Promise<Choice | undefined>;
  routeOf(attempt: ChargedThrough): Promise<Route | undefined>;
  /** As `routeOf`, of a merchant's account that is still there: new money may move through it. */
  routeInUse(
    merchantId: number,
    account: { readonly accountId: number; readonly provider: string },
  ): Promise<Route | undefined>;
}

/** The acquirers supported by this version. */
const CONNECTOR_KINDS: readonly ConnectorKind[] = [redeKind, cieloKind];

/** The banks supported by this version, for charges that a buyer pays by himself. */
const BANK_KINDS: readonly ChargeConnectorKind[] = bankKinds.map(withSlips);

/** All of them. */
export const ACCOUNT_KINDS: readonly AccountKind[] = [...CONNECTOR_KINDS, ...BANK_KINDS];

const BANKS: ReadonlySet<string> = new Set(BANK_KINDS.map(({ provider }) => provider));

/** What an account with these settings does not sell, for `createMerchantAccounts`. */
export function limitsOfAccount(
  provider: string,
  settings: () => Readonly<Record<string, string>>,
): AccountLimits | undefined {
  const kind = [...CONNECTOR_KINDS, ...BANK_KINDS].find((one) => one.provider === provider);
  return kind?.limits?.(settings());
}

/** Whether the acquirer tells of changes at an address that is given to it. */
export function tellsChanges(provider: string): boolean {
  return CONNECTOR_KINDS.some((kind) => kind.provider === provider && kind.readNotice !== undefined);
}

/** Undefined where it is no notice of this acquirer. */
export function readAcquirerNotice(provider: string, body: unknown): AcquirerNotice | undefined {
  return CONNECTOR_KINDS.find((kind) => kind.provider === provider)?.readNotice?.(body);
}

/** Whether accounts there take Pix or slips, and no cards. */
export function isBank(provider: string): boolean {
  return BANKS.has(provider);
}

/** Connectors of banks, by provider in capitals. Created once, because they keep connections and tokens. */
export function createLiveBanks(options: ConnectorOptions): ReadonlyMap<string, ChargeProvider> {
  const slipBanks = createLiveSlipBanks(options);
  return new Map(
    BANK_KINDS.map((kind) => {
      const bank = kind.create(options);
      const slips = slipBanks.get(kind.provider);
      return [kind.provider, slips ? bankWithSlips(bank, slips) : bank];
    }),
  );
}

/** Connectors for Pix to acquirers of cards whose accounts may take it too, by provider in capitals. Created once, as the others. */
export function createLivePixAcquirers(options: ConnectorOptions): ReadonlyMap<string, ChargeProvider> {
  return new Map(
    CONNECTOR_KINDS.flatMap((kind) =>
      kind.createPix ? [[kind.provider, kind.createPix(options)] as const] : [],
    ),
  );
}

/** Whether an account takes Pix: at a bank unless it is for slips alone, or at an acquirer where it says so. */
export function takesPix({ provider, limits }: Pick<MerchantAccount, 'provider' | 'limits'>): boolean {
  return takesPixWith(limits, isBank(provider) ? 'bank' : 'acquirer');
}

/** Connectors that may charge, by provider in capitals. Created once, because they keep connections and tokens. */
export function createLiveConnectors(options: ConnectorOptions): ReadonlyMap<string, CardAcquirer> {
  return new Map(CONNECTOR_KINDS.map((kind) => [kind.provider, kind.create(options)]));
}

/** Who tells what it paid, by provider in capitals. Created once, because they keep connections and tokens. */
export function createLiveStatements(options: ConnectorOptions): ReadonlyMap<string, StatementSource> {
  return new Map(
    CONNECTOR_KINDS.flatMap((kind) =>
      kind.createStatements ? [[kind.provider, kind.createStatements(options)] as const] : [],
    ),
  );
}

/** Providers whose simulator is kept: in the sandbox a sale may name any. */
const MAX_SIMULATORS = 100;
const NO_ACCOUNT: AccountSettings = { accountId: '0', settings: {} };

export function createAcquirers(options: {
  accounts: MerchantAccounts;
  /** Connectors that may charge, by provider. */
  live: ReadonlyMap<string, CardAcquirer>;
  /** Sandbox only: the simulator under a provider's name. */
  simulator: ((provider: string) => CardAcquirer) | undefined;
  onConnectorError: OnConnectorError;
  onCall?: OnAcquirerCall;
  aroundCall?: AroundAcquirerCall | undefined;
  /** Absent: there are no rules. */
  routing?: Pick<ChoosingOptions, 'rules' | 'now' | 'health'> | undefined;
}): Acquirers {
  const { accounts, onConnectorError, onCall, aroundCall } = options;
  const guard = (connector: CardAcquirer) => guardConnector(connector, onConnectorError, onCall, aroundCall);
  const live = new Map([...options.live].map(([provider, connector]) => [provider, guard(connector)]));
  const { simulator: simulate } = options;
  const simulators = boundedCache<string, CardAcquirer>(MAX_SIMULATORS);
  const simulator =
    simulate &&
    ((provider: string) => {
      const known = simulators.get(provider);
      if (known) return known;
      const made = guard(simulate(provider));
      simulators.set(provider, made);
      return made;
    });

  const through = (account: MerchantAccount): Route | undefined => {
    const able = live.get(account.provider) ?? simulator?.(account.provider);
    const connector = able && withinLimits(able, account.limits);
    return connector && { connector, accountId: account.id, settings: () => accounts.settings(account) };
  };
  const simulated = (provider: string, settings: Route['settings']): Route | undefined =>
    simulator && { connector: simulator(provider), accountId: 0, settings };
  const simulatedFor = (merchantId: number) => async (): Promise<AccountSettings> => {
    const { issuerAsStore } = await accounts.simulatorSettings(merchantId);
    return issuerAsStore
      ? { ...NO_ACCOUNT, settings: { [ISSUER_INSTALLMENTS]: new Secret('store') } }
      : NO_ACCOUNT;
  };

  // An account at a bank takes no cards: it is neither the default of one nor the only account.
  const ownOf = async (merchantId: number) =>
    (await accounts.of(merchantId)).filter((account) => !isBank(account.provider));
  const reachable = async (merchantId: number): Promise<ReachableAccounts<Route>> => {
    const known = await ownOf(merchantId);
    const own = known.map(({ provider }) => provider);
    return {
      own,
      fallback: defaultProvider(known, simulator !== undefined),
      reach: (provider) => {
        const account = known.find((one) => one.provider === provider);
        return account ? through(account) : simulated(provider, simulatedFor(merchantId));
      },
      refused: (code) => refusedRoute(code, own),
    };
  };

  return {
    ...createChooser(reachable, {
      ...options.routing,
      sellsIssuerAsStore: sellsIssuerPlanAsStore,
    }),
    routeOf: async ({ accountId, provider }) => {
      if (accountId === 0) return simulated(provider, async () => NO_ACCOUNT);
      const account = await accounts.byId(accountId);
      return account && through(account);
    },
    routeInUse: async (merchantId, { accountId, provider }) => {
      if (accountId === 0) return simulated(provider, simulatedFor(merchantId));
      const account = (await accounts.of(merchantId)).find(({ id }) => id === accountId);
      return account && through(account);
    },
  };
}

/** The text names the shop's accounts, or says that there is none. */
function refusedRoute(code: 'provider_missing' | 'provider_unknown', own: readonly string[]): Refusal {
  const names = own.join(', ');
  const message =
    names === ''
      ? 'Esta loja não tem conta em nenhuma adquirente. Peça a quem opera o serviço que cadastre uma.'
      : `${acquirerRefuse.table[code].message} Contas desta loja: ${names}.`;
  return acquirerRefuse(code, { field: PROVIDER_FIELD, message });
}

/** What a route's acquirer can do for a card payment, given its type and its brand as its merchant writes it. */
export function capabilitiesOf(
  { connector }: Pick<Route, 'connector'>,
  {
    type,
    card,
  }: {
    readonly type: CardType;
    readonly card: { readonly brand?: string | undefined; readonly mask?: string | undefined } | undefined;
  },
): Capabilities {
  return connector.capabilities(card && brandOfKept(card), type);
}

/**
 * Whether installments at the issuer's interest, which the acquirer does not offer, are sold at the store's interest
 * instead of being refused: the account's setting `issuerInstallments`.
 */
export async function sellsIssuerPlanAsStore(route: Pick<Route, 'settings'>): Promise<boolean> {
  const { settings } = await route.settings();
  return settings[ISSUER_INSTALLMENTS]?.reveal() === 'store';
}

/** The account marked as default; otherwise REDE in the sandbox, and in production the only account. */
function defaultProvider(accounts: readonly MerchantAccount[], sandbox: boolean): string | undefined {
  const marked = accounts.find((account) => account.isDefault);
  if (marked) return marked.provider;
  if (sandbox) return SANDBOX_PROVIDER;
  return accounts.length === 1 ? accounts[0]?.provider : undefined;
}
