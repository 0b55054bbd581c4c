import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordOf } from '../support/gateway-answers.ts';
import { sellByHash } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { openPanelPage } from './panel-page.ts';
import { openShopPage } from './shop-page.ts';
import { stageOf } from './stage.ts';

const SHOP = fileURLToPath(new URL('../../examples/node/shop.mjs', import.meta.url));
const DOCUMENTATION = readFileSync(new URL('../../docs/checkout.md', import.meta.url), 'utf8');
const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const APPROVED = '4235 6477 2802 5682';
const AUTHORIZED = 5;

describe("A shop's page with the browser library", () => {
  const service = testService('sqlite');
  let shop: { readonly address: string; stop(): Promise<void> };
  const { chromium } = stageOf(service, async (closing) => {
    shop = await startShop(service.address());
    closing.defer(shop.stop);
  });

  for (const width of [1280, 390]) {
    test(`takes a card in the gateway’s fields, and sells, at ${width}`, async (context) => {
      const page = await chromium().newPage({ viewport: { width, height: 800 } });
      context.after(() => page.close());
      await page.goto(shop.address);
      const card = page.frameLocator('iframe');
      await card.getByLabel('Número do cartão').fill(APPROVED);
      await card.getByLabel('Validade').fill('12/35');
      await card.getByLabel('Código (CVV)').fill('123');
      await page.getByRole('button').click();
      await page.getByText('Digite o nome como está no cartão.').waitFor();
      await card.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
      await page.getByRole('button').click();
      await page.getByText('Pago. Obrigado!').waitFor();
    });

    test(`takes a card that only the browser sees, and sells, at ${width}`, async (context) => {
      const page = await chromium().newPage({ viewport: { width, height: 800 } });
      context.after(() => page.close());
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
      await page.goto(`${shop.address}/own-fields`);
      await page.getByLabel('Número do cartão').fill(APPROVED);
      await page.getByLabel('Mês').fill('12');
      await page.getByLabel('Ano').fill('2035');
      await page.getByLabel('Código de segurança').fill('12');
      await page.getByRole('button').click();
      await page.getByText('O código de segurança').waitFor();
      await page.getByLabel('Código de segurança').fill('123');
      await page.getByRole('button').click();
      await page.getByText('Pago. Obrigado!').waitFor();
      assert.ok(!sent.some((text) => text.includes(APPROVED) || text.includes(APPROVED.replaceAll(' ', ''))));
    });
  }

  test('the samples of docs/checkout.md take a card, in mounted fields and in the shop’s own, and sell', async (context) => {
    const [sample = ''] = samplesOf('html');
    const html = sample
      .replaceAll('https://pagamentos.exemplo.com.br', service.address())
      .replace('pub_…', DEMO_CHECKOUT_ID);
    const documented = await openShopPage(() => html);
    const opened = await openPanelPage(chromium());
    context.after(async () => {
      await opened.close();
      await documented.close();
    });
    const { page } = opened;
    // The shop's server.
    await page.route('**/pay', async (route) => {
      const sold = await sellByHash(service, String(route.request().postData()));
      await route.fulfill({ body: recordOf(sold).top.status === AUTHORIZED ? 'Obrigado' : sold.text });
    });
    await page.goto(documented.origin);
    const card = page.frameLocator('iframe');
    await card.getByLabel('Número do cartão').fill(APPROVED);
    await card.getByLabel('Validade').fill('12/35');
    await card.getByLabel('Código (CVV)').fill('123');
    await card.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
    await page.getByRole('button', { name: 'Pagar R$ 10,00' }).click();
    await page.getByText('Obrigado').waitFor();

    const [ownFields = ''] = samplesOf('js');
    const cardHash = await page.evaluate<string>(`(async () => {
      const guiche = Guiche('${DEMO_CHECKOUT_ID}', { baseUrl: '${service.address()}' });
      const [number, cvv, expirationMonth, expirationYear, holderName] = ['${APPROVED}', '123', '12', '2035', 'MARIA'];
      ${ownFields}
      return cardHash;
    })()`);
    assert.equal(recordOf(await sellByHash(service, cardHash)).top.status, AUTHORIZED);
    assert.deepEqual(opened.complaints, []);
  });

  test('sends the browser data for 3-D Secure', async (context) => {
    const page = await chromium().newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
    context.after(() => page.close());
    await page.goto(`${shop.address}/own-fields`);
    const { userAgent, device } = (await page.evaluate('guiche.device()')) as {
      userAgent: string;
      device: Readonly<Record<string, unknown>>;
    };
    assert.match(userAgent, /^Mozilla/);
    const { colorDepth, screenHeight, screenWidth, ...rest } = device;
    for (const size of [colorDepth, screenHeight, screenWidth]) assert.ok(Number(size) > 0);
    assert.deepEqual(rest, {
      deviceType3ds: 'BROWSER',
      javaEnabled: false,
      language: 'pt-BR',
      timeZoneOffset: 3,
    });
  });
});

/** The code blocks of docs/checkout.md in one language. */
function samplesOf(language: string): readonly string[] {
  const blocks = DOCUMENTATION.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}

async function startShop(gateway: string) {
  const child = spawn(process.execPath, [SHOP], {
    env: { ...process.env, GATEWAY: gateway, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    address: said.toString().trim(),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
