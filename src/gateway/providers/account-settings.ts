import type { AccountKind, SettingRule } from './connector-kind.ts';
import type { AccountSettings } from './provider.ts';

/** Setting for an acquirer that has no installments at the issuer's interest: `refuse` (default) or `store`. */
export const ISSUER_INSTALLMENTS = 'issuerInstallments';

const SURPLUS = 'surplus';
const SURPLUS_CHOICES: readonly string[] = ['refund', 'keep'];

/** What becomes of money that arrives for a Pix besides what pays it. */
export const SURPLUS_SETTING: SettingRule = {
  name: SURPLUS,
  meaning: 'refund (padrão): o que chega a mais por Pix volta para quem pagou; keep: fica com a loja',
  required: false,
  check: (value) => (SURPLUS_CHOICES.includes(value) ? undefined : 'deve ser refund ou keep'),
};

/** Whether the shop keeps such money. */
export function keepsSurplus({ settings }: Pick<AccountSettings, 'settings'>): boolean {
  return settings[SURPLUS]?.reveal() === 'keep';
}

/** What is wrong with the settings of an account, in Portuguese, and the setting concerned. */
export interface SettingsProblem {
  readonly name: string;
  readonly problem: string;
}

/** The first problem among all settings of an account at an acquirer; undefined when there is none. */
export function settingsProblem(
  kind: AccountKind,
  settings: Readonly<Record<string, string>>,
  production: boolean,
): SettingsProblem | undefined {
  for (const name of Object.keys(settings)) {
    if (!kind.settings.some((rule) => rule.name === name)) {
      return { name, problem: `não existe em ${kind.provider}` };
    }
  }
  for (const rule of kind.settings) {
    const problem = ruleProblem(rule, settings[rule.name], production);
    if (problem !== undefined) return { name: rule.name, problem };
  }
  return kind.togetherProblem?.(settings);
}

/** Identifying settings that would change: with other values it would be a different account. */
export function changedIdentity(
  kind: AccountKind,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string | undefined {
  return kind.settings.find(({ identifies, name }) => identifies && before[name] !== after[name])?.name;
}

function ruleProblem(rule: SettingRule, value: string | undefined, production: boolean): string | undefined {
  if (value === undefined) return rule.required ? 'é obrigatório' : undefined;
  return rule.check(value, production);
}
