import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../crash/load.ts';
import { runGuiche } from '../support/command-line.ts';
import type { DatabasePlace } from '../support/databases.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, cardHashOf, VISA } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { requestPublicKey, sellThrough } from '../support/sale-calls.ts';
import {
  killStarted,
  runGuicheProcess,
  type ServiceProcess,
  startService,
} from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';

interface Finding {
  readonly title: string;
  readonly state: string;
  readonly text: string;
}

const CONNECTIONS = 10;
const OWNER_ONLY = 0o600;
const withoutMounts =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status !== 0 &&
  'this machine lets its users mount nothing, so that no small disk can be made';

describe('a backup of the embedded database', () => {
  let place: DatabasePlace;
  let folder: string;
  let service: ServiceProcess;
  before(async () => {
    place = await newStartedPlace('sqlite');
    folder = await mkdtemp(join(tmpdir(), 'guiche-test-'));
    service = await startService(place);
  });
  after(async () => {
    killStarted();
    await place.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('made during sales has everything answered before, and can be served', async (context) => {
    const target = join(folder, 'copy');
    const client = createClient(service.address);
    context.after(() => client.close());
    const publicKey = await requestPublicKey(client);
    const refunded = await soldAndRefunded(client);
    const load = startLoad(service.address, { connections: CONNECTIONS, name: 'b', cards: [VISA] });
    while (load.answered.length < 50) await sleep(5);
    const before = [...load.answered];

    const copied = await runGuicheProcess(place, ['backup', '--to', target, '--json']);
    const after = load.answered.length;
    await load.stop();
    assert.equal(copied.code, 0, copied.error);
    assert.ok(after > before.length, 'nothing was sold meanwhile');
    assert.deepEqual((await readdir(target)).filter((name) => !name.startsWith('guiche.sqlite-')).sort(), [
      'guiche.sqlite',
      'master-key',
    ]);
    assert.equal((await stat(join(target, 'guiche.sqlite'))).mode & 0o777, OWNER_ONLY);

    await isVerified(target);
    const restored = await startService({ ...place, dataDir: target });
    const there = createClient(restored.address);
    context.after(() => there.close());
    for (const { transactionId, status } of before) {
      const found = await there.send({ path: `/v1/transactions/${transactionId}`, headers: API_PAIR });
      assert.equal((found.json() as Fields).status, status);
    }
    const again = await there.send({ path: `/v1/transactions/${refunded.transactionId}`, headers: API_PAIR });
    assert.deepEqual(again.json(), refunded);
    const byHash = await sellThrough(there, { cardInfo: { cardHash: cardHashOf(publicKey) } });
    assert.equal(byHash.status, 201, byHash.text);
    await restored.end('SIGTERM');
  });

  const verify = async (target: string, more: Readonly<Record<string, string>> = {}) => {
    const { code, out } = await runGuiche(place, ['backup', 'verify', target, '--json'], more);
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: readonly Finding[] };
    assert.equal(code, ok ? 0 : 1);
    return (title: string) => findings.find((finding) => finding.title === title);
  };

  /** Looking at a copy must not change it. */
  async function isVerified(target: string): Promise<void> {
    const before = (await readdir(target)).sort();
    const found = await verify(target);
    for (const title of ['Arquivo', 'Integridade', 'Versão', 'Chave mestra', 'Auditoria', 'Fotos']) {
      assert.equal(found(title)?.state, 'good', title);
    }
    assert.match(found('Conteúdo')?.text ?? '', /^sandbox, \d+ pessoas, \d+ transações, a última de /);
    assert.deepEqual((await readdir(target)).sort(), before);
  }

  test('says that the disk of the copy is full', { skip: withoutMounts }, async () => {
    const target = join(folder, 'small');
    await mkdir(target);
    const mounted = `mount -t tmpfs -o size=100k tmpfs ${target} && exec "$@"`;
    const launcher = ['unshare', '-rm', 'sh', '-c', mounted, 'sh', process.execPath, 'bin/guiche.js'];
    const { code, out, error } = await runGuicheProcess(place, ['backup', '--to', target], {}, launcher);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.equal(
      error,
      `a cópia não coube: o disco de ${target} está cheio. Apague o que ficou ali e libere espaço\n`,
    );
  });

  test('is checked for damage, for the key that opens it and for what is missing', async () => {
    const target = join(folder, 'checked');
    assert.equal((await runGuiche(place, ['backup', '--to', target])).code, 0);
    const key = await readFile(join(target, 'master-key'));
    await writeFile(join(target, 'master-key'), `${randomBytes(32).toString('base64')}\n`);
    const other = { GUICHE_MASTER_KEY: randomBytes(32).toString('base64') };
    assert.equal((await verify(target, other))('Chave mestra')?.state, 'bad');
    await writeFile(join(target, 'master-key'), key);
    assert.equal((await verify(target, other))('Chave mestra')?.state, 'good', 'the one in the copy');

    const copy = join(target, 'guiche.sqlite');
    const bytes = await readFile(copy);
    const written = new DatabaseSync(copy);
    written.exec("insert into photos (id, person_id, bytes, created_at) values ('abcdef.jpg', 1, 1, 1)");
    written.exec("update audit set result = 'x' where seq = 1");
    written.close();
    const found = await verify(target);
    assert.match(found('Fotos')?.text ?? '', /^1 de 1 faltam, como abcdef\.jpg/);
    written.open();
    written.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'x')");
    written.close();
    assert.equal((await verify(target))('Versão')?.state, 'bad');

    await writeFile(copy, bytes.fill(0, 8_192, 40_960));
    assert.equal((await verify(target))('Integridade')?.state, 'bad');
    await writeFile(copy, 'no database');
    assert.equal((await verify(target))('Integridade')?.state, 'bad');
    await rm(copy);
    assert.match((await verify(target))('Arquivo')?.text ?? '', /^não há guiche\.sqlite/);
    assert.equal((await runGuiche(place, ['backup', 'verify', join(folder, 'none')])).code, 2);
  });

  test('is refused into a folder that não está vazia, and copies nothing', async () => {
    const target = join(folder, 'full');
    await runGuicheProcess(place, ['backup', '--to', target]);
    const files = await readdir(target);
    const refused = await runGuicheProcess(place, ['backup', '--to', target]);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /não está vazia/);
    assert.deepEqual(await readdir(target), files);
    const nowhere = await runGuiche(place, ['backup', '--to', '/proc/x/y']);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.error, /Nada foi copiado: \/proc\/x\/y não pôde ser criada/);
    const file = join(folder, 'file');
    await writeFile(file, '');
    assert.notEqual((await runGuicheProcess(place, ['backup', '--to', file])).code, 0);
  });

  test('is refused for PostgreSQL, which has its own tools', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const refused = await runGuicheProcess({ ...place, url }, ['backup', '--to', join(folder, 'other')]);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /PostgreSQL/);
  });
});

async function soldAndRefunded(client: ReturnType<typeof createClient>): Promise<Fields> {
  const { transactionId } = (await sellThrough(client)).json() as Fields;
  const voided = await client.send({
    method: 'PUT',
    path: `/v1/transactions/${transactionId}/void?amount=1`,
    headers: API_PAIR,
  });
  assert.equal(voided.status, 200, voided.text);
  return voided.json() as Fields;
}
