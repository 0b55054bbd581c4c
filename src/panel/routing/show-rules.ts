import type { Trial } from '../../gateway/payments/index.ts';
import { accountsText, conditionsText, type KeptVersion, type Rule } from '../../gateway/providers/index.ts';
import type { RulesVersion, ShownRule, TrialAnswer } from './schema.ts';

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
