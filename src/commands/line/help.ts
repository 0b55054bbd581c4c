import { COMMON_OPTIONS } from './arguments.ts';
import type { Command, OptionSpec } from './command.ts';
import { textTable } from './text-table.ts';

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
  const rows = commands.map((command) => [`  ${command.name}`, command.summary]);
  const list = textTable(['Comandos:', ''], rows);
  const lines = [
    'Uso: guiche COMANDO [opções]',
    '',
    list,
    '',
    'guiche COMANDO --help explica um comando; guiche --version mostra a versão;',
    'eval "$(guiche completion bash)" completa comandos com Tab (também zsh e fish).',
    '',
  ];
  return [...lines, ...(footer === undefined ? [] : [footer, ''])].join('\n');
}

function optionForm(name: string, spec: OptionSpec): string {
  return spec.value === undefined ? `--${name}` : `--${name} ${spec.value}`;
}
