import { ACCOUNT_KINDS, isBank } from '../../gateway/providers/index.ts';
import type { AcquirerKind } from './schema.ts';
import { SETTING_WORDS } from './setting-words.ts';

/** What each account asks for on a form, whatever is rarely needed last. */
export const SHOWN_KINDS: readonly AcquirerKind[] = ACCOUNT_KINDS.map(({ provider, settings }) => ({
  provider,
  pays: isBank(provider) ? 'pix' : 'card',
  settings: settings.map((rule) => {
    const { title = rule.name, hint, choices = [], rare = false } = SETTING_WORDS[rule.name] ?? {};
    return {
      name: rule.name,
      title,
      hint: hint ?? begun(rule.meaning),
      choices: choices.filter(([value]) => rule.check(value, false) === undefined),
      rare,
      file: rule.file ?? null,
      required: rule.required,
      secret: rule.secret ?? false,
      fixed: rule.identifies ?? false,
    };
  }),
}));

function begun(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
