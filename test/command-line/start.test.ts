import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePlace, ENGINES, newDatabasePlace } from '../support/databases.ts';
import { createClient } from '../support/http-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import {
  killStarted,
  runGuicheProcess,
  type ServiceProcess,
  startService,
  THROUGH_NPM,
} from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

const POLL_MS = 20;
/** Less than the compiled code of a service takes. */
const BYTES_OF_A_SERVICE = 1_000_000;

for (const engine of ENGINES) {
  describe(`a start on ${engine}`, () => {
    let place: DatabasePlace;

    before(async () => {
      place = await newDatabasePlace(engine);
    });
    after(async () => {
      killStarted();
      await place?.remove();
    });

    const ask = async ({ address }: ServiceProcess, path: string) => {
      const client = createClient(address);
      const answer = await client.send({ path });
      client.close();
      return answer.status;
    };

    test('prints its address on an empty database and on a used one, and then serves at once', async () => {
      for (const turn of ['first', 'second']) {
        const service = await startService(place);
        assert.match(service.output(), /^Guichê \(sandbox\) escuta em http:\/\/127\.0\.0\.1:\d+\n/);
        assert.equal(await ask(service, '/health/ready'), 200);
        // The banner shows the demo accounts once.
        assert.equal(service.output().includes('Contas de demonstração'), turn === 'first');
        const { code, out } = await service.end('SIGTERM');
        assert.equal(code, 0);
        assert.equal(out.split('\n').filter((line) => line.includes('escuta em')).length, 1);
      }
    });
  });
}

test('a sandbox that others may reach warns at its start, and one of this machine alone does not', async (context) => {
  const place = await newStartedPlace('sqlite');
  context.after(async () => {
    killStarted();
    await place.remove();
  });
  const WARNING = 'others may reach this sandbox';
  const exposed = await startService(place, { GUICHE_PUBLIC_URL: 'http://teste.loja.example' });
  await until('it warns', () => exposed.log().includes(WARNING));
  const line =
    exposed
      .log()
      .split('\n')
      .find((one) => one.includes(WARNING)) ?? '';
  assert.match(
    line,
    /"level":"warn".*GUICHE_PUBLIC_URL=http:\/\/teste\.loja\.example.*GUICHE_MODE=production/,
  );
  await exposed.end('SIGTERM');
  const own = await startService(place);
  const { error } = await own.end('SIGTERM');
  assert.equal(error.includes(WARNING), false);
});

test('a service that is killed has kept its compiled code, so that the next start is quick', async (context) => {
  const place = await newStartedPlace('sqlite');
  const cache = await mkdtemp(join(tmpdir(), 'guiche-compiled-'));
  context.after(async () => {
    killStarted();
    await place.remove();
    await rm(cache, { recursive: true });
  });
  const service = await startService(place, { NODE_COMPILE_CACHE: cache });
  await until('its compiled code is kept', async () => (await bytesIn(cache)) > BYTES_OF_A_SERVICE);
  await service.end('SIGKILL');
});

test('a start on a port that is taken says which, and what to do', async (context) => {
  const place = await newStartedPlace('sqlite');
  context.after(async () => {
    killStarted();
    await place.remove();
  });
  const other = createServer().listen(0, '127.0.0.1');
  context.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, error } = await runGuicheProcess(place, ['serve'], { GUICHE_PORT: `${port}` });
  assert.equal(code, 1);
  assert.equal(
    error,
    `GUICHE_PORT: outro programa já escuta na porta ${port}: encerre-o, ou escolha outra, como GUICHE_PORT=8081\n`,
  );
});

describe('a start through npm', () => {
  let place: DatabasePlace;
  let service: ServiceProcess;

  before(async () => {
    place = await newDatabasePlace('sqlite');
    service = await startService(place, {}, THROUGH_NPM);
  });
  after(async () => {
    killStarted();
    await service?.finished;
    await place?.remove();
  });

  test('prints a sale to paste, and it works', async () => {
    const body = /-d '(\{.*\})'/.exec(service.output())?.[1];
    assert.ok(body, service.output());
    const client = createClient(service.address);
    const answer = await client.send(saleCall(JSON.parse(body)));
    client.close();
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.json() as { status: number }).status, 6);
  });

  test('keeps the key that it made for itself', async () => {
    assert.equal((await stat(join(place.dataDir, 'master-key'))).mode & 0o777, 0o600);
  });

  test('stops when npm is told to stop', async () => {
    await service.end('SIGTERM');
    const client = createClient(service.address);
    // Where npm's shell does not pass the signal on, the service finds out by itself.
    while (await client.send({ path: '/health/live' }).catch(() => undefined)) await sleep(POLL_MS);
    client.close();
  });
});

/** Without files that are gone meanwhile: a program writes one under another name, and renames it. */
async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
