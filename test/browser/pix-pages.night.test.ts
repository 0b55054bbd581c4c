import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { pay, typeCard } from './hosted-form.ts';
import { openPanelPage, WAIT_MS, WIDTHS } from './panel-page.ts';
import { assertPixPageNarrowByDay, CODE_LIFE_MS, NEVER_PAID, pixShop } from './pix-buyer.ts';
import { openShop, SHOP_HEADING, type Shop } from './shop.ts';
import { stageOf } from './stage.ts';

const NO_FUNDS = '4000000000090516';
const WEEK_MS = 7 * 24 * 60 * 60_000;

describe('Pix on the pages of buyers, state by state', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  let shopPage: Shop;
  const { chromium } = stageOf(service, async (closing) => {
    shopPage = await openShop();
    closing.defer(shopPage.close);
  });
  const shop = pixShop(service);
  const open = async (t: TestContext, width = 390): Promise<Page> => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width });
    t.after(async () => {
      await close();
      assert.deepEqual(complaints, []);
    });
    return page;
  };
  const statusOf = async (id: string) => (await service.command('transaction', 'show', id)).status;
  const generate = (page: Page) => page.getByRole('button', { name: 'Gerar código Pix' }).click();
  const code = (page: Page) => page.getByLabel('Pix copia e cola');

  for (const width of WIDTHS) {
    test(`at ${width} a refused card is told though a code is out, and the receipt leads back to the shop`, async (t) => {
      const page = await open(t, width);
      const { id, url } = await shop.intend({ firstMethod: 'pix', redirectUrl: shopPage.returnUrl });
      await page.goto(url);
      await generate(page);
      const first = await code(page).inputValue();
      await page.getByRole('link', { name: /^Cartão/ }).click();
      await typeCard(page, { number: NO_FUNDS });
      await pay(page);
      await page.getByRole('alert').waitFor();
      await assertPixPageNarrowByDay(page, `card-refused-${width}`);
      await page.getByRole('link', { name: /^Pix/ }).click();
      assert.equal(await code(page).inputValue(), first);
      await page.reload();
      assert.equal(await code(page).inputValue(), first);
      await shop.pay(id);
      await page.getByText('Pix recebido').waitFor();
      await assertPixPageNarrowByDay(page, `receipt-to-shop-${width}`);
      await page.goBack();
      await page.goto(url);
      await page.getByRole('link', { name: 'Voltar à loja' }).click();
      await page.getByRole('heading', { name: SHOP_HEADING }).waitFor();
    });

    test(`at ${width} without JavaScript the code is read from the page, and the receipt comes by reloading`, async (t) => {
      const context = await chromium().newContext({
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
        locale: 'pt-BR',
      });
      t.after(() => context.close());
      context.setDefaultTimeout(WAIT_MS);
      const page = await context.newPage();
      const { id, url } = await shop.intend();
      await page.goto(url);
      await page.getByRole('link', { name: /^Pix/ }).click();
      await generate(page);
      assert.match(await code(page).inputValue(), /^000201.*6304[0-9A-F]{4}$/);
      await page.locator('noscript p', { hasText: 'Para copiar, selecione o código inteiro.' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Copiar código Pix' }).count(), 0);
      await shop.pay(id);
      await page.getByText('Pix recebido').waitFor();
    });
  }

  test('the button of the sandbox pays, and the button copies where the browser gives no clipboard', async (t) => {
    const page = await open(t);
    await page.goto((await shop.charge()).url);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
    await page.getByRole('button', { name: 'Copiar código Pix' }).click();
    await page.getByText(/^Código copiado|^Seu navegador não deixou copiar/).waitFor();
    await assertPixPageNarrowByDay(page, 'copied');
    await page.getByRole('button', { name: 'Pagar agora (teste)' }).click();
    await page.getByText('Pix recebido').waitFor();
  });

  test('a Pix that is canceled, over, given back in part and whole, or paid twice says so', async (t) => {
    const page = await open(t);
    const canceled = await shop.charge();
    await page.goto(canceled.url);
    await shop.end(canceled.id);
    await page.getByRole('heading', { name: 'Este Pix foi cancelado' }).waitFor();
    await assertPixPageNarrowByDay(page, 'canceled');

    const paid = await shop.charge();
    await shop.pay(paid.id);
    await until('it is paid', async () => (await statusOf(paid.id)) === 6);
    await shop.end(paid.id, { amount: 10_000 });
    await page.goto(paid.url);
    await page.getByText(/Já foram devolvidos R\$\s100,00|devolução de R\$\s100,00/).waitFor();
    await assertPixPageNarrowByDay(page, 'part-back');
    await shop.pay(paid.id, { force: true });
    await until('the second payment is told', async () => {
      await page.reload();
      return page.getByText(/Chegou um Pix de/).isVisible();
    });
    await assertPixPageNarrowByDay(page, 'surplus');
    await shop.end(paid.id);
    await until('all went back', async () => (await statusOf(paid.id)) === 9);
    await page.goto(paid.url);
    await page.getByText('Pix devolvido').waitFor();
    await assertPixPageNarrowByDay(page, 'refunded');

    const over = await shop.charge();
    await page.goto(over.url);
    service.clock.advance(WEEK_MS + 1_000);
    await page.getByRole('heading', { name: 'Este Pix venceu' }).waitFor();
    await assertPixPageNarrowByDay(page, 'over');
    await shop.pay(over.id, { force: true });
    await until('the late payment is told', async () => {
      await page.reload();
      return page.getByText(/Chegou um Pix de/).isVisible();
    });
    assert.equal(await page.getByText('Nada foi pago').count(), 0);
    await assertPixPageNarrowByDay(page, 'over-paid-late');
  });

  test('a link for many: the amount is typed, the discount is told before, each code is one use', async (t) => {
    const page = await open(t);
    const url = await shop.link({ minAmount: '1000', maxAmount: '50000', maxUses: 1, pixDiscount: 10 });
    await page.goto(url);
    await page.getByText('10% de desconto').waitFor();
    await page.getByRole('link', { name: /^Pix/ }).click();
    await assertPixPageNarrowByDay(page, 'link-open');
    await page.getByLabel('Valor').fill('5,00');
    await generate(page);
    await page.getByText(/Digite um valor de R\$\s10,00 a R\$\s500,00/).waitFor();
    await assertPixPageNarrowByDay(page, 'link-wrong-amount');
    // A tenth off: R$ 100,03 are left, which nobody pays but the test.
    await page.getByLabel('Valor').fill('111,14');
    await generate(page);
    await page.getByRole('heading', { name: 'R$ 100,03' }).waitFor();
    await assertPixPageNarrowByDay(page, 'link-code');
    service.clock.advance(CODE_LIFE_MS);
    await page
      .getByText(/expirou|venceu/)
      .first()
      .waitFor();
    await assertPixPageNarrowByDay(page, 'link-over');
    await page.goto(`${new URL(url).origin}/v1/url-payment/${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Pix não encontrado' }).waitFor();
    await assertPixPageNarrowByDay(page, 'unknown');
  });

  test('what the bank does not make is told, with the way on', async (t) => {
    const page = await open(t);
    // Ends in 06: nothing came of it.
    const { url } = await shop.intend({ amount: NEVER_PAID + 3 });
    await page.goto(`${url}?forma=pix`);
    await generate(page);
    service.clock.advance(60_000);
    await page.getByText('Não foi possível gerar o código agora').waitFor();
    await assertPixPageNarrowByDay(page, 'not-made');
    await page.getByRole('link', { name: /^Cartão/ }).click();
    await page.getByLabel('Número do cartão').waitFor();
  });
});
