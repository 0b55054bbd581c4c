import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import {
  type Environment,
  type Finished,
  killStarted,
  runGuicheProcess,
  startService,
} from '../support/service-process.ts';

/** Settings with invalid values. */
const BAD_VALUES: Readonly<Record<string, readonly string[]>> = {
  GUICHE_MODE: ['SANDBOX'],
  GUICHE_HOST: ['203.0.113.1', 'nenhum-lugar.invalid'],
  GUICHE_PORT: ['65536', '80.5'],
  GUICHE_PUBLIC_URL: ['loja.example', 'https://ana:senha@loja.example'],
  GUICHE_DATA_DIR: ['/dev/null', '/dev/null/dados'],
  GUICHE_DATABASE_URL: ['mysql://localhost/guiche'],
  GUICHE_MASTER_KEY: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  GUICHE_TRUSTED_PROXIES: ['10.0.0.0/33', '10.0.0.1;10.0.0.2'],
  GUICHE_METRICS_TOKEN: ['com espaço no meio do token'],
  GUICHE_DOCS: ['não'],
  GUICHE_TIME_ZONE: ['Brasil'],
  GUICHE_CHECK_DOCUMENTS: ['true'],
  GUICHE_SIM_TIME_SCALE: ['0'],
  GUICHE_SIM_FAULTS: ['lost', 'lost=0.6,slow=0.6'],
  GUICHE_PROT: ['8080'],
};

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

describe('a start in a bad environment', () => {
  let place: DatabasePlace;

  before(async () => {
    place = await newDatabasePlace('sqlite');
  });
  after(async () => {
    killStarted();
    await place?.remove();
  });

  const refused = (finished: Finished): string => {
    const { code, out, error } = finished;
    assert.deepEqual([code, out], [1, ''], error);
    assert.match(error, /^[^\n]+\n$/, `one line: ${error}`);
    return error;
  };
  const refusedLine = async (environment: Environment, words = ['serve']): Promise<string> => {
    const before = STOP_SIGNALS.map((signal) => process.listeners(signal));
    const finished = await runGuiche(place, words, { GUICHE_PORT: '0', ...environment });
    // A start that got that far listens to them until its process ends.
    for (const [index, signal] of STOP_SIGNALS.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[index]?.includes(listener)) process.off(signal, listener);
      }
    }
    return refused(finished);
  };
  const refusedProcess = async (environment: Environment): Promise<string> =>
    refused(await runGuicheProcess(place, ['serve'], { GUICHE_PORT: '0', ...environment }));

  for (const [setting, values] of Object.entries(BAD_VALUES)) {
    test(`${setting} with a bad value stops it with one line that names it`, async () => {
      for (const value of values) {
        const line = await refusedLine({ [setting]: value });
        assert.ok(line.startsWith(`${setting}: `), line);
        assert.doesNotMatch(line, /\bat .*:\d+:\d+|node:/);
      }
    });
  }

  test('commands check the environment too', async () => {
    const line = await refusedLine({ GUICHE_TIMEZONE: 'America/Recife' }, ['person', 'list']);
    assert.match(line, /^GUICHE_TIMEZONE: .*guiche --help/);
  });

  test('secrets of the environment are not repeated', async () => {
    const url = 'postgres://guiche:senha-do-banco@127.0.0.1:1/guiche';
    assert.doesNotMatch(await refusedProcess({ GUICHE_DATABASE_URL: url }), /senha-do-banco/);
    assert.doesNotMatch(await refusedLine({ GUICHE_MASTER_KEY: 'quase-uma-chave' }), /quase-uma-chave/);
  });

  test('a database that is unavailable stops it with one line that names the setting', async () => {
    const away = { GUICHE_DATABASE_URL: 'postgres://guiche@127.0.0.1:1/guiche' };
    assert.match(await refusedLine(away), /^GUICHE_DATABASE_URL: ninguém responde nesse endereço e porta/);
    const unknown = { GUICHE_DATABASE_URL: 'postgres://guiche@nenhum-lugar.invalid/guiche' };
    assert.match(await refusedLine(unknown), /^GUICHE_DATABASE_URL: não se conhece endereço/);
  });

  test('a command without the settings of the service says where it looked, and creates nothing', async (context) => {
    const empty = await newDatabasePlace('sqlite');
    context.after(empty.remove);
    const elsewhere = { GUICHE_DATA_DIR: join(empty.dataDir, 'outra') };
    const line = await refusedLine(elsewhere, ['person', 'list']);
    assert.match(
      line,
      /^GUICHE_DATA_DIR: não há banco do Guichê \(sandbox, SQLite em \S+\/outra\/guiche\.sqlite\)/,
    );
    assert.deepEqual(await readdir(empty.dataDir), []);
  });

  test('a command that finds an empty database on a server says so and creates nothing', async (context) => {
    const real = await newDatabasePlace('postgres');
    context.after(real.remove);
    const settings = {
      GUICHE_DATABASE_URL: real.url ?? '',
      GUICHE_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    assert.match(
      await refusedLine(settings, ['person', 'list']),
      /^GUICHE_DATABASE_URL: não há banco do Guichê/,
    );
    assert.match(
      await refusedLine(settings, ['person', 'list']),
      /^GUICHE_DATABASE_URL: não há banco do Guichê/,
    );
  });

  test('a user that the database refuses, an unknown database and a server without TLS stop it with one line', async (context) => {
    const real = await newDatabasePlace('postgres');
    context.after(real.remove);
    const stranger = new URL(real.url ?? '');
    stranger.username = 'estranho';
    const nowhere = new URL(real.url ?? '');
    nowhere.pathname = '/nenhum';
    const unencrypted = new URL(real.url ?? '');
    unencrypted.searchParams.set('sslmode', 'verify-full');
    for (const [{ href }, reason] of [
      [stranger, /recusou o usuário ou a senha/],
      [nowhere, /não há banco com esse nome/],
      [unencrypted, /não oferece TLS/],
    ] as const) {
      const line = await refusedLine({ GUICHE_DATABASE_URL: href });
      assert.match(line, /^GUICHE_DATABASE_URL: /);
      assert.match(line, reason);
    }
  });

  test('a file that is not a database stops it with one line', async (context) => {
    const spoiled = await newDatabasePlace('sqlite');
    context.after(spoiled.remove);
    await writeFile(join(spoiled.dataDir, 'guiche.sqlite'), 'isto não é um banco de dados\n'.repeat(100));
    assert.match(await refusedLine({ GUICHE_DATA_DIR: spoiled.dataDir }), /^GUICHE_DATA_DIR: /);
  });

  test('a port in use stops it with one line that names the setting', async (context) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    context.after(() => other.close());
    const address = other.address();
    assert.ok(typeof address === 'object' && address !== null);
    assert.match(await refusedProcess({ GUICHE_PORT: String(address.port) }), /^GUICHE_PORT: /);
  });

  test('after all these failures the folder still starts; then another master key stops a command with one line', async () => {
    const service = await startService(place);
    assert.equal((await service.end('SIGINT')).code, 0);
    const other = randomBytes(32).toString('base64');
    const line = await refusedLine({ GUICHE_MASTER_KEY: other }, ['person', 'list']);
    assert.match(
      line,
      /^GUICHE_MASTER_KEY: a chave de dados \S+ foi selada sob uma chave mestra que não está em/,
    );
    assert.ok(!line.includes(other));
    assert.equal((await runGuiche(place, ['person', 'list'])).code, 0, 'its own key still opens it');
  });
});
