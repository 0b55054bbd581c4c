import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { browserOf, okJson } from '../contract/panel/panel-client.ts';
import { byDayAndAtNight } from '../support/day-and-night.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { testService } from '../support/service.ts';
import {
  assertNoBarriersInBothSchemes,
  goWithin,
  logInAs,
  openPanelPage,
  pressByKeyboard,
} from './panel-page.ts';
import { stageOf } from './stage.ts';

const POINTS_PER_MM = 72 / 25.4;
/** As the list of sales. */
const MOST_BYTES = 200_000;

describe('The day of a cashier, in a real browser', () => {
  const service = testService('sqlite');
  const { chromium, address } = stageOf(service);
  const shows = (page: Page, text: string | RegExp) =>
    page.getByText(text).locator('visible=true').first().waitFor();
  const dialogOf = async (page: Page, opener: string) => {
    await page.getByRole('button', { name: opener, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    return dialog;
  };

  test('the first view of the till transfers at most 200 kB', async (t) => {
    const settings = { nome: 'Tamanho', habilitarPDV: true };
    answered(await post(service, '/Terminal/Insert', settings, DEMO_KEY));
    // Its cache is empty.
    const { page, close } = await openPanelPage(chromium(), { width: 390, fresh: true });
    t.after(close);
    await logInAs(page, address());
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.goto(`${address()}/painel/caixa`);
    await page.getByRole('button', { name: /^Dinheiro/ }).waitFor();
    await page.getByRole('button', { name: 'Abrir o caixa' }).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      sent.map(async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        return { path: new URL(request.url()).pathname, bytes: responseBodySize + responseHeadersSize };
      }),
    );
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = sizes.toSorted((one, other) => other.bytes - one.bytes).map((one) => Object.values(one));
    assert.ok(total > 100_000 && total <= MOST_BYTES, `${total} bytes: ${JSON.stringify(list)}`);
  });

  test('a phone or tablet can install it', async (t) => {
    const { page, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await page.goto(`${address()}/painel`);
    const devtools = await page.context().newCDPSession(page);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    assert.equal(url, `${address()}/painel/app.webmanifest`);
    assert.deepEqual(errors, []);
    assert.match(data ?? '', /"display": "standalone"/);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // What the browser of a test is, not what the panel lacks.
    const ofTheTest = ['in-incognito'];
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => !ofTheTest.includes(id)),
      [],
    );
  });

  test('what the shop sells most comes first, and what it seldom takes stands below “Mais”', async (t) => {
    const insert = (path: string, body: object) => post(service, path, body, DEMO_KEY).then(answered);
    await insert('/ProdutoCategoria/Insert', { nome: 'Bebidas' });
    for (const nome of ['Café coado', 'Chá de camomila'])
      await insert('/Produto/Insert', { nome, valor: '6,50' });
    const settings = { habilitarPDV: true, vendaPorProduto: true, vendaPorValor: false };
    const made = await insert('/Terminal/Insert', { nome: 'Favoritos', ...settings });
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/health/live`);
    const terminalId = objectIn(made, 'terminal').id as number;
    await page.evaluate(`localStorage.setItem('guiche-caixa-terminal', '${terminalId}')`);
    await page.goto(`${address()}/painel/caixa`);
    const names = page.getByRole('button', { name: /^(?:Café|Chá)/ });
    await names.nth(1).waitFor();
    assert.match((await names.first().textContent()) ?? '', /^Chá/, 'the newest is first by itself');
    await page.getByRole('button', { name: 'Favorito: Café coado' }).click();
    await page.locator('[aria-pressed=true][aria-label="Favorito: Café coado"]').waitFor();
    assert.match((await names.first().textContent()) ?? '', /^Café/);
    await assertNoBarriersInBothSchemes(page, 390);
    await page.getByRole('button', { name: /^Link/ }).waitFor();
    await goWithin(page, '/painel/formas-de-pagamento');
    await page.getByRole('switch', { name: 'Link' }).click();
    await page.locator('[role=switch]:not(:checked)').waitFor({ state: 'attached' });
    await assertNoBarriersInBothSchemes(page, 390);
    await goWithin(page, '/painel/caixa');
    await page.getByRole('button', { name: /^Link/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Mais outras/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Link/ }).first().waitFor();
    assert.deepEqual(complaints, []);
  });

  for (const width of byDayAndAtNight([390], [1280])) {
    test(`begins with the change that is counted and ends with the count of the drawer, at ${width}`, async (t) => {
      const made = await post(
        service,
        '/Terminal/Insert',
        { nome: `Dia ${width}`, habilitarPDV: true },
        DEMO_KEY,
      );
      const terminalId = objectIn(answered(made), 'terminal').id as number;
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await page.addInitScript('window.print = () => { window.printed = (window.printed ?? 0) + 1; }');
      await logInAs(page, address());
      await page.goto(`${address()}/health/live`);
      await page.evaluate(`localStorage.setItem('guiche-caixa-terminal', '${terminalId}')`);
      await page.goto(`${address()}/painel/caixa`);

      const opening = await dialogOf(page, 'Abrir o caixa');
      await opening.getByLabel('Dinheiro no caixa agora').fill('15000');
      await assertNoBarriersInBothSchemes(page, width);
      await opening.getByRole('button', { name: 'Abrir o caixa' }).click();
      await shows(page, /^Aberto desde .* por /);
      await assertNoBarriersInBothSchemes(page, width);

      await page.getByLabel('Valor da venda').fill('1250');
      await page.getByRole('button', { name: /^Dinheiro/ }).click();
      await page.getByRole('button', { name: /^R\$\s20,00$/ }).click();
      await page.getByRole('button', { name: 'Receber', exact: true }).click();
      await shows(page, 'Venda paga');
      await page.getByRole('button', { name: 'Nova venda' }).click();
      await page.getByLabel('Valor da venda').fill('3000');
      await page.getByRole('button', { name: /^Crédito/ }).click();
      await shows(page, 'Venda paga');
      await page.getByRole('button', { name: 'Nova venda' }).click();

      await page.getByRole('link', { name: 'Conferir e fechar' }).click();
      await shows(page, /^R\$\s162,50$/);
      const taking = await dialogOf(page, 'Tirar dinheiro');
      await taking.getByLabel('Valor').fill('20000');
      await taking.getByLabel('Motivo').fill('depósito');
      await taking.getByRole('button', { name: 'Tirar do caixa' }).click();
      await shows(page, 'Não há tanto dinheiro neste caixa.');
      await assertNoBarriersInBothSchemes(page, width);
      await taking.getByLabel('Valor').fill('10000');
      await taking.getByRole('button', { name: 'Tirar do caixa' }).click();
      await taking.waitFor({ state: 'detached' });
      await shows(page, 'depósito');
      const adding = await dialogOf(page, 'Pôr dinheiro');
      await adding.getByLabel('Valor').fill('500');
      await adding.getByRole('button', { name: 'Pôr no caixa' }).click();
      await adding.waitFor({ state: 'detached' });
      await shows(page, /^R\$\s67,50$/);
      await assertNoBarriersInBothSchemes(page, width);

      await pressByKeyboard(page, page.getByRole('button', { name: 'Fechar o caixa', exact: true }));
      const closing = page.getByRole('dialog');
      await closing.getByText('Contar por notas e moedas').click();
      await closing.getByLabel(/^R\$\s50,00$/).fill('1');
      await closing.getByLabel(/^R\$\s5,00$/).fill('3');
      await closing.getByText(/^Faltaram R\$\s2,50$/).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await closing.getByLabel('Observação').fill('troco errado de manhã');
      await closing.getByRole('button', { name: 'Fechar o caixa' }).click();
      await closing.waitFor({ state: 'detached' });
      await shows(page, /^Faltaram R\$\s2,50$/);
      await page.getByRole('button', { name: 'Fechar o caixa', exact: true }).waitFor({ state: 'detached' });
      await assertNoBarriersInBothSchemes(page, width);
      await page.getByRole('button', { name: 'Imprimir' }).click();
      assert.equal(await page.evaluate('window.printed'), 1);
      await assertPrintedAlone(page);

      await page.getByRole('link', { name: 'Fechamentos de caixa' }).first().click();
      await page
        .getByRole('link', { name: new RegExp(`Dia ${width}|\\d\\d:\\d\\d`) })
        .locator('visible=true')
        .first()
        .waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await goWithin(page, '/painel/caixa');
      await page.getByRole('button', { name: 'Abrir o caixa' }).waitFor();

      const seller = browserOf(service);
      okJson(await seller.logIn());
      okJson(await seller.call('POST', `/terminals/${terminalId}/archive`));
      await page.goto(`${address()}/painel/caixa/fechamentos?terminal=${terminalId}`);
      const chosen = page.getByLabel('Caixa', { exact: true }).locator('option:checked');
      await chosen.filter({ hasText: `Dia ${width} (arquivado)` }).waitFor({ state: 'attached' });
      await shows(page, /^Faltaram R\$\s2,50$/);
      assert.deepEqual(complaints, []);
    });
  }
});

/** The report, and nothing of the screen around it, on paper as wide as was chosen. */
async function assertPrintedAlone(page: Page): Promise<void> {
  for (const widthMm of [80, 58]) {
    await page.getByText(`${widthMm} mm`, { exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0, 'only the report is printed');
    await page.getByText('Assinatura').waitFor();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const widthPoints = Number(/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf)?.[1]);
    assert.ok(Math.abs(widthPoints / POINTS_PER_MM - widthMm) < 1, `${widthPoints} points wide`);
    await page.emulateMedia({ media: null });
  }
}
