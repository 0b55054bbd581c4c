import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { nearest } from '../../platform/text/nearest.ts';
import { type Arguments, type Command, type OptionSpec, UsageError } from './command.ts';

const JSON_OPTION: OptionSpec = { summary: 'resposta em JSON, para programas' };
const HELP_OPTION: OptionSpec = { summary: 'mostra esta ajuda' };

/** Every command has these too. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = { json: JSON_OPTION, help: HELP_OPTION };

/** Reads the arguments after the name of the command. Throws UsageError. */
export function readArguments(command: Command, typed: readonly string[]): Arguments {
  const specs = { ...command.options, ...COMMON_OPTIONS };
  const { tokens } = parseArgs({
    args: [...typed],
    options: Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [name, descriptorOf(name, spec)]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') addOption(specs, values, token);
  }
  if (!values.has('help')) checkComplete(command, values, positionals);
  const named = new Map(allPositionals(command).map((name, index) => [name, positionals[index]]));
  return argumentsOf(values, named);
}

function allPositionals({ positionals = [], optionalPositional }: Command): readonly string[] {
  return optionalPositional === undefined ? positionals : [...positionals, optionalPositional];
}

function descriptorOf(name: string, spec: OptionSpec): ParseArgsOptionDescriptor {
  if (name === 'help') return { type: 'boolean', short: 'h' };
  return { type: spec.value === undefined ? 'boolean' : 'string' };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function addOption(
  specs: Readonly<Record<string, OptionSpec>>,
  values: Map<string, string[]>,
  { name, rawName, value, inlineValue }: OptionToken,
): void {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (!spec) {
    const near = nearest(name, Object.keys(specs));
    throw new UsageError(`Opção desconhecida: ${rawName}`, near && `Você quis dizer --${near}?`);
  }
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`A opção --${name} não leva valor.`);
    values.set(name, []);
    return;
  }
  // If a value was forgotten, the next option is not taken for it; `--name=--x` passes such a value.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('--'))) {
    throw new UsageError(`Falta o valor da opção --${name}.`, `Escreva --${name} ${spec.value}`);
  }
  const known = values.get(name) ?? [];
  if (known.length > 0 && !spec.repeatable) throw new UsageError(`A opção --${name} foi dada duas vezes.`);
  values.set(name, [...known, value]);
}

function checkComplete(
  command: Command,
  values: ReadonlyMap<string, readonly string[]>,
  positionals: readonly string[],
): void {
  const wanted = command.positionals ?? [];
  const missing = wanted[positionals.length];
  if (missing !== undefined) throw new UsageError(`Falta o argumento ${missing}.`);
  const surplus = positionals[allPositionals(command).length];
  if (surplus !== undefined) throw new UsageError(`Argumento a mais: ${surplus}`);
  for (const [name, spec] of Object.entries(command.options)) {
    if (spec.required && !values.has(name)) throw new UsageError(`Falta a opção --${name}.`);
  }
}

function argumentsOf(
  values: ReadonlyMap<string, readonly string[]>,
  positionals: ReadonlyMap<string, string | undefined>,
): Arguments {
  const known = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`${what} is read but not required`);
    return value;
  };
  return {
    flag: (name) => values.has(name),
    text: (name) => known(values.get(name)?.[0], name),
    optionalText: (name) => values.get(name)?.[0],
    texts: (name) => values.get(name) ?? [],
    positional: (name) => known(positionals.get(name), name),
    optionalPositional: (name) => positionals.get(name),
  };
}
