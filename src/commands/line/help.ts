import { COMMON_OPTIONS } from './arguments.ts';
import type { Command, OptionSpec } from './command.ts';
import { textTable } from './text-table.ts';

/** What the first words of commands are about, in the order of the help. */
const GROUPS: Readonly<Record<string, string>> = {
  serve: 'O serviço',
  doctor: 'O serviço',
  person: 'Pessoas e chaves',
  credential: 'Pessoas e chaves',
  'checkout-id': 'Pessoas e chaves',
  acquirer: 'Adquirentes e bancos',
  'payment-method': 'Adquirentes e bancos',
  transaction: 'Vendas e avisos',
  sale: 'Vendas e avisos',
  demo: 'Vendas e avisos',
  postback: 'Vendas e avisos',
  audit: 'Auditoria, cópia e chave mestra',
  backup: 'Auditoria, cópia e chave mestra',
  'master-key': 'Auditoria, cópia e chave mestra',
};
const OTHERS = 'Outros';

function titleOf(name: string): string {
  return GROUPS[name.split(' ')[0] ?? ''] ?? OTHERS;
}

/** `guiche person activate ID [--json]` and so on. */
export function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, spec]) => {
    const repeated = spec.repeatable ? ' …' : '';
    return spec.required ? optionForm(name, spec) + repeated : `[${optionForm(name, spec)}${repeated}]`;
  });
  const optional = command.optionalPositional === undefined ? [] : [`[${command.optionalPositional}]`];
  return ['guiche', command.name, ...(command.positionals ?? []), ...optional, ...options].join(' ');
}

export function commandHelp(command: Command): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const rows = Object.entries(options).map(([name, spec]) => [`  ${optionForm(name, spec)}`, spec.summary]);
  const details = command.details ? [command.details(), ''] : [];
  const table = textTable(['Opções:', ''], rows);
  return [command.summary, '', `Uso: ${usageOf(command)}`, '', table, '', ...details].join('\n');
}

/** The list of commands. `footer` ends it: the settings. */
export function commandsHelp(commands: readonly Command[], footer?: string): string {
  // All in one width, whatever their group.
  const lines = textTable(
    ['', ''],
    commands.map((command) => [`  ${command.name}`, command.summary]),
  )
    .split('\n')
    .slice(1);
  const groups = new Map<string, string[]>();
  for (const [index, { name }] of commands.entries()) {
    const title = titleOf(name);
    groups.set(title, [...(groups.get(title) ?? []), lines[index] ?? '']);
  }
  const list = [...groups].map(([title, rows]) => [`${title}:`, ...rows, ''].join('\n')).join('\n');
  const parts = [
    'Uso: guiche COMANDO [opções]',
    '',
    list,
    'guiche COMANDO --help explica um comando; guiche --version mostra a versão;',
    'eval "$(guiche completion bash)" completa comandos com Tab (também zsh e fish).',
    '',
  ];
  return [...parts, ...(footer === undefined ? [] : [footer, ''])].join('\n');
}

function optionForm(name: string, spec: OptionSpec): string {
  return spec.value === undefined ? `--${name}` : `--${name} ${spec.value}`;
}
