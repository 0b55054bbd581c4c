import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_PAIR, VISA } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { installedNodes, MAJOR_VERSIONS } from './installed-nodes.ts';
import { ROOT } from './locked-packages.ts';
import { SAMPLES } from './package-samples.ts';

const run = promisify(execFile);
const TYPESCRIPT = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const TYPE_OPTIONS = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom'.split(' ');
const NODES = installedNodes();

describe('The packages, installed as packed in an empty project,', () => {
  const service = testService('sqlite');
  let project: string;
  before(async () => {
    await service.start();
    project = await mkdtemp(join(tmpdir(), 'guiche-packages-'));
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const packed = await Promise.all(SAMPLES.map(({ name }) => pack(name, project)));
    await npm(['install', '--offline', '--no-audit', '--no-fund', ...packed], project);
    for (const { name, works, typed } of SAMPLES) {
      await writeFile(join(project, `${name}.mjs`), works);
      await writeFile(join(project, `${name}.ts`), typed);
    }
  });
  after(async () => {
    await rm(project, { recursive: true, force: true });
    await service.stop();
    await service.remove();
  });

  for (const major of MAJOR_VERSIONS) {
    const program = NODES.get(major);
    const skip =
      program === undefined && `Node.js ${major} is not on PATH: npm run check:packages fetches it`;
    test(`encrypt a card and sell on Node.js ${major}`, { skip }, async () => {
      const env = {
        ...process.env,
        GATEWAY: service.address(),
        API: API_PAIR.authenticationApi,
        KEY: API_PAIR.authenticationKey,
        CHECKOUT_ID: DEMO_CHECKOUT_ID,
        CARD: VISA,
      };
      for (const { name, says } of SAMPLES) {
        const { stdout } = await run(String(program), [`${name}.mjs`], { cwd: project, env });
        assert.equal(stdout.trim(), says, name);
      }
    });
  }

  test('have their types', async () => {
    const files = SAMPLES.map(({ name }) => `${name}.ts`);
    await run(process.execPath, [join(TYPESCRIPT, 'bin/tsc'), ...TYPE_OPTIONS, ...files], { cwd: project });
  });

  test('bring browsers what the gateway itself serves them', async () => {
    const dist = join(project, 'node_modules/@guiche/checkout/dist');
    for (const name of ['guiche.mjs', 'guiche-card.mjs']) {
      const { text } = await service.send({ path: `/checkout/v1/${name}`, headers: {} });
      assert.equal(await readFile(join(dist, name), 'utf8'), text, name);
    }
  });
});

/**
 * The name of the packed file. The browser library is packed as `npm ci` built it: another build would empty the folder
 * that services in other tests read.
 */
async function pack(name: string, folder: string): Promise<string> {
  const source = fileURLToPath(new URL(`packages/${name}`, ROOT));
  const isBuilt = name === 'checkout' ? ['--ignore-scripts'] : [];
  const { stdout } = await npm(['pack', source, '--json', '--silent', ...isBuilt], folder);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  return `./${filename}`;
}

/** The shell finds npm under its name of each platform. */
function npm(words: readonly string[], cwd: string) {
  return run('npm', words, { cwd, shell: process.platform === 'win32' });
}
