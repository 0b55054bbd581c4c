import type { Trial } from '../../gateway/payments/index.ts';
import {
  accountsText,
  conditionsText,
  type KeptVersion,
  type Rule,
  type RulesOwner,
} from '../../gateway/providers/index.ts';
import type { RoutingAccount, RulesVersion, ShownRule, TrialAnswer } from './schema.ts';

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
    whenText: conditionsText(rule.when),
    accountsText: accountsText(rule),
  }));
}

export function shownChanges({ changes, rules, ...trial }: Trial): TrialAnswer['trial'] {
  return {
    ...trial,
    rules: rules.map(({ rule, sales }) => ({ rule: rule ?? null, sales })),
    changes: changes.map(({ transactionId, createdAt, amount, from, to, rule }) => ({
      transactionId,
      createdAt: new Date(createdAt).toISOString(),
      amount,
      from: from ?? null,
      to: to ?? null,
      rule: rule ?? null,
    })),
  };
}
