import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testService } from '../support/service.ts';
import { assertNoBarriersAtBothWidths, openPanelPage, WIDTHS } from './panel-page.ts';
import { pixShop } from './pix-buyer.ts';
import { stageOf } from './stage.ts';

/** Of a page's first view, over the wire. */
const MOST_BYTES = 25_000;
/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;

describe('Asking for a slip in a browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  const { chromium } = stageOf(service);
  const shop = pixShop(service);
  const intend = async () =>
    (await shop.intend({ payment: { card: { type: 0, installments: 3 }, pix: {}, bankSlip: {} } })).url;
  const look = async (page: Page, name: string): Promise<void> => {
    await assertNoBarriersAtBothWidths(page, WIDTHS);
    if (PICTURES === undefined) return;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: join(PICTURES, `slip-form-${name}-${width}.png`), fullPage: true });
    }
  };

  test('the CEP fills the state, faults are told beside their fields, and the slip follows', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(async () => {
      await close();
      assert.deepEqual(complaints, []);
    });
    await page.goto(await intend());
    await page.getByRole('link', { name: /^Boleto/ }).click();
    await look(page, 'empty');
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    await page.getByText('Digite o nome de quem vai pagar.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'pagador');
    await look(page, 'wrong');
    // By the keyboard alone, in the order of the form.
    await page.keyboard.type('Maria da Silva');
    await page.keyboard.press('Tab');
    await page.keyboard.type('11144477735');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('01310100');
    assert.equal(await page.getByLabel('CEP').inputValue(), '01310-100');
    assert.equal(await page.getByLabel('Estado').inputValue(), 'SP');
    assert.equal(await page.getByLabel('Cidade').inputValue(), 'São Paulo');
    assert.equal(await page.getByLabel('CPF ou CNPJ').inputValue(), '111.444.777-35');
    for (const text of ['Avenida Paulista', '1000', '', 'Bela Vista']) {
      await page.keyboard.press('Tab');
      if (text !== '') await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pague o boleto' }).waitFor();
    await page.getByRole('link', { name: 'Pagar de outra forma' }).click();
    await page.getByText('Se você pagar aqui, ele deixa de valer.', { exact: false }).waitFor();
    await look(page, 'another-way');
    await page
      .getByRole('link', { name: /^Boleto/ })
      .last()
      .click();
    await page.getByRole('heading', { name: 'O seu boleto está pronto' }).waitFor();
    await look(page, 'out');
  });

  test('the first view of the form loads less than 25 kB, from one origin', async (t) => {
    const url = await intend();
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    const origins = new Set<string>();
    network.on('Network.responseReceived', ({ response }) => origins.add(new URL(response.url).origin));
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`${url}?forma=boleto`, { waitUntil: 'networkidle' });
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 0 && bytes < MOST_BYTES, `${bytes}`);
    assert.equal(origins.size, 1);
  });
});
