import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

const command: Command = {
  name: 'acquirer add',
  summary: 'faz de conta',
  positionals: ['ID'],
  options: {
    provider: { summary: 'nome', value: 'NAME', required: true },
    setting: { summary: 'ajuste', value: 'k=v', repeatable: true },
    default: { summary: 'padrão' },
  },
  run: async () => undefined,
};

const usageError = (message: string, hint?: string) => ({ name: 'UsageError', message, hint });

test('options, flags, repeated options and positionals are read in any order', () => {
  const args = readArguments(command, [
    '--setting=a=1',
    '7',
    '--provider',
    'REDE',
    '--default',
    '--setting',
    'b=x y',
    '--json',
  ]);
  assert.equal(args.positional('ID'), '7');
  assert.equal(args.text('provider'), 'REDE');
  assert.deepEqual(args.texts('setting'), ['a=1', 'b=x y']);
  assert.equal(args.flag('default'), true);
  assert.equal(args.flag('json'), true);
  assert.equal(args.optionalText('absent'), undefined);
});

test('what is absent reads as absent', () => {
  const args = readArguments(command, ['7', '--provider=REDE']);
  assert.deepEqual(args.texts('setting'), []);
  assert.equal(args.flag('default'), false);
  assert.equal(args.flag('json'), false);
});

test('an unknown option is told, with the nearest one', () => {
  assert.throws(
    () => readArguments(command, ['7', '--provder', 'REDE']),
    usageError('Opção desconhecida: --provder', 'Você quis dizer --provider?'),
  );
  assert.throws(() => readArguments(command, ['7', '-x']), usageError('Opção desconhecida: -x'));
  assert.throws(
    () => readArguments(command, ['--constructor']),
    usageError('Opção desconhecida: --constructor'),
  );
});

test('a value that was forgotten, given twice or given to a flag is told', () => {
  const forgotten = usageError('Falta o valor da opção --provider.', 'Escreva --provider NAME');
  assert.throws(() => readArguments(command, ['7', '--provider']), forgotten);
  assert.throws(() => readArguments(command, ['7', '--provider', '--json']), forgotten);
  assert.throws(() => readArguments(command, ['7', '--provider=']), forgotten);
  assert.throws(
    () => readArguments(command, ['7', '--provider=A', '--provider=B']),
    usageError('A opção --provider foi dada duas vezes.'),
  );
  assert.throws(
    () => readArguments(command, ['7', '--provider=A', '--default=1']),
    usageError('A opção --default não leva valor.'),
  );
});

test('a value may begin with dashes when it is written with an equals sign', () => {
  assert.equal(readArguments(command, ['7', '--provider=--x']).text('provider'), '--x');
});

test('what is required or too much is told', () => {
  assert.throws(() => readArguments(command, ['7']), usageError('Falta a opção --provider.'));
  assert.throws(() => readArguments(command, ['--provider=A']), usageError('Falta o argumento ID.'));
  assert.throws(() => readArguments(command, ['7', '8', '--provider=A']), usageError('Argumento a mais: 8'));
});

test('help is given whatever else is missing', () => {
  assert.equal(readArguments(command, ['--help']).flag('help'), true);
  assert.equal(readArguments(command, ['-h']).flag('help'), true);
});

test('an argument that may be left out is read when it is there', () => {
  const lenient: Command = { ...command, options: {}, optionalPositional: 'MAIS' };
  assert.equal(readArguments(lenient, ['7']).optionalPositional('MAIS'), undefined);
  assert.equal(readArguments(lenient, ['7', '8']).optionalPositional('MAIS'), '8');
  assert.throws(() => readArguments(lenient, []), usageError('Falta o argumento ID.'));
  assert.throws(() => readArguments(lenient, ['7', '8', '9']), usageError('Argumento a mais: 9'));
});
