import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADD, openTestLine } from '../test-line.ts';

const KEY = 'chave-muito-secreta';
const AT = ['--person', '3', '--provider', 'rede'];
const GOOD = ['--setting', 'pv=12345678', '--setting', `key=${KEY}`];

const typed = (settings: readonly string[]) => settings.flatMap((setting) => ['--setting', setting]);

test('an account is added, changed in place, listed without settings and removed', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const at = ['--person', String(id), '--provider', 'rede'];
  assert.deepEqual(await line.json(['acquirer', 'add', ...at, ...GOOD, '--default']), {
    personId: id,
    provider: 'REDE',
    default: true,
  });
  const set = await line.run(['acquirer', 'set', ...at, '--setting', 'key=outra-chave-secreta']);
  assert.match(set.out, /key trocado/);
  assert.ok(!set.out.includes('outra-chave'));
  assert.ok(!(await line.run(['acquirer', 'list'])).out.includes('12345678'));
  assert.equal((await line.run(['acquirer', 'remove', ...at])).code, 0);
  assert.deepEqual(await line.json(['acquirer', 'list']), { accounts: [] });
  assert.equal((await line.run(['acquirer', 'set', ...at, '--setting', 'key=x'])).code, 1);
  assert.equal((await line.run(['acquirer', 'add', ...at, ...GOOD])).code, 0);
});

test('settings that cannot be are named, with those that there are, and never repeated', async (context) => {
  const line = await openTestLine(context);
  for (const [settings, fault] of [
    [[], /^O ajuste pv é obrigatório\./],
    [[`key=${KEY}`], /^O ajuste pv é obrigatório\./],
    [['pv=012', `key=${KEY}`], /^O ajuste pv deve ter só algarismos/],
    [['pv=12', `key=${KEY} e mais`], /^O ajuste key deve ter/],
    [['pv=12', `kei=${KEY}`], /^O ajuste kei não existe em REDE\.\nVocê quis dizer key\?/],
    [['pv=12', `key=${KEY}`, 'auth=digest'], /^O ajuste auth deve ser oauth ou basic/],
  ] as const) {
    const said = await line.run(['acquirer', 'add', ...AT, ...typed(settings)]);
    assert.equal(said.code, 2);
    assert.match(said.error, fault);
    assert.match(said.error, /Ajustes de REDE:\n {2}pv .*\n {2}key /);
    assert.ok(!said.error.includes(KEY));
  }
  const twice = await line.run(['acquirer', 'add', ...AT, ...GOOD, '--setting', 'key=de-novo']);
  assert.match(twice.error, /^O ajuste key foi dado duas vezes/);
});

test('a key comes from standard input or a file too, and is as good as one that was typed', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const at = ['--person', String(id), '--provider', 'rede'];
  line.typeIn(`${KEY}\n`);
  await line.json(['acquirer', 'add', ...at, ...typed(['pv=12345678', 'key=@-'])]);
  const file = join(line.config.dataDir, 'chave');
  await writeFile(file, 'chave-que-tem um espaço\n');
  const bad = await line.run(['acquirer', 'set', ...at, ...typed([`key=@${file}`])]);
  assert.equal(bad.code, 2, 'what the file holds is what is checked');
  assert.match(bad.error, /^O ajuste key deve ter/);
  await writeFile(file, `${KEY}\n`);
  assert.deepEqual((await line.json(['acquirer', 'set', ...at, ...typed([`key=@${file}`])])).changed, [
    'key',
  ]);
  for (const source of ['@', '@/nao/existe', `@${line.config.dataDir}`]) {
    const missing = await line.run(['acquirer', 'set', ...at, ...typed([`key=${source}`])]);
    assert.equal(missing.code, 2);
    assert.match(missing.error, /^O arquivo de um ajuste não pôde ser lido/);
    assert.ok(!missing.error.includes('existe'));
  }
  line.typeIn('');
  assert.equal((await line.run(['acquirer', 'set', ...at, ...typed(['key=@-'])])).code, 2);
});

test('whose account it is does not change in place', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const at = ['--person', String(id), '--provider', 'REDE'];
  await line.json(['acquirer', 'add', ...at, ...GOOD]);
  const other = await line.run(['acquirer', 'set', ...at, '--setting', 'pv=87654321']);
  assert.equal(other.code, 2);
  assert.match(other.error, /^O ajuste pv diz de quem é a conta/);
  assert.equal((await line.run(['acquirer', 'set', ...at, '--setting', 'pv=12345678'])).code, 0);
});

test('the help lists the settings', async (context) => {
  const line = await openTestLine(context);
  for (const command of ['add', 'set']) {
    assert.match(
      (await line.run(['acquirer', command, '--help'])).out,
      /Ajustes de REDE:.*softDescriptor.*CHAVE=@-/s,
    );
  }
});

test('an acquirer without a connector accepts any settings, only for the simulator', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const account = ['--person', String(id), '--provider', 'GETNET', '--setting', 'qualquer=1'];
  assert.equal((await line.run(['acquirer', 'add', ...account])).code, 0);
});
