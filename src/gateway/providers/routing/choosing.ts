import type { CardAcquirer } from '../card-acquirer.ts';
import type { AccountHealth } from '../health/index.ts';
import type { ChargeRoute } from '../provider.ts';
import {
  avoiding,
  type CandidateAccount,
  type Choice,
  type ChosenBy,
  choose,
  chosenNext,
  ruleFor,
} from './choose.ts';
import type { LocalMoment, PaymentFacts } from './facts.ts';
import { type CardNeeds, strikeOf } from './needs.ts';
import { writeNote } from './note.ts';
import { type ReachableAccounts, routeNamed } from './reachable.ts';
import type { RoutingRules } from './routing-rules.ts';
import type { NumberedRuleSet } from './rule-set.ts';
import { fractionOf } from './split.ts';

/** A payment by card, as rules and accounts look at it. */
export interface CardToRoute {
  /** In capitals: the provider that the request names. Such a payment goes there and nowhere else. */
  readonly named: string | undefined;
  /** The one that it was offered with, for a person who by now has neither rules nor a default account. */
  readonly offeredWith?: string | undefined;
  readonly facts: PaymentFacts;
  readonly needs: CardNeeds;
  /** Makes the split of a rule (`splitKey`). */
  readonly key: string;
}

type CardWay = ChargeRoute & { readonly connector: CardAcquirer };

/** A way, and what is kept with the attempt that takes it. */
export interface ExplainedRoute<Way extends ChargeRoute> {
  readonly route: Way;
  /** Undefined where there was nothing to choose (`readNote`). */
  readonly routing: string | undefined;
}

export interface ChosenRoute<Way extends ChargeRoute> extends ExplainedRoute<Way> {
  /** The other accounts of the same rule that can take it, best first. None where the provider was named, or no rule spoke of the payment. */
  readonly others: readonly ExplainedRoute<Way>[];
  /** To be called when the payment is sent. */
  onSent?(): void;
}

/** A rule set that is tried, and the local time of the payment. */
export interface TriedRules {
  readonly ruleSet: NumberedRuleSet;
  readonly at: LocalMoment;
}

export interface ChoosingOptions {
  readonly rules?: Pick<RoutingRules, 'activeFor'> | undefined;
  now?(): LocalMoment;
  /** Asked only about a payment that more than one account can take. */
  readonly health?: Pick<AccountHealth, 'admits' | 'tries'> | undefined;
  sellsIssuerAsStore(route: ChargeRoute): Promise<boolean>;
}

/** Chooses among the accounts of a person. */
export function createChooser<Way extends CardWay>(
  reachable: (personId: number) => Promise<ReachableAccounts<Way>>,
  options: ChoosingOptions,
) {
  const { rules, now, health } = options;
  return {
    /** Where rules choose, nobody needs a default account: the first one stands for what they will choose. */
    route: async (personId: number, requested: string | undefined): Promise<Way> => {
      const accounts = await reachable(personId);
      const named = requested ?? accounts.fallback;
      if (named !== undefined || !(await rules?.activeFor(personId))) return routeNamed(accounts, named);
      return routeNamed(accounts, accounts.own[0]);
    },
    choose: async (personId: number, payment: CardToRoute): Promise<ChosenRoute<Way>> => {
      const accounts = await reachable(personId);
      const ruleSet = await rules?.activeFor(personId);
      const { named, needs } = payment;
      if (named !== undefined || !ruleSet || !now) {
        const route = routeNamed(accounts, named ?? accounts.fallback ?? payment.offeredWith);
        const by = named === undefined ? 'default' : 'named';
        const isChoice = ruleSet !== undefined || accounts.own.length > 1;
        return { route, routing: isChoice ? noteOf(route, by, needs.hasProof) : undefined, others: [] };
      }
      const decided = await decide(accounts, options, payment, { ruleSet, at: now() });
      if (!decided) throw accounts.refused('provider_missing');
      const { choice, isTrial } = awayFromSick(decided, accounts, { health, key: payment.key });
      const route = routeNamed(accounts, choice.account);
      const others: ExplainedRoute<Way>[] = [];
      for (let next = chosenNext(choice); next; next = chosenNext(next)) {
        const routing = writeNote(next, needs.hasProof);
        others.push({ route: routeNamed(accounts, next.account), routing });
      }
      const routing = writeNote(choice, needs.hasProof);
      const { accountId, connector } = route;
      const onSent = () => health?.tries({ accountId, provider: connector.provider });
      return { route, routing, others, ...(isTrial && { onSent }) };
    },
    noteStored: async (personId: number, route: Way): Promise<string | undefined> => {
      const isChoice = (await reachable(personId)).own.length > 1 || (await rules?.activeFor(personId));
      return isChoice ? noteOf(route, 'stored_card', false) : undefined;
    },
    tryRules: async (personId: number, payment: CardToRoute, tried: TriedRules) =>
      decide(await reachable(personId), options, payment, tried),
  };
}

/** Where rules were not asked. */
function noteOf({ connector }: CardWay, by: ChosenBy, hadProof: boolean): string {
  const choice = { account: connector.provider, by, version: undefined, rule: undefined, struckOut: [] };
  return writeNote(choice, hadProof);
}

/** Undefined: neither a rule nor a default account. */
async function decide<Way extends CardWay>(
  { own, fallback, reach }: ReachableAccounts<Way>,
  options: ChoosingOptions,
  { facts, needs, key }: CardToRoute,
  { ruleSet, at }: TriedRules,
): Promise<Choice | undefined> {
  const found = ruleFor(ruleSet, facts, at);
  const names = new Set([
    ...own,
    ...(found.rule?.accounts ?? []),
    ...(fallback === undefined ? [] : [fallback]),
  ]);
  const candidates: CandidateAccount[] = [];
  for (const account of names) {
    const route = reach(account);
    const strike = route ? await strikeAt(route, options, needs, facts.brand) : 'no_account';
    candidates.push({ account, isOwn: own.includes(account), strike });
  }
  return choose({ ruleSet, found, key, candidates, fallback });
}

async function strikeAt(
  route: CardWay,
  { sellsIssuerAsStore }: ChoosingOptions,
  needs: CardNeeds,
  brand: string | undefined,
) {
  const able = route.connector.capabilities(brand, needs.type);
  const { plans } = able.installments;
  const isInstead = needs.plan === 'issuer' && needs.installments > 1 && !plans.includes('issuer');
  return strikeOf(needs, able, isInstead && (await sellsIssuerAsStore(route)));
}

/** The choice, away from accounts that are not well. Those before the first one that takes it are asked. */
function awayFromSick<Way extends ChargeRoute>(
  choice: Choice,
  { reach }: ReachableAccounts<Way>,
  { health, key }: { readonly health: ChoosingOptions['health']; readonly key: string },
): { readonly choice: Choice; readonly isTrial: boolean } {
  if (!health || choice.next.length === 0) return { choice, isTrial: false };
  const chance = fractionOf(`trial ${key}`);
  const sick = new Map<string, 'open' | 'paused'>();
  for (const account of [choice.account, ...choice.next]) {
    const accountId = reach(account)?.accountId ?? 0;
    const admitted = health.admits({ accountId, provider: account }, chance);
    if (admitted === 'yes' || admitted === 'trial') {
      return { choice: avoiding(choice, sick), isTrial: admitted === 'trial' };
    }
    sick.set(account, admitted);
  }
  return { choice: avoiding(choice, sick), isTrial: false };
}
