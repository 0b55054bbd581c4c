import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { picture } from '../../src/operations/photos/test-images.ts';
import { testService } from '../support/service.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { assertNoBarriersAtBothWidths, goWithin, logInAs, openPanelPage, WIDTHS } from './panel-page.ts';

/** Path of each screen, and a text that it shows once it is loaded. */
const SCREENS = [
  ['produtos', 'Produto genérico'],
  ['produtos/novo', 'Preço e estoque'],
  ['categorias', 'Nova categoria'],
  ['terminais', 'Novo terminal'],
  ['terminais/novo', 'Perguntas na venda'],
  ['formas-de-pagamento', 'Boleto'],
  ['clientes', 'Novo cliente'],
  ['clientes/novo', 'Quem é'],
  ['configuracoes', 'Segurança da equipe'],
  ['testes', 'Fazer uma venda'],
] as const;

describe('What a shop sells, where and to whom, in a real browser', () => {
  const service = testService('sqlite');
  let chromium: OpenChromium;
  before(async () => {
    await service.start();
    chromium = await openChromium();
  });
  after(async () => {
    await chromium?.close();
    await service.stop();
    await service.remove();
  });
  const address = () => service.address().replace('127.0.0.1', 'localhost');
  const open = (page: Page, path: string) => page.goto(`${address()}/painel/${path}`);
  const seen = (page: Page, text: string) => page.getByText(text).locator('visible=true').first().waitFor();

  for (const width of WIDTHS) {
    test(`a product with its photo and first category, a terminal and a client are added at ${width}`, async (t) => {
      const { page, complaints, close } = await openPanelPage(chromium.browser, { width });
      t.after(close);
      await logInAs(page, address());
      await open(page, 'produtos/novo');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Este campo é obrigatório.').waitFor();
      const name = page.getByLabel('Nome', { exact: false });
      assert.equal(await name.getAttribute('aria-invalid'), 'true');
      await name.fill(`Café ${width}`);
      await page.getByLabel('Preço', { exact: true }).fill('6,50');
      const photo = { name: 'cafe.jpg', mimeType: 'image/jpeg' };
      await page
        .getByLabel('Foto do produto')
        .setInputFiles({ ...photo, buffer: await picture('jpeg', { width: 60, height: 60 }) });
      await page.getByRole('img', { name: 'Foto do produto' }).waitFor();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByRole('heading', { name: 'Produtos' }).waitFor();
      await seen(page, `Café ${width}`);
      await seen(page, 'R$ 6,50');
      await page.getByLabel('Nome, referência ou EAN').fill(`cafe ${width}`);
      await page.waitForURL(/busca=/);
      await page
        .getByRole('link', { name: `Café ${width}` })
        .locator('visible=true')
        .click();
      await page.getByRole('img', { name: 'Foto do produto' }).waitFor();

      await open(page, 'terminais/novo');
      await page.getByLabel('Nome', { exact: false }).fill(`Caixa ${width}`);
      await page.getByLabel('Pedir a referência').check();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page
        .getByRole('link', { name: `Caixa ${width}` })
        .locator('visible=true')
        .click();
      assert.ok(await page.getByLabel('Pedir a referência').isChecked());
      assert.ok(await page.getByLabel('Vender por valor').isChecked());

      await open(page, 'clientes/novo');
      await page.getByLabel('Nome ou razão social').fill(`Ana ${width}`);
      await page.getByLabel('CPF ou CNPJ').fill('123');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Confira o CPF ou CNPJ').waitFor();
      assert.equal(await page.getByLabel('Nome ou razão social').inputValue(), `Ana ${width}`);
      await page.getByLabel('CPF ou CNPJ').fill('390.533.447-05');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await seen(page, `Ana ${width}`);
      assert.deepEqual(complaints, []);
    });
  }

  test('no screen has a barrier at 1280 and 390, light and dark', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium.browser);
    t.after(close);
    await logInAs(page, address());
    await open(page, '');
    for (const [path, text] of SCREENS) {
      await goWithin(page, `/painel/${path}`);
      await seen(page, text);
      await assertNoBarriersAtBothWidths(page);
    }
    assert.deepEqual(complaints, []);
  });
});
