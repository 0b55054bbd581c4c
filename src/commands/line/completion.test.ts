import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Command } from './command.ts';
import { completionScript, SHELLS } from './completion.ts';

const run = promisify(execFile);
const command = (name: string, options: Command['options'] = {}): Command => ({
  name,
  summary: `faz o que '${name}' diz: sempre`,
  options,
  run: async () => undefined,
});
const COMMANDS = [
  command('serve'),
  command('person add', { document: { summary: 'CPF', value: 'N' }, name: { summary: 'nome', value: 'N' } }),
  command('person list'),
  command('backup', { to: { summary: 'pasta', value: 'PASTA' } }),
  command('backup verify'),
];

test('bash completes groups, commands and options', async () => {
  const script = completionScript('bash', COMMANDS);
  const completes = async (...words: readonly string[]) => {
    const typed = ['guiche', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _guiche; echo "\${COMPREPLY[*]}"`;
    const { stdout } = await run('bash', ['-c', `${script}\n${ask}`]);
    return stdout.trim();
  };
  assert.equal(await completes(''), 'serve backup person completion');
  assert.equal(await completes('person', ''), 'add list');
  assert.equal(await completes('person', 'a'), 'add');
  assert.equal(await completes('person', 'add', '--'), '--document --name --json --help');
  assert.equal(await completes('person', 'add', '--name', 'Ana Maria', '--d'), '--document');
  assert.equal(await completes('serve', ''), '--json --help');
  assert.equal(await completes('backup', ''), 'verify --to --json --help');
  assert.equal(await completes('backup', 'verify', ''), '--json --help');
});

for (const shell of SHELLS) {
  test(`${shell} reads its script`, async (t) => {
    const installed = await run(shell, ['-c', 'true']).then(
      () => true,
      () => false,
    );
    if (!installed) return t.skip(`${shell} is not installed`);
    await run(shell, ['-n', '-c', completionScript(shell, COMMANDS)]);
  });
}
