import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type OpenChromium, openChromium } from '../browser/chromium.ts';
import { openPanelPage } from '../browser/panel-page.ts';
import { openShopPage, type ShopPage } from '../browser/shop-page.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, sellByHash, VISA } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { installedNodes, MAJOR_VERSIONS } from './installed-nodes.ts';
import { ROOT } from './locked-packages.ts';
import { SAMPLES } from './package-samples.ts';

const run = promisify(execFile);
const TYPESCRIPT = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const TYPE_OPTIONS = '--noEmit --strict --target es2022 --module nodenext --lib es2022,dom'.split(' ');
const NODES = installedNodes();
const AUTHORIZED = 5;
/** A shop's page that serves the package's files itself. */
const MODULE_PAGE =
  '<div id="card"></div><script type="module">window.library = import("/dist/guiche.mjs")</script>';

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

  describe('in a browser,', () => {
    let chromium: OpenChromium;
    let shop: ShopPage;
    before(async () => {
      chromium = await openChromium();
      shop = await openShopPage(() => MODULE_PAGE);
    });
    after(async () => {
      await shop?.close();
      await chromium?.close();
    });

    test('encrypt a card of the page and one of the mounted fields, and both sell', async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium.browser);
      t.after(close);
      const dist = join(project, 'node_modules/@guiche/checkout/dist');
      await page.route(`${shop.origin}/dist/*`, (route) =>
        route.fulfill({
          path: join(dist, basename(new URL(route.request().url()).pathname)),
          contentType: 'text/javascript',
        }),
      );
      await page.goto(shop.origin);
      const found = await page.evaluate(`(async () => {
        const { createGuiche, GuicheError } = await library;
        window.guiche = createGuiche('${DEMO_CHECKOUT_ID}', { baseUrl: '${service.address()}' });
        window.fields = guiche.fields('#card');
        const card = { number: '${VISA}', cvv: '123', expirationMonth: 12, expirationYear: 2035 };
        const error = await guiche.cardHash({ ...card, cvv: '1' }).catch((error) => error);
        const brand = await guiche.brand('4111');
        const problems = await guiche.validate({});
        const says = [brand.name, problems.length, error instanceof GuicheError, error.field];
        return { says, cardHash: await guiche.cardHash(card) };
      })()`);
      const { says, cardHash } = found as { says: readonly unknown[]; cardHash: string };
      assert.deepEqual(says, ['VISA', 3, true, 'cvv']);
      assert.equal(recordOf(await sellByHash(service, cardHash)).top.status, AUTHORIZED);
      const card = page.frameLocator('iframe');
      await card.getByLabel('Número do cartão').fill(VISA);
      await card.getByLabel('Validade').fill('12/35');
      await card.getByLabel('Código (CVV)').fill('123');
      await card.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
      const mounted = await page.evaluate<string>('fields.cardHash()');
      assert.equal(recordOf(await sellByHash(service, mounted)).top.status, AUTHORIZED);
      assert.deepEqual(complaints, []);
    });
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
