import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AT_NIGHT } from '../support/day-and-night.ts';
import { createLink, submit } from '../support/hosted-page.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersNarrowByDay, logInAs, openPanelPage } from './panel-page.ts';
import { stageOf } from './stage.ts';

describe('Payment links and public ids in the panel, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' }));

  test('a link is made, handed out, paid, found among the sales and switched off, at each width', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/links/novo`);
    await page.getByLabel('Nome do link').fill('Bolo de aniversário');
    await page.getByLabel('Descrição para o comprador').fill('Bolo de 3 kg, recheio de coco');
    await page.getByRole('textbox', { name: 'Valor' }).fill('210,00');
    await page.getByLabel('Parcelas no crédito').selectOption('3');
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('heading', { name: 'Bolo de aniversário' }).waitFor();
    await page.getByText('R$ 210,00').first().waitFor();
    const code = `document.querySelector('img[alt="QR code do link"]')`;
    assert.ok(await page.evaluate(`${code}.decode().then(() => ${code}.naturalWidth > 0)`));
    const share = await page.getByRole('link', { name: 'Enviar pelo WhatsApp' }).getAttribute('href');
    const url = (await page.getByRole('link', { name: 'Ver como o comprador' }).getAttribute('href')) ?? '';
    assert.ok(share?.startsWith('https://wa.me/?text=') && share.includes(encodeURIComponent(url)));
    await assertNoBarriersNarrowByDay(page);
    assert.equal((await submit(service, new URL(url).pathname)).status, 303);
    await page.getByRole('link', { name: 'Vendas deste link' }).click();
    await page.getByText('Confirmada').locator('visible=true').first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Desativar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await page.getByText('Desativado').locator('visible=true').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a link that takes slips too says so, and its buyer is led to the slip, at each width', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/links/novo`);
    await page.getByLabel('Nome do link').fill('Curso de confeitaria');
    await page.getByRole('textbox', { name: 'Valor' }).fill('310,03');
    const takesSlips = page.getByRole('switch', { name: 'Aceitar boleto também' });
    await takesSlips.check();
    assert.equal(await takesSlips.isChecked(), true);
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('heading', { name: 'Curso de confeitaria' }).waitFor();
    await page
      .getByText(/Cartão.*Pix.*Boleto/)
      .first()
      .waitFor();
    await assertNoBarriersNarrowByDay(page);
    const url = (await page.getByRole('link', { name: 'Ver como o comprador' }).getAttribute('href')) ?? '';
    await page.goto(url);
    await page.getByRole('link', { name: /^Boleto/ }).click();
    const typed = {
      ...{ 'Nome de quem paga': 'Maria da Silva', 'CPF ou CNPJ': '111.444.777-35', CEP: '01310-100' },
      ...{ 'Rua ou avenida': 'Avenida Paulista', Número: '1000', Bairro: 'Bela Vista' },
    };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    await page.getByRole('heading', { name: 'Pague o boleto' }).waitFor();
    await page
      .getByText(/R\$\s310,03/)
      .first()
      .waitFor();
    await page.goto(`${address()}/painel/vendas`);
    await page.getByText('Aguardando o boleto').locator('visible=true').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a card refused on a link is found among the denied sales, with what to do, at each width', async (t) => {
    const link = await createLink(service, { referenceId: 'pedido-recusado' });
    await submit(service, link.path, { numero: '4000 0000 0009 0516' });
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/vendas`);
    const views = page.getByRole('navigation', { name: 'Visões' }).getByRole('link');
    await views.filter({ hasText: 'Negadas' }).click();
    await page.getByText('Negada (link)').locator('visible=true').waitFor();
    const current = views.and(page.locator('[aria-current]'));
    assert.deepEqual(await current.allTextContents(), ['Negadas1']);
    // Nobody looks for a tab beyond the edge.
    const narrow = { width: 390, height: 844 };
    const wide = page.viewportSize();
    await page.setViewportSize(narrow);
    for (const view of await views.all()) {
      const box = await view.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= narrow.width, JSON.stringify(box));
    }
    if (wide) await page.setViewportSize(wide);
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('link', { name: 'Negada (link)' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('Saldo ou limite insuficiente. (código 51)').waitFor();
    await notice.getByText('O link continua aberto para outra tentativa.').waitFor();
    await assertNoBarriersNarrowByDay(page);
    assert.deepEqual(complaints, []);
  });

  test('a public id is made for a site, with code to paste, and revoked, at each width', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/chaves`);
    await page.getByRole('button', { name: 'Novo identificador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo identificador público' });
    await dialog.getByLabel('Nome').fill('Site da loja');
    await dialog.getByLabel('Sites que podem usá-lo').fill('loja.exemplo.com.br');
    await dialog.getByRole('button', { name: 'Criar identificador' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await dialog.getByLabel('Sites que podem usá-lo').fill('https://loja.exemplo.com.br');
    await dialog.getByRole('button', { name: 'Criar identificador' }).click();
    const made = page.getByRole('dialog', { name: 'Código para a sua página' });
    assert.match((await made.locator('pre').textContent()) ?? '', /Guiche\('pub_[0-9a-f]{24}'/);
    await assertNoBarriersNarrowByDay(page);
    await made.getByRole('button', { name: 'Pronto' }).click();
    const revoke = page.getByRole('button', { name: 'Revogar Site da loja' });
    await revoke.locator('visible=true').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar', exact: true }).click();
    await page.getByText('Revogado').locator('visible=true').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  test('the list of links, the form of a new one and the keys have no barrier at each width', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    const screens = [
      ['links', 'Links de pagamento'],
      // Looked at by day with what is filled in.
      ...(AT_NIGHT
        ? [
            ['links/novo', 'Como pode ser pago'],
            ['chaves', 'Identificadores públicos'],
          ]
        : []),
    ] as const;
    for (const [screen, text] of screens) {
      await page.goto(`${address()}/painel/${screen}`);
      await page.getByRole('heading', { name: text }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await assertNoBarriersNarrowByDay(page);
    }
    assert.deepEqual(complaints, []);
  });
});
