import { detectBrand } from '../../gateway/card-data/index.ts';
import { type TrialDependencies, tryOnLastSales } from '../../gateway/payments/index.ts';
import {
  ACCOUNT_KINDS,
  acquirerRefuse,
  type HealthStore,
  isBank,
  momentOf,
  type NumberedRuleSet,
  type RoutingRules,
  RuleSetFile,
  type RulesOwner,
  readPaymentToTry,
  readRuleSet,
  readStands,
  requireConnectors,
} from '../../gateway/providers/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { shownStand } from '../acquirers/account-stand.ts';
import { numberIn } from '../interface/acting-for.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { providerName } from '../sales/sale-row.ts';
import { type RoutingAccount, type RoutingPage, TrialBody } from './schema.ts';
import { restText, shownChanges, shownChoice, shownRules, shownVersion } from './show-rules.ts';

export interface RoutingDependencies extends Omit<TrialDependencies, 'rules' | 'accounts'> {
  readonly routing: RoutingRules;
  readonly merchantAccounts: TrialDependencies['accounts'];
  readonly accountHealth: Pick<HealthStore, 'read'>;
  readonly clock: Clock;
  readonly mode: 'sandbox' | 'production';
}

type Call = PanelCall<unknown, unknown>;

/** Which account takes which payment: rules of a shop or, for the platform's team without one, of the installation. */
export function routingRoutes(dependencies: RoutingDependencies): readonly AnyPanelRoute[] {
  const { routing, mode } = dependencies;
  return [
    panelRoute({
      method: 'GET',
      path: '/routing',
      access: 'routing.read',
      run: async (call): Promise<RoutingPage> => {
        const owner = ownerOf(call);
        const { versions, active } = await routing.of(owner);
        const ofHouse = owner === 'installation' || active ? undefined : await routing.activeFor(owner);
        return {
          personId: owner === 'installation' ? null : owner,
          activeSince: active ? isoOf(active.since) : null,
          activeVersion: active?.version ?? null,
          versions: versions.map((one) => shownVersion(one, active?.version)),
          accounts: await choosable(dependencies, owner),
          usesInstallation: ofHouse !== undefined,
          mode,
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/routing/:version',
      access: 'routing.read',
      run: async (call) => {
        const owner = ownerOf(call);
        const found = await routing.find(owner, numberIn(call, 'version'));
        if (!found) throw acquirerRefuse('routing_version_unknown');
        const active = await routing.activeOf(owner);
        const { rules } = found;
        return {
          ...shownVersion({ ...found, ruleCount: rules.length }, active?.version),
          list: shownRules(rules),
          restText: restText(rules, await choosable(dependencies, owner), { owner, mode }),
        };
      },
    }),
    ...changeRoutes(dependencies),
    testRoute(dependencies),
  ];
}

function changeRoutes({ routing, mode }: RoutingDependencies): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/routing',
      access: 'routing.write',
      body: RuleSetFile,
      run: async (call) => {
        const rules = readRuleSet(call.body);
        requireConnectors(rules, mode);
        const version = await routing.add(ownerOf(call), rules, (write, number) =>
          call.audit(write, `routing:${number}`),
        );
        return { version };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/routing/:version/activate',
      access: 'routing.write',
      stepUp: true,
      run: async (call) => {
        const version = numberIn(call, 'version');
        await routing.activate(ownerOf(call), version, (write) => call.audit(write, `routing:${version}`));
        return null;
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/routing/off',
      access: 'routing.write',
      stepUp: true,
      run: async (call) => {
        await routing.activate(ownerOf(call), 0, (write) => call.audit(write));
        return null;
      },
    }),
  ];
}

function testRoute(dependencies: RoutingDependencies): AnyPanelRoute {
  const { acquirers, routing, merchantAccounts, sales, time, clock } = dependencies;
  return panelRoute({
    method: 'POST',
    path: '/routing/test',
    access: 'routing.read',
    body: TrialBody,
    run: async (call) => {
      const owner = ownerOf(call);
      // The accounts of nobody in particular choose nothing.
      if (owner === 'installation') throw refusePanel('field_invalid', { field: 'person' });
      const ruleSet = await triedRules(routing, owner, call.body);
      if (call.body.payment === undefined) {
        const parts = { acquirers, accounts: merchantAccounts, rules: routing, sales, time };
        const trial = await tryOnLastSales(parts, owner, { ruleSet });
        return { trial: shownChanges(trial) };
      }
      const tried = readPaymentToTry(call.body.payment, owner, detectBrand);
      const at = tried.at ?? momentOf(time.iso(clock.now()));
      const choice = await acquirers.tryRules(owner, tried.payment, { ruleSet, at });
      if (!choice) throw acquirerRefuse('provider_missing');
      return { choice: shownChoice(choice) };
    },
  });
}

async function triedRules(
  routing: RoutingRules,
  owner: number,
  { rules, version = 0 }: TrialBody,
): Promise<NumberedRuleSet> {
  if (rules) return { version: 0, ...readRuleSet({ rules }) };
  if (version === 0) return { version: 0, rules: [] };
  const found = await routing.find(owner, version);
  if (!found) throw acquirerRefuse('routing_version_unknown');
  return found;
}

/** Only the platform's team calls without a person. */
function ownerOf({ personId }: Call): RulesOwner {
  return personId ?? 'installation';
}

/** The person's accounts for cards; in the sandbox, and for the installation, all that cards can be charged through. */
async function choosable(
  { merchantAccounts, mode, accountHealth, clock }: RoutingDependencies,
  owner: RulesOwner,
): Promise<readonly RoutingAccount[]> {
  const own = owner === 'installation' ? [] : await merchantAccounts.of(owner);
  const standOf = await readStands(accountHealth, clock.now());
  const accounts = own
    .filter(({ provider }) => !isBank(provider))
    .map(({ id, provider, isDefault }) => ({
      provider,
      name: providerName(provider),
      isDefault,
      stand: shownStand(standOf, { id, provider }),
    }));
  if (mode === 'production' && owner !== 'installation') return accounts;
  const others = ACCOUNT_KINDS.filter(
    ({ provider }) => !isBank(provider) && !accounts.some((one) => one.provider === provider),
  );
  return [
    ...accounts,
    ...others.map(({ provider }) => ({
      provider,
      name: providerName(provider),
      isDefault: false,
      stand: null,
    })),
  ];
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
