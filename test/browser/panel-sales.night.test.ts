import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { multiplyDemoSales } from '../support/many-sales.ts';
import { soldIn } from '../support/movements.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  assertNoBarriersAtNight,
  assertNoBarriersNarrowByDay,
  goWithin,
  logInAs,
  openPanelPage,
  pressByKeyboard,
  WIDE_BY_DAY,
} from './panel-page.ts';
import { openScreen, serviceWithPlace, stageOf } from './stage.ts';

const MANY = 100_000;
/** What the service looks at for one page. */
const LOOKED_AT = 10_000;
const CUSTOMER = { name: 'Zuleica Quadros', document: '39053344705' };

describe('Sales in a real browser', () => {
  const { service, place } = serviceWithPlace();
  let shop: Receiver;
  const { chromium, address } = stageOf(service, async (closing) => {
    await service.command('demo', 'sales', '--count', '400', '--months', '1');
    await service.stop();
    multiplyDemoSales(place(), MANY);
    await service.start();
    shop = await startReceiver(500);
    closing.defer(shop.close);
  });

  const open = (width: number, path: string) => openScreen({ chromium, address }, width, path);

  /** Waits until the list shows `count` sales, in the table or as cards. */
  async function waitForCount(page: Page, count: number): Promise<void> {
    await page.getByText(new RegExp(`^${count} de ${count} venda`)).waitFor();
  }

  test('home, list, sale, receipt and notifications have no barrier at each width, light and dark', async () => {
    const id = await soldIn(service, 6, {
      top: { postBackUrl: `${shop.address}/avisos`, customer: CUSTOMER },
    });
    const { page, complaints, close } = await open(1280, 'inicio');
    await page.getByRole('heading', { name: 'Confirmado por hora' }).waitFor();
    await page.getByRole('heading', { name: 'Últimas vendas' }).waitFor();
    await page.getByRole('link', { name: 'Crédito' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByLabel('Período', { exact: true }).selectOption('Mês passado');
    await page.getByRole('heading', { name: 'Confirmado por dia' }).waitFor();
    await assertNoBarriersAtNight(page);
    await goWithin(page, '/painel/vendas');
    await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
    await assertNoBarriersAtNight(page);
    const listed = await page.context().request.get(`${address()}/painel/api/sales?limit=2`);
    const { items } = (await listed.json()) as { readonly items: readonly { readonly id: string }[] };
    await goWithin(page, `/painel/vendas/${items.find((sale) => sale.id !== id)?.id}`);
    await page.getByText('Venda de demonstração: nenhum dinheiro se moveu').waitFor();
    await goWithin(page, '/painel/vendas');
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByLabel('Valor autorizado a partir de').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await goWithin(page, `/painel/vendas/${id}`);
    await page.getByRole('button', { name: 'Estornar' }).click();
    await page.getByRole('dialog').getByLabel('Motivo').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.goto(`${address()}/painel/vendas/${id}`);
    await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await goWithin(page, `/painel/vendas/${id}/comprovante`);
    await page.getByRole('heading', { name: 'Comprovante de venda' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    await goWithin(page, '/painel/avisos');
    await page
      .getByRole('link', { name: /\d\d\/\d\d \d\d:\d\d/ })
      .first()
      .waitFor();
    await assertNoBarriersNarrowByDay(page);
    await goWithin(page, `/painel/avisos/${id}/1`);
    await page.getByRole('heading', { name: 'Corpo enviado' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    assert.deepEqual(complaints, []);
    await close();
  });

  for (const width of WIDE_BY_DAY) {
    test(`a sale among 100,000 is found by keyboard, by reference, NSU, last digits and customer, at ${width}`, async () => {
      const reference = `achar-${width}`;
      const id = await soldIn(service, 6, { top: { referenceId: reference, customer: CUSTOMER } });
      const { page, close } = await open(width, 'vendas');
      await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(reference);
      await page.keyboard.press('Enter');
      // The only sale that a text finds opens by itself.
      await page.waitForURL(`**/vendas/${id}`);
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      const nsu = await page
        .getByText('NSU', { exact: true })
        .locator('xpath=following-sibling::dd')
        .textContent();
      for (const words of [nsu?.trim() ?? '', '5682', 'zuleica', CUSTOMER.document]) {
        await goWithin(page, '/painel/chaves');
        await page.getByRole('heading', { name: 'Chaves', exact: true }).waitFor();
        await goWithin(page, `/painel/vendas?search=${encodeURIComponent(words)}`);
        await page.locator(`a[href$="/vendas/${id}"]:visible`).waitFor();
      }
      await pressByKeyboard(page, page.locator(`a[href$="/vendas/${id}"]:visible`));
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      await goWithin(page, '/painel/vendas');
      await page.keyboard.press('Control+k');
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/vendas/${id}`);
      await page.getByRole('heading', { name: 'O que aconteceu' }).waitFor();
      await close();
    });

    test(`what is filtered is exported, with the columns that are shown, at ${width}`, async () => {
      await soldIn(service, 6, { top: { referenceId: `exportar-${width}`, customer: CUSTOMER } });
      const { page, close } = await open(width, `vendas?search=exportar-${width}`);
      await waitForCount(page, 1);
      await page.getByRole('button', { name: 'Exportar', exact: true }).click();
      await page.getByLabel(/CSV/).check();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Baixar' }).click();
      const download = await downloading;
      assert.match(
        download.suggestedFilename(),
        /^vendas-vendedor-de-demonstracao-ate-\d{4}-\d\d-\d\d\.csv$/,
      );
      const lines = (await readFile(await download.path(), 'utf8')).replace(/^\u{feff}/u, '').split('\r\n');
      assert.match(lines[0] ?? '', /^Data;Hora;Valor;Autorizado;Situação;Bandeira;/);
      assert.equal(lines.length, 3);
      assert.match(
        lines[1] ?? '',
        /;"10,00";"10,00";Confirmada;Visa;"=""5682""";.*;"=""exportar-\d+""";Zuleica Quadros;/,
      );
      await close();
    });
  }

  test('filters stand in the address, are saved as a view and opened again', async () => {
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

  test('the first view of the list transfers at most 200 kB, with headers, page, scripts, styles and sales', async (t) => {
    // Its cache is empty.
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    await logInAs(page, address());
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.goto(`${address()}/painel/vendas`);
    await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
    await page.getByText(/^50 de /).waitFor();
    const sizes = await Promise.all(
      sent.map(async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        return { path: new URL(request.url()).pathname, bytes: responseBodySize + responseHeadersSize };
      }),
    );
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = sizes.toSorted((one, other) => other.bytes - one.bytes).map((one) => Object.values(one));
    assert.ok(sizes.some(({ path }) => path === '/painel/api/sales'));
    assert.ok(total > 100_000 && total <= 200_000, `${total} bytes: ${JSON.stringify(list)}`);
  });

  test('a filter that few sales pass is searched to the end by itself, says how far it is, and can be stopped', async (t) => {
    const id = await soldIn(service, 6, { top: { referenceId: 'rara', amount: '765431' } });
    const { page, close } = await open(1280, 'inicio');
    t.after(close);
    const held: (() => void)[] = [];
    let isHeld = true;
    let pages = 0;
    await page.route(/\/painel\/api\/sales\?.*cursor=/, async (route) => {
      pages += 1;
      if (isHeld) await new Promise<void>((release) => void held.push(release));
      await route.continue().catch(() => undefined);
    });
    const rare = '/painel/vendas?amountMin=765431&amountMax=765431';
    await goWithin(page, rare);
    const progress = page.getByText(
      /^Procurando nas vendas mais antigas: 1 encontrada até \d\d\/\d\d\/\d{4}\.$/,
    );
    await progress.waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.setViewportSize({ width: 1280, height: 844 });
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('cursor='));
    await page.getByRole('button', { name: 'Parar' }).click();
    await aborted;
    await progress.waitFor({ state: 'detached' });
    held.pop()?.();
    assert.equal(pages, 1);

    await page.getByRole('button', { name: 'Mostrar mais' }).click();
    await progress.waitFor();
    const left = page.waitForEvent('requestfailed', (request) => request.url().includes('cursor='));
    await goWithin(page, '/painel/vendas');
    await left;
    await page.getByText(/^50 de /).waitFor();
    assert.equal(pages, 2, 'the search of the old filter has ended');
    held.pop()?.();

    isHeld = false;
    const last = page.waitForResponse(async (response) => {
      if (!response.url().includes('cursor=')) return false;
      return ((await response.json()) as { next: string | null }).next === null;
    });
    await goWithin(page, rare);
    await last;
    await page.getByRole('button', { name: 'Mostrar mais' }).waitFor({ state: 'detached' });
    await page.locator(`a[href$="/vendas/${id}"]:visible`).waitFor();
    assert.ok(pages >= MANY / LOOKED_AT, `${pages} pages`);
  });
});
