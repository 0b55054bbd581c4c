import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../platform/database/index.ts';
import { ADD, COMMANDS, openTestLine } from '../test-line.ts';
import type { Command } from './command.ts';
import type { CommandLine } from './run-command.ts';

test('what is refused exits with 1 and says why in Portuguese', async (context) => {
  const { run } = await openTestLine(context);
  const unknown = await run(['person', 'activate', '9']);
  assert.deepEqual(unknown, { code: 1, out: '', error: 'Pessoa não encontrada.\n' });
  await run(ADD);
  await run(ADD);
  await run(['person', 'activate', '1']);
  const twin = await run(['person', 'activate', '2']);
  assert.deepEqual(
    [twin.code, twin.error],
    [1, 'Já existe uma pessoa ativa, ou desativada, com o mesmo CPF ou CNPJ.\n'],
  );
});

test('an unknown command or option exits with 2 and a hint, and opens no database', async (context) => {
  const { run, openedTimes } = await openTestLine(context);
  const cases: [string[], RegExp][] = [
    [['persn', 'add'], /Comando desconhecido: persn add\nVocê quis dizer person add\?/],
    [['person', 'zzzzzz', '1'], /Comando desconhecido: person zzzzzz\nHá: person add, person list/],
    [['refund'], /Comando desconhecido: refund\nguiche --help/],
    [['person'], /Falta dizer o que fazer com person\.\nHá: person add/],
    [[], /Falta o comando\.\nguiche --help/],
    [
      ['person', 'list', '--statu', 'active'],
      /Opção desconhecida: --statu\nVocê quis dizer --status\?\nUso: guiche person list/,
    ],
    [['person', 'remove', '1'], /Argumento a mais: 1/],
  ];
  for (const [argv, hint] of cases) {
    const said = await run(argv);
    assert.deepEqual([said.code, said.out], [2, ''], argv.join(' '));
    assert.match(said.error, hint);
  }
  assert.equal(openedTimes(), 0);
});

test('under --json a fault is an object too, with a code for programs', async (context) => {
  const { run } = await openTestLine(context);
  for (const [argv, code, message] of [
    [['person', 'activate', '9', '--json'], 'person_unknown', 'Pessoa não encontrada.'],
    [['person', 'list', '--json', '--statu', 'active'], 'usage', 'Opção desconhecida: --statu'],
  ] as const) {
    const { out, error } = await run(argv);
    const said = JSON.parse(out) as { error: { code: string; message: string; advice: readonly string[] } };
    assert.deepEqual([said.error.code, said.error.message], [code, message]);
    assert.equal(error, `${[message, ...said.error.advice].join('\n')}\n`);
  }
});

test('the version is told without opening a database', async (context) => {
  const { run, openedTimes } = await openTestLine(context);
  const said = await run(['--version'], { version: 'guiche 1.2.3' });
  assert.deepEqual(said, { code: 0, out: 'guiche 1.2.3\n', error: '' });
  assert.equal(openedTimes(), 0);
});

test('a value that cannot be read exits with 2 before the rooms are opened', async (context) => {
  const { run } = await openTestLine(context);
  assert.match((await run(['person', 'activate', 'um'])).error, /^ID deve ser um número inteiro/);
  assert.equal((await run(['person', 'activate', '0'])).code, 2);
  const role = await run([...ADD.slice(0, -1), 'admin']);
  assert.equal(role.code, 2);
  assert.match(role.error, /--role deve ser seller, integrator ou operator, não "admin"\./);
});

test('help names every command, a group, or the options of one', async (context) => {
  const { run, openedTimes } = await openTestLine(context);
  for (const argv of [['--help'], ['-h'], ['help']]) {
    const { code, out } = await run(argv, { helpFooter: 'Ajustes: GUICHE_MODE' });
    assert.equal(code, 0);
    for (const command of COMMANDS) assert.ok(out.includes(`  ${command.name} `), command.name);
    assert.match(out, /Ajustes: GUICHE_MODE\n$/);
    assert.match(out, /\nPessoas e chaves:\n {2}person add /);
  }
  const group = await run(['credential', '--help']);
  assert.match(group.out, / {2}credential revoke /);
  assert.doesNotMatch(group.out, / {2}person /);
  for (const command of COMMANDS) {
    const { code, out } = await run([...command.name.split(' '), '--help']);
    assert.equal(code, 0);
    for (const option of [...Object.keys(command.options), 'json', 'help'])
      assert.ok(out.includes(`--${option}`));
  }
  assert.equal(openedTimes(), 0);
});

test('without a name the default command runs, with its options', async (context) => {
  const { run } = await openTestLine(context);
  const seen: string[] = [];
  const serve: Command = {
    name: 'serve',
    summary: 'atende',
    options: { once: { summary: 'uma vez', value: 'N' } },
    run: async (_context, args) => {
      seen.push(args.optionalText('once') ?? 'none');
      return undefined;
    },
  };
  const line = { commands: [serve, ...COMMANDS], defaultCommand: 'serve' };
  assert.deepEqual(await run([], line), { code: 0, out: '', error: '' });
  assert.deepEqual(await run(['--once', '3'], line), { code: 0, out: '', error: '' });
  assert.deepEqual(seen, ['none', '3']);
  assert.equal((await run(['--onec', '3'], line)).code, 2);
});

test('JSON is the same to a program, and commands no terminal', async (context) => {
  const { run } = await openTestLine(context);
  const record = { referenceId: 'a\u001b[2J\u009b31m\u2028\u202eç "b"' };
  const show: Command = {
    name: 'show',
    summary: 'mostra',
    options: {},
    run: async () => ({ record, text: '' }),
  };
  const { out } = await run(['show', '--json'], { commands: [show] });
  assert.deepEqual(JSON.parse(out), record);
  assert.doesNotMatch(out.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  assert.match(out, /ç/);
});

test('a database that is away exits with 1; a fault of ours is thrown; the context is closed in any case', async (context) => {
  const { config, run } = await openTestLine(context);
  let closed = 0;
  const failing = (error: Error): Partial<CommandLine> => ({
    openContext: async () => ({
      config,
      timeZone: 'UTC',
      rooms: () => Promise.reject(error),
      looseFiles: [],
      readInput: async () => '',
      readAll: async () => '',
      close: async () => {
        closed += 1;
      },
    }),
  });
  const away = await run(['person', 'list'], failing(new DatabaseUnavailable(undefined)));
  assert.deepEqual([away.code, away.out], [1, '']);
  assert.match(away.error, /banco de dados não responde/);
  await assert.rejects(run(['person', 'list'], failing(new TypeError('a bug'))), /a bug/);
  assert.equal(closed, 2);
});
