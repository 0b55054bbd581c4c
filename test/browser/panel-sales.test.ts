import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { MOVEMENT_CARDS, soldIn } from '../support/movements.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { testService } from '../support/service.ts';
import { type OpenChromium, openChromium } from './chromium.ts';
import { assertNoBarriers, goWithin, logInAs, openPanelPage, WIDTHS } from './panel-page.ts';

/** The simulator's card without funds. */
const NO_FUNDS = '4000000000090516';
const CUSTOMER = { name: 'Zuleica Quadros', document: '39053344705' };

describe('Sales in a real browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  let chromium: OpenChromium;
  let shop: Receiver;
  before(async () => {
    await service.start();
    await service.command('demo', 'sales', '--count', '400', '--months', '1');
    chromium = await openChromium();
    shop = await startReceiver(500);
  });
  after(async () => {
    await chromium?.close();
    await shop?.close();
    await service.stop();
    await service.remove();
  });

  const address = () => service.address().replace('127.0.0.1', 'localhost');

  async function open(width: number, path: string) {
    const opened = await openPanelPage(chromium.browser, { width });
    await logInAs(opened.page, address());
    await opened.page.goto(`${address()}/painel/${path}`);
    return opened;
  }

  /** Waits until the list shows `count` sales, in the table or as cards. */
  async function waitForCount(page: Page, count: number): Promise<void> {
    await page.getByText(new RegExp(`^${count} de ${count} venda`)).waitFor();
  }

  for (const width of WIDTHS) {
    test(`home, list, sale, receipt and notifications have no barrier at ${width}, light and dark`, async () => {
      const id = await soldIn(service, 6, {
        top: { postBackUrl: `${shop.address}/avisos`, customer: CUSTOMER },
      });
      const { page, complaints, close } = await open(width, 'inicio');
      await page.getByRole('heading', { name: 'Confirmado por dia' }).waitFor();
      await assertNoBarriers(page, width);
      await goWithin(page, '/painel/vendas');
      await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
      await assertNoBarriers(page, width);
      await page.getByRole('button', { name: 'Filtros' }).click();
      await page.getByLabel('Valor a partir de').waitFor();
      await assertNoBarriers(page, width);
      await page.goto(`${address()}/painel/vendas/${id}`);
      await page.getByRole('button', { name: 'Estornar' }).click();
      await page.getByRole('dialog').getByLabel('Motivo').waitFor();
      await assertNoBarriers(page, width);
      await page.goto(`${address()}/painel/vendas/${id}`);
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      await assertNoBarriers(page, width);
      await goWithin(page, `/painel/vendas/${id}/comprovante`);
      await page.getByRole('heading', { name: 'Comprovante de venda' }).waitFor();
      await assertNoBarriers(page, width);
      await goWithin(page, '/painel/avisos');
      await page
        .getByRole('link', { name: /\d\d\/\d\d \d\d:\d\d/ })
        .first()
        .waitFor();
      await assertNoBarriers(page, width);
      await goWithin(page, `/painel/avisos/${id}/1`);
      await page.getByRole('heading', { name: 'Corpo enviado' }).waitFor();
      await assertNoBarriers(page, width);
      assert.deepEqual(complaints, []);
      await close();
    });

    test(`a sale is found by reference, NSU, last digits and customer at ${width}`, async () => {
      const reference = `achar-${width}`;
      const id = await soldIn(service, 6, { top: { referenceId: reference, customer: CUSTOMER } });
      const { page, close } = await open(width, 'vendas');
      const field = page.getByLabel('Buscar vendas por pedido');
      await field.fill(reference);
      await waitForCount(page, 1);
      await page.locator(`a[href$="/vendas/${id}"]:visible`).click();
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      const nsu = await page
        .getByText('NSU', { exact: true })
        .locator('xpath=following-sibling::dd')
        .textContent();
      for (const words of [nsu?.trim() ?? '', '5682', 'zuleica', CUSTOMER.document]) {
        await page.goto(`${address()}/painel/vendas?search=${encodeURIComponent(words)}`);
        await page.locator(`a[href$="/vendas/${id}"]:visible`).waitFor();
      }
      await page.getByRole('searchbox', { name: 'Buscar venda em todo o período' }).fill(id);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      await close();
    });

    test(`a denial is explained, and a sale captured and refunded in part twice, by keyboard at ${width}`, async () => {
      const denied = await soldIn(service, 7, { cardInfo: { number: NO_FUNDS } });
      const id = await soldIn(service, 5);
      const { page, complaints, close } = await open(width, `vendas/${denied}`);
      await page.getByText('Saldo ou limite insuficiente. (código 51)').waitFor();
      await page.getByText('Tente de novo mais tarde.').waitFor();
      await page.goto(`${address()}/painel/vendas/${id}`);
      await press(page, 'Capturar');
      await press(page, 'Capturar R$ 10,00');
      for (const [amount, left] of [
        ['3,00', 'R$ 7,00'],
        ['2,50', 'R$ 4,50'],
      ] as const) {
        await press(page, 'Estornar');
        await page.getByRole('radio', { name: 'Uma parte' }).focus();
        await page.keyboard.press('Space');
        await page.getByLabel('Valor').focus();
        await page.keyboard.type(amount);
        await page.getByLabel('Motivo').focus();
        await page.keyboard.type('item em falta');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByText(left, { exact: true }).waitFor();
      }
      await page.getByText('por Vendedor de Demonstração').first().waitFor();
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('of two refunds in two windows, the second is refused because the sale has changed', async () => {
    const id = await soldIn(service, 6);
    const first = await open(1280, `vendas/${id}`);
    const second = await open(390, `vendas/${id}`);
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: 'Estornar' }).click();
      await page.getByLabel('Motivo').fill('desistência');
    }
    await first.page.getByRole('button', { name: 'Estornar R$ 10,00' }).click();
    await first.page.getByText('Estornada').waitFor();
    await second.page.getByRole('button', { name: 'Estornar R$ 10,00' }).click();
    await second.page.getByRole('alert').first().waitFor();
    await first.close();
    await second.close();
  });

  test('the end of a slow refund is shown without a reload', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundProcessing } });
    const { page, close } = await open(1280, `vendas/${id}`);
    await page.getByRole('button', { name: 'Estornar' }).click();
    await page.getByLabel('Motivo').fill('desistência');
    await page.getByRole('button', { name: 'Estornar R$ 10,00' }).click();
    await page.getByText('Estornada').waitFor();
    await close();
  });

  test('the filtered sales are exported with the visible columns', async () => {
    await soldIn(service, 6, { top: { referenceId: 'exportar-1', customer: CUSTOMER } });
    const { page, close } = await open(1280, 'vendas?search=exportar-1');
    await waitForCount(page, 1);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar CSV' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^vendas-ate-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).replace(/^\u{feff}/u, '').split('\r\n');
    assert.match(lines[0] ?? '', /^Data;Hora;Valor;Situação;Bandeira;/);
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /;10,00;Confirmada;Visa;5682;.*;exportar-1;Zuleica Quadros;/);
    await close();
  });

  test('filters are kept in the address, saved as a view and opened again', async () => {
    const { page, close } = await open(1280, 'vendas');
    await page.getByRole('link', { name: /^Negadas/ }).click();
    await page.waitForURL(/view=denied/);
    await page.getByRole('button', { name: 'Visões salvas' }).click();
    await page.getByRole('button', { name: 'Salvar esta visão' }).click();
    await page.getByLabel('Nome').fill('Só negadas');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Todas/ }).click();
    await page.waitForURL((url) => !url.search.includes('denied'));
    await page.getByRole('button', { name: 'Visões salvas (1)' }).click();
    await page.getByRole('button', { name: 'Só negadas', exact: true }).click();
    await page.waitForURL(/view=denied/);
    await close();
  });

  test('a notification that failed is sent again and arrives', async () => {
    const id = await soldIn(service, 6, {
      top: { referenceId: 'avisar', postBackUrl: `${shop.address}/avisos` },
    });
    const { page, close } = await open(1280, 'avisos?search=avisar');
    await page.getByText('HTTP 500').first().waitFor();
    shop.answerWith(200);
    await page.goto(`${address()}/painel/vendas/${id}`);
    await page.getByText('Aviso entregue à loja').waitFor();
    const before = shop.received.length;
    await page.goto(`${address()}/painel/avisos/${id}/1`);
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByRole('listitem').filter({ hasText: 'HTTP 200' }).nth(1).waitFor();
    assert.ok(shop.received.length > before);
    shop.answerWith(500);
    await close();
  });

  test('the list is drawn with less than 200 kB of scripts and styles', async () => {
    const { page, close } = await open(1280, 'inicio');
    await page.getByRole('heading', { name: 'Confirmado por dia' }).waitFor();
    await page.context().clearCookies({ name: 'none' });
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (/\.(js|css)$/.test(pathname))
        sizes.set(pathname, Number(await response.headerValue('content-length')));
    });
    await page.goto(`${address()}/painel/vendas`);
    await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    assert.ok(total > 50_000 && total <= 200 * 1024, `${total} bytes: ${JSON.stringify([...sizes])}`);
    await close();
  });
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}
