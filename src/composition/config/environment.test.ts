import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { readCheckedEnvironment, readEnvironment } from './environment.ts';

function folderWith(context: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-environment-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the settings of a process', () => {
  test('are those of the environment where there is no file', (context) => {
    const folder = folderWith(context, {});
    assert.deepEqual(readEnvironment({ PATH: '/bin', GUICHE_PORT: '1' }, folder), {
      PATH: '/bin',
      GUICHE_PORT: '1',
    });
  });

  test('come from guiche.env in the working folder, and the environment wins', (context) => {
    const text =
      '# porta\nGUICHE_PORT=8081\nexport GUICHE_MODE="sandbox" # comentário\nGUICHE_HOST=\'0.0.0.0\'\nOTEL_SERVICE_NAME=loja\n';
    const folder = folderWith(context, { 'guiche.env': text });
    assert.deepEqual(readEnvironment({ GUICHE_PORT: '9000' }, folder), {
      GUICHE_PORT: '9000',
      GUICHE_MODE: 'sandbox',
      GUICHE_HOST: '0.0.0.0',
      OTEL_SERVICE_NAME: 'loja',
    });
  });

  test('are refused in production from a file that others may write', (context) => {
    const folder = folderWith(context, { 'guiche.env': 'GUICHE_MODE=production', key: 'x' });
    const read = () => readEnvironment({ GUICHE_MASTER_KEY_FILE: 'key' }, folder);
    for (const name of ['guiche.env', 'key']) chmodSync(join(folder, name), 0o640);
    assert.equal(read().GUICHE_MASTER_KEY, 'x');
    for (const [name, setting] of [
      ['guiche.env', 'GUICHE_CONFIG'],
      ['key', 'GUICHE_MASTER_KEY_FILE'],
    ] as const) {
      for (const mode of [0o666, 0o660, 0o602]) {
        chmodSync(join(folder, name), mode);
        assert.throws(read, new RegExp(`${setting}.*pode ser escrito por outros usuários.*chmod 640`));
      }
      chmodSync(join(folder, name), 0o400);
      assert.equal(read().GUICHE_MASTER_KEY, 'x');
    }
    chmodSync(join(folder, 'key'), 0o666);
    writeFileSync(join(folder, 'guiche.env.sandbox'), 'GUICHE_MODE=sandbox');
    const sandbox = { GUICHE_CONFIG: 'guiche.env.sandbox', GUICHE_MASTER_KEY_FILE: 'key' };
    assert.equal(readEnvironment(sandbox, folder).GUICHE_MASTER_KEY, 'x');
    chmodSync(join(folder, 'guiche.env.sandbox'), 0o640);
    const path = join(folder, 'key');
    const why = 'pode ser escrito por outros usuários';
    assert.deepEqual(readCheckedEnvironment(sandbox, folder).looseFiles, [
      { setting: 'GUICHE_MASTER_KEY_FILE', path, why },
    ]);
  });

  test('come from the file that GUICHE_CONFIG names, in place of guiche.env', (context) => {
    const folder = folderWith(context, { 'guiche.env': 'GUICHE_PORT=1', 'loja.env': 'GUICHE_PORT=2' });
    assert.deepEqual(readEnvironment({ GUICHE_CONFIG: 'loja.env' }, folder), { GUICHE_PORT: '2' });
    assert.deepEqual(readEnvironment({ GUICHE_CONFIG: join(folder, 'loja.env') }, '/'), { GUICHE_PORT: '2' });
  });

  test('take secrets from files of their own, named in the environment or in the file', (context) => {
    const folder = folderWith(context, {
      'guiche.env': 'GUICHE_METRICS_TOKEN_FILE=token',
      token: 'a-token-of-twenty-chars\n',
      url: ' postgres://guiche@localhost/guiche \n',
    });
    assert.deepEqual(readEnvironment({ GUICHE_DATABASE_URL_FILE: 'url' }, folder), {
      GUICHE_METRICS_TOKEN: 'a-token-of-twenty-chars',
      GUICHE_DATABASE_URL: 'postgres://guiche@localhost/guiche',
    });
  });

  test('are refused when a line of the file is no setting, with its number and without its text', (context) => {
    const quoted = 'GUICHE_MASTER_KEY="a\nb"\n\n  # comentário\n';
    const refusals: readonly (readonly [string, number])[] = [
      ['GUICHE_MODE production', 1],
      ['GUICHE_PORT=1\nsegredo\n', 2],
      [`${quoted}GUICHE_PUBLIC_URL: https://pagar.test`, 5],
    ];
    for (const [text, line] of refusals) {
      const folder = folderWith(context, { 'guiche.env': text });
      assert.throws(() => readEnvironment({}, folder), {
        message: `GUICHE_CONFIG: guiche.env, linha ${line}: deve ser NOME=valor`,
      });
    }
    const folder = folderWith(context, { 'guiche.env': `${quoted}\r\nGUICHE_PORT=1\r\n` });
    assert.equal(readEnvironment({}, folder).GUICHE_PORT, '1');
  });

  test('are refused when a file is missing, is a folder, is too large, or holds what it should not', (context) => {
    const folder = folderWith(context, { large: 'x'.repeat(70_000), 'other.env': 'PATH=/tmp' });
    mkdirSync(join(folder, 'sub'));
    const refused = (environment: NodeJS.ProcessEnv, message: RegExp) =>
      assert.throws(() => readEnvironment(environment, folder), { name: 'ConfigError', message });
    refused({ GUICHE_CONFIG: 'none.env' }, /^GUICHE_CONFIG: .*none\.env não pôde ser lido: não existe$/);
    refused({ GUICHE_CONFIG: 'sub' }, /^GUICHE_CONFIG: .*sub não pôde ser lido/);
    refused({ GUICHE_CONFIG: 'large' }, /tem mais de 64 KiB/);
    refused({ GUICHE_CONFIG: 'other.env' }, /other\.env tem PATH/);
    refused({ GUICHE_MASTER_KEY_FILE: 'none' }, /^GUICHE_MASTER_KEY_FILE: .*não existe$/);
  });

  test('are refused when a secret is given twice, and the message does not show it', (context) => {
    const folder = folderWith(context, { key: 'one-secret' });
    assert.throws(
      () => readEnvironment({ GUICHE_MASTER_KEY: 'another-secret', GUICHE_MASTER_KEY_FILE: 'key' }, folder),
      (error: Error) => /GUICHE_MASTER_KEY_FILE/.test(error.message) && !/secret/.test(error.message),
    );
  });
});
