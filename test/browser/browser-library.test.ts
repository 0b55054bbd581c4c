import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testService } from '../support/service.ts';
import { type OpenChromium, openChromium } from './chromium.ts';

const SHOP = fileURLToPath(new URL('../../examples/node/shop.mjs', import.meta.url));
const APPROVED = '4235 6477 2802 5682';

describe("A shop's page with the browser library", () => {
  const service = testService('sqlite');
  let chromium: OpenChromium;
  let shop: { readonly address: string; stop(): Promise<void> };
  before(async () => {
    await service.start();
    chromium = await openChromium();
    shop = await startShop(service.address());
  });
  after(async () => {
    await shop?.stop();
    await chromium?.close();
    await service.stop();
    await service.remove();
  });

  for (const width of [1280, 390]) {
    test(`takes a card in the gateway’s fields, and sells, at ${width}`, async (context) => {
      const page = await chromium.browser.newPage({ viewport: { width, height: 800 } });
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
      const page = await chromium.browser.newPage({ viewport: { width, height: 800 } });
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

  test('sends the browser data for 3-D Secure', async (context) => {
    const page = await chromium.browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
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
