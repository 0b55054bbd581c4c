import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { productionSettings } from '../support/production.ts';
import { serviceAt } from '../support/service.ts';
import {
  type Environment,
  type Finished,
  killStarted,
  runGuicheProcess,
} from '../support/service-process.ts';

const whole = productionSettings();

function without(name: string): Environment {
  const { [name]: _left, ...rest } = whole;
  return rest;
}

const base64Of = (...bytes: readonly number[]) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => bytes[index % bytes.length] ?? 0)).toString('base64');

/** Invalid settings, and the setting that the error line must name. */
const REFUSED: Readonly<Record<string, readonly [setting: string, environment: Environment]>> = {
  'no public address': ['GUICHE_PUBLIC_URL', without('GUICHE_PUBLIC_URL')],
  'an empty public address': ['GUICHE_PUBLIC_URL', { ...whole, GUICHE_PUBLIC_URL: ' ' }],
  'a public address without encryption': [
    'GUICHE_PUBLIC_URL',
    { ...whole, GUICHE_PUBLIC_URL: 'http://pagamentos.example' },
  ],
  'a public address that is none': [
    'GUICHE_PUBLIC_URL',
    { ...whole, GUICHE_PUBLIC_URL: 'pagamentos.example' },
  ],
  'no master key': ['GUICHE_MASTER_KEY', without('GUICHE_MASTER_KEY')],
  'a master key that is no base64': ['GUICHE_MASTER_KEY', { ...whole, GUICHE_MASTER_KEY: '*'.repeat(44) }],
  'a master key that is too short': [
    'GUICHE_MASTER_KEY',
    { ...whole, GUICHE_MASTER_KEY: base64Of(1).slice(0, 24) },
  ],
  'a master key of zeros': ['GUICHE_MASTER_KEY', { ...whole, GUICHE_MASTER_KEY: base64Of(0) }],
  'a master key of one repeated byte': ['GUICHE_MASTER_KEY', { ...whole, GUICHE_MASTER_KEY: base64Of(0xa7) }],
  'a master key of a repeated word': [
    'GUICHE_MASTER_KEY',
    { ...whole, GUICHE_MASTER_KEY: base64Of(1, 2, 3, 4) },
  ],
  'a weak key for rotation beside a good one': [
    'GUICHE_MASTER_KEY',
    { ...whole, GUICHE_MASTER_KEY: `${whole.GUICHE_MASTER_KEY},${base64Of(0)}` },
  ],
  'a simulator that waits less': ['GUICHE_SIM_TIME_SCALE', { ...whole, GUICHE_SIM_TIME_SCALE: '10' }],
  'a simulator that errs': ['GUICHE_SIM_FAULTS', { ...whole, GUICHE_SIM_FAULTS: 'lost=0.1' }],
  'a short metrics token': ['GUICHE_METRICS_TOKEN', { ...whole, GUICHE_METRICS_TOKEN: '123' }],
  'a mode that there is not': ['GUICHE_MODE', { ...whole, GUICHE_MODE: 'Production' }],
};

function assertOneLine({ code, out, error }: Finished, setting: string): void {
  assert.notEqual(code, 0);
  assert.notEqual(code, null, 'it was still running');
  assert.equal(out, '');
  assert.match(error, /^[^\n]+\n$/, 'one line');
  assert.ok(error.startsWith(`${setting}: `), error);
}

async function startAndStop(place: DatabasePlace, settings: Environment = {}): Promise<void> {
  const service = serviceAt(async () => place, settings);
  await service.start();
  await service.stop();
}

describe('a start in production', () => {
  after(killStarted);

  for (const [wrong, [setting, environment]] of Object.entries(REFUSED)) {
    test(`with ${wrong} is refused and creates no file`, async (context) => {
      const place = await newDatabasePlace('sqlite');
      context.after(place.remove);
      const finished = await runGuiche(place, ['serve'], { ...environment, GUICHE_PORT: '0' });
      assertOneLine(finished, setting);
      const key = whole.GUICHE_MASTER_KEY ?? '';
      assert.ok(!finished.error.includes(key), 'the key is not repeated');
      assert.deepEqual(await readdir(place.dataDir), []);
    });
  }

  for (const engine of SQLITE_BY_DAY) {
    test(`a database of one mode is refused in the other (${engine})`, async (context) => {
      const [sandbox, production] = await Promise.all([newDatabasePlace(engine), newDatabasePlace(engine)]);
      context.after(() => Promise.all([sandbox.remove(), production.remove()]));
      await startAndStop(sandbox);
      await startAndStop(production, whole);

      const serve = await runGuicheProcess(sandbox, ['serve'], { ...whole, GUICHE_PORT: '0' });
      assertOneLine(serve, 'GUICHE_MODE');
      await assert.rejects(startAndStop(production), /GUICHE_MODE: /);
      // Commands open the same database and must not mix the modes either.
      assertOneLine(await runGuiche(production, ['person', 'list']), 'GUICHE_MODE');

      await startAndStop(production, whole);
    });

    test(`a master key other than that of the database is refused (${engine})`, async (context) => {
      const place = await newDatabasePlace(engine);
      context.after(place.remove);
      await startAndStop(place, whole);
      const { GUICHE_MASTER_KEY = '' } = productionSettings();
      await assert.rejects(startAndStop(place, { ...whole, GUICHE_MASTER_KEY }), /GUICHE_MASTER_KEY: /);

      const rotated = `${GUICHE_MASTER_KEY},${whole.GUICHE_MASTER_KEY}`;
      await startAndStop(place, { ...whole, GUICHE_MASTER_KEY: rotated });
    });
  }
});
