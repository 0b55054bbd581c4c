import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { sellByHash } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import {
  assertNoBarriersAtBothWidths,
  assertNoBarriersNow,
  openPanelPage,
  resize,
  WIDTHS,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const LIBRARY = fileURLToPath(new URL('../../packages/checkout/src/guiche.ts', import.meta.url));
const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const APPROVED = '4235647728025682';
const NO_FUNDS = '4000000000090516';
const NO_PHP = hasPhp() ? false : 'php with the extension curl is not installed on this machine';

describe('The examples', () => {
  const { service, chromium } = stageOf(testService('sqlite'));

  const open = async (t: Closing, address: string): Promise<Page> => {
    const opened = await openPanelPage(chromium());
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    await opened.page.goto(address);
    return opened.page;
  };
  const shopEnvironment = () => ({ ...process.env, GATEWAY: service.address(), PORT: '0' });

  test('the guides are found and read without barriers, with keyboard and on a phone', async (t) => {
    const page = await open(t, `${service.address()}/docs/guias`);
    await assertNoBarriersAtBothWidths(page);
    await page.getByLabel('Buscar').fill('estorno');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Busca: estorno' }).waitFor();
    await assertNoBarriersAtBothWidths(page);
    await page.getByRole('main').getByRole('link', { name: 'Captura e estorno' }).click();
    await page.getByRole('heading', { name: 'Captura e estorno', level: 1 }).waitFor();
    await assertNoBarriersAtBothWidths(page);
  });

  test('every guide is read without barriers', async (t) => {
    const page = await open(t, `${service.address()}/docs/guias`);
    const links = page.getByRole('navigation').getByRole('link');
    const guides = await links.evaluateAll((found) => found.map((link) => String(link.getAttribute('href'))));
    assert.ok(guides.length >= 15, guides.join(' '));
    for (const path of new Set(guides)) {
      await page.goto(service.address() + path);
      await assertNoBarriersAtBothWidths(page);
    }
  });

  test('the API reference is read without barriers, also with an answer unfolded', async (t) => {
    const page = await open(t, 'about:blank');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Loaded anew: when the scheme changes, each part of the page follows at a time of its own. Not as a reload, which may
      // keep the place further down, where the parts above are not drawn.
      await page.goto(`${service.address()}/docs`);
      await page.locator(`body.${colorScheme}-mode`).waitFor();
      await page.getByRole('heading', { name: 'Entrega uma chave pública e' }).first().waitFor();
      await page.locator('main button[aria-expanded="false"]', { hasText: '200' }).first().click();
      for (const width of WIDTHS) {
        await resize(page, width);
        await assertNoBarriersNow(page, width);
      }
    }
  });

  test('a shop system that posts its form: a wrong card, a refused one, then the order', async (t) => {
    const address = await startShop(
      t,
      process.execPath,
      [`${EXAMPLES}form-post/shop.mjs`],
      shopEnvironment(),
    );
    const page = await open(t, address);
    await page.getByLabel('Nome completo').fill('Maria da Silva');
    const order = page.getByRole('button', { name: 'Finalizar pedido' });
    await order.click();
    await page.getByRole('alert').getByText('Informe o número do cartão.').waitFor();
    await typeCard(page, NO_FUNDS);
    await order.click();
    await page
      .getByRole('status')
      .getByText(/recusado/)
      .waitFor();
    assert.equal(await page.getByLabel('Nome completo').inputValue(), 'Maria da Silva');
    await typeCard(page, APPROVED);
    await order.click();
    await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor();
  });

  test('a component of React, which is mounted twice in development', async (t) => {
    const address = await startReactShop(t, service);
    const page = await open(t, address);
    await until('one frame is left', async () => (await page.locator('iframe').count()) === 1);
    await typeCard(page, APPROVED);
    const pay = page.getByRole('button', { name: 'Pagar R$ 10,00 com VISA' });
    await pay.waitFor();
    await page.locator('[data-complete=true]').waitFor();
    await pay.click();
    await page.getByRole('status').getByText('Pago. Obrigado!').waitFor();
  });

  test('a page in PHP', { skip: NO_PHP }, async (t) => {
    const port = await freePort();
    const options = ['-S', `127.0.0.1:${port}`, `${EXAMPLES}php/index.php`];
    const child = spawn('php', options, { env: shopEnvironment(), stdio: 'ignore' });
    t.after(() => end(child));
    const address = `http://127.0.0.1:${port}/`;
    await until('PHP listens', () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const page = await open(t, address);
    const pay = page.getByRole('button', { name: 'Pagar R$ 10,00' });
    await pay.click();
    await page.getByRole('alert').getByText('Informe o número do cartão.').waitFor();
    await typeCard(page, APPROVED);
    await pay.click();
    await page.getByRole('status').getByText('Pago. Obrigado!').waitFor();
  });
});

interface Closing {
  after(end: () => Promise<void>): void;
}

async function typeCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe');
  await card.getByLabel('Número do cartão').fill(number);
  await card.getByLabel('Validade').fill('12/35');
  await card.getByLabel('Código (CVV)').fill('123');
  await card.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
}

/** A shop that writes its address in its first line. */
async function startShop(
  t: Closing,
  program: string,
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(program, options, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => end(child));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return said.toString().trim();
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** The page as Vite builds it, and the server that sells. */
async function startReactShop(t: Closing, service: Parameters<typeof sellByHash>[0]): Promise<string> {
  const built = await build({
    root: `${EXAMPLES}react`,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    resolve: { alias: { '@guiche/checkout': LIBRARY } },
    build: { write: false, minify: false, rolldownOptions: { input: `${EXAMPLES}react/shop.jsx` } },
  });
  const [bundle] = [built].flat() as unknown as readonly {
    readonly output: readonly { readonly code?: string }[];
  }[];
  const script = bundle?.output[0]?.code ?? '';
  const server = createServer(async (request, response) => {
    if (request.url === '/shop.js') return response.setHeader('Content-Type', 'text/javascript').end(script);
    if (request.url === '/pay') {
      const { status } = await sellByHash(service, await text(request));
      return response.end(status === 201 ? 'Pago. Obrigado!' : `Não foi pago: ${status}`);
    }
    const attributes = `data-gateway="${service.address()}" data-checkout-id="${DEMO_CHECKOUT_ID}"`;
    return response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="pt-BR"><title>Loja</title><div id="shop" ${attributes}></div><script type="module" src="/shop.js"></script>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function hasPhp(): boolean {
  try {
    return execFileSync('php', ['-m'], { encoding: 'utf8' }).includes('curl');
  } catch {
    return false;
  }
}
