import type { LocalMoment, PaymentFacts } from './facts.ts';
import { matches } from './matches.ts';
import type { Strike } from './needs.ts';
import type { NumberedRuleSet, Rule } from './rule-set.ts';
import { shareOf } from './split.ts';

/** An account that a payment could go to. */
export interface CandidateAccount {
  /** The provider's name: a person has one account at each. */
  readonly account: string;
  /** Why it cannot take the payment. Undefined: it can. */
  readonly strike: Strike | undefined;
  /** Whether the person has it, or only rules name it. */
  readonly isOwn: boolean;
}

export interface StruckOut {
  readonly account: string;
  readonly why: Strike;
}

/** What made a payment go where it goes. */
export type ChosenBy =
  /** The request names its provider: never anywhere else. */
  | 'named'
  /** The card is stored there, and nowhere else. */
  | 'stored_card'
  | 'rule'
  /** No rule speaks of it, or none of the accounts of its rule can take it. */
  | 'default'
  /** The default cannot take it either, and this is the first of the person's accounts that can. */
  | 'able'
  /** No account of the person can take it, none is the default, and this is the first of them: it refuses. */
  | 'first'
  /** Denied or not sent at the account before it. */
  | 'failover';

/** Where a payment goes, why, and where else it could. */
export interface Choice {
  readonly account: string;
  readonly by: ChosenBy;
  /** Of the rule set that was looked at. */
  readonly version: number | undefined;
  /** Whether that is the installation's, and not the person's own. */
  readonly isOfHouse?: true | undefined;
  /** The name of the rule that spoke of it. */
  readonly rule: string | undefined;
  /** The other accounts of its rule that can take it, in their order. */
  readonly next: readonly string[];
  readonly struckOut: readonly StruckOut[];
  /** It depends on digits of the card that are not known. */
  readonly isUncertain?: boolean;
}

/** The rule that speaks of a payment. */
export interface RuleFound {
  readonly rule: Rule | undefined;
  /** A rule before it asks for digits of the card that are not known. */
  readonly isUncertain: boolean;
}

/** The first rule whose conditions hold. */
export function ruleFor({ rules }: NumberedRuleSet, facts: PaymentFacts, at: LocalMoment): RuleFound {
  let isUncertain = false;
  for (const rule of rules) {
    const isMatch = matches(rule.when ?? {}, facts, at);
    if (isMatch) return { rule, isUncertain };
    isUncertain ||= isMatch === undefined;
  }
  return { rule: undefined, isUncertain };
}

export interface ChoiceRequest {
  /** The rule set that was looked at. */
  readonly ruleSet: Pick<NumberedRuleSet, 'version' | 'isOfHouse'>;
  readonly found: RuleFound;
  /** Makes the split: see `splitKey`. */
  readonly key: string;
  /** The person's accounts in their order, the default one, and those of the rule. */
  readonly candidates: readonly CandidateAccount[];
  /** The account that takes what no rule speaks of. Undefined: there is none. */
  readonly fallback: string | undefined;
}

/** Undefined where no rule gives an account, and the person has none. What names its provider, or has a stored card, is not asked about. */
export function choose({ ruleSet, found, key, candidates, fallback }: ChoiceRequest): Choice | undefined {
  const { rule, isUncertain } = found;
  const isAble = (account: string) =>
    candidates.some((one) => one.account === account && one.strike === undefined);
  const { version, isOfHouse } = ruleSet;
  const common = {
    version,
    ...(isOfHouse && { isOfHouse }),
    rule: rule?.name,
    struckOut: candidates.flatMap(({ account, strike: why }) => (why ? [{ account, why }] : [])),
    ...(isUncertain && { isUncertain }),
  };
  const [first, ...next] = rule ? inOrder(rule, isAble, key) : [];
  if (first !== undefined) return { ...common, account: first, by: 'rule', next };
  const able = candidates.find(({ isOwn, strike }) => isOwn && strike === undefined);
  if (able && (fallback === undefined || !isAble(fallback))) {
    return { ...common, account: able.account, by: 'able', next: [] };
  }
  if (fallback !== undefined) return { ...common, account: fallback, by: 'default', next: [] };
  const own = candidates.find(({ isOwn }) => isOwn);
  return own && { ...common, account: own.account, by: 'first', next: [] };
}

/** Those that can take it: the one that the split gives, then the others as they stand. */
function inOrder({ accounts, split = [] }: Rule, isAble: (account: string) => boolean, key: string) {
  const able = accounts.filter(isAble);
  const shares = split.filter(({ account }) => isAble(account));
  const first = shares.length > 0 ? shareOf(shares, key) : undefined;
  return first === undefined ? able : [first, ...able.filter((account) => account !== first)];
}

/**
 * Accounts that fail come after well ones, and those that a person has paused after both. Told are those that were passed over.
 */
export function avoiding(choice: Choice, sick: ReadonlyMap<string, 'open' | 'paused'>): Choice {
  const all = [choice.account, ...choice.next];
  const stands = [undefined, 'open', 'paused'] as const;
  const [first = choice.account, ...next] = stands.flatMap((stand) =>
    all.filter((account) => sick.get(account) === stand),
  );
  if (first === choice.account) return choice;
  const passedOver = [...sick].filter(([, why]) => why !== sick.get(first));
  return {
    ...choice,
    account: first,
    next,
    struckOut: [...choice.struckOut, ...passedOver.map(([account, why]) => ({ account, why }))],
  };
}

/** The choice of the account that is tried after the first one. Undefined: there is none. */
export function chosenNext(choice: Choice): Choice | undefined {
  const [account, ...next] = choice.next;
  return account === undefined ? undefined : { ...choice, account, next, by: 'failover' };
}
