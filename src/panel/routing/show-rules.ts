import { brandTitle } from '../../gateway/card-data/index.ts';
import type { Trial } from '../../gateway/payments/index.ts';
import {
  accountsText,
  type Choice,
  conditionsText,
  type KeptVersion,
  type Rule,
  type RulesOwner,
  routingText,
} from '../../gateway/providers/index.ts';
import { providerName } from '../sales/sale-row.ts';
import type { RoutingAccount, RoutingChoice, RulesVersion, ShownRule, TrialAnswer } from './schema.ts';

export function shownVersion(
  { version, createdAt, ruleCount }: KeptVersion,
  active: number | undefined,
): RulesVersion {
  return {
    version,
    createdAt: new Date(createdAt).toISOString(),
    rules: ruleCount,
    isActive: version === active,
  };
}

/** Where goes what no rule speaks of. Null: one speaks of all. */
export function restText(
  rules: readonly Rule[],
  accounts: readonly Pick<RoutingAccount, 'isDefault'>[],
  { owner, mode }: { readonly owner: RulesOwner; readonly mode: 'sandbox' | 'production' },
): string | null {
  if (rules.some(({ when = {} }) => Object.keys(when).length === 0)) return null;
  if (owner === 'installation') return 'Vai para a conta padrão de cada loja';
  const hasDefault = mode === 'sandbox' || accounts.length < 2 || accounts.some(({ isDefault }) => isDefault);
  return hasDefault ? 'Vai para a conta padrão' : 'Vai para a primeira conta da loja que faça a venda';
}

export function shownRules(rules: readonly Rule[]): readonly ShownRule[] {
  return rules.map((rule) => ({
    ...rule,
    whenText: conditionsText(rule.when, brandTitle),
    accountsText: accountsText(rule, providerName),
  }));
}

/** Accounts by what their acquirers are called. */
export function shownChoice(choice: Choice): RoutingChoice {
  const { account, rule, by, next, struckOut } = choice;
  return {
    by,
    struckOut,
    account: providerName(account),
    next: next.map(providerName),
    rule: rule ?? null,
    text: routingText(choice, providerName),
  };
}

export function shownChanges({ accounts, changes, rules, ...trial }: Trial): TrialAnswer['trial'] {
  return {
    ...trial,
    accounts: accounts.map((one) => ({ ...one, account: providerName(one.account) })),
    rules: rules.map(({ rule, sales }) => ({ rule: rule ?? null, sales })),
    changes: changes.map(({ transactionId, createdAt, amount, from, to, rule }) => ({
      transactionId,
      createdAt: new Date(createdAt).toISOString(),
      amount,
      from: from === undefined ? null : providerName(from),
      to: to === undefined ? null : providerName(to),
      rule: rule ?? null,
    })),
  };
}
