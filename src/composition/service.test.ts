import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../../test/support/databases.ts';
import { testKeyPair } from '../../test/support/key-pairs.ts';
import { TEST_PASSWORD_COST } from '../../test/support/password-cost.ts';
import { createLog } from '../platform/logs.ts';
import { loadConfig } from './config/config.ts';
import { MIGRATIONS } from './migrations.ts';
import { startService } from './service.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`the start of a service on ${engine}`, () => {
    test('goes on where the address cannot be left in the data folder, and says so', async (context) => {
      const { place, port } = await room(context, engine);
      await blockServedAddress(place);
      const lines: string[] = [];
      const service = await startService(configOf(place, port), {
        ...CHEAP,
        log: createLog({ write: (line) => lines.push(line) }),
      });
      assert.equal((await fetch(new URL('/health/ready', service.address))).status, 200);
      await service.close();
      assert.match(lines.join(''), /the address could not be left in the data folder/);
    });

    /** Each makes one step fail once the service listens. */
    const steps: Readonly<Record<string, (context: TestContext) => void>> = {
      'the line about it': () => {
        throw new Error('this step fails');
      },
      'the first job': (context) => {
        const fails = (): never => {
          throw new Error('this step fails');
        };
        const timers = context.mock.method(globalThis, 'setTimeout');
        timers.mock.mockImplementationOnce(fails as unknown as typeof setTimeout);
      },
    };
    for (const [step, fail] of Object.entries(steps)) {
      test(`closes all that it opened when ${step} fails after it listens`, async (context) => {
        const { place, port } = await room(context, engine);
        await blockServedAddress(place);
        const log = createLog({ write: () => undefined });
        log.warn = () => fail(context);
        await assert.rejects(startService(configOf(place, port), { ...CHEAP, log }), /this step fails/);
        context.mock.restoreAll();
        await assertNothingIsLeft(place, port);
      });
    }

    test('closes all that it opened when it cannot listen', async (context) => {
      const { place, port } = await room(context, engine);
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      await assert.rejects(startService(configOf(place, port), CHEAP), /EADDRINUSE/);
      await new Promise((resolve) => other.close(resolve));
      await assertNothingIsLeft(place, port);
    });
  });
}

const CHEAP = {
  log: createLog({ write: () => undefined }),
  passwordCost: TEST_PASSWORD_COST,
  generateKeyPair: testKeyPair,
};

async function room(context: TestContext, engine: (typeof SQLITE_BY_DAY)[number]) {
  const place = await newDatabasePlace(engine, MIGRATIONS);
  context.after(place.remove);
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const address = free.address();
  assert.ok(address && typeof address === 'object');
  await new Promise((resolve) => free.close(resolve));
  return { place, port: address.port };
}

function configOf({ dataDir, url }: DatabasePlace, port: number) {
  return loadConfig({
    GUICHE_PORT: String(port),
    GUICHE_DATA_DIR: dataDir,
    ...(url === undefined ? {} : { GUICHE_DATABASE_URL: url }),
  });
}

/** As a full disk does, whoever runs the test. */
async function blockServedAddress({ dataDir }: DatabasePlace): Promise<void> {
  await mkdir(join(dataDir, 'served-address', 'in-the-way'), { recursive: true });
}

/** The port is free and the database is served by nobody: the next start takes both. */
async function assertNothingIsLeft(place: DatabasePlace, port: number): Promise<void> {
  const next = await startService(configOf(place, port), CHEAP);
  const page = await (await fetch(new URL('/health/ready', next.address))).text();
  await next.close();
  assert.match(page, /ok|ready|true/);
}
