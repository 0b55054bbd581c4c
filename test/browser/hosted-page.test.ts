import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readExpiry } from '../../src/gateway/checkout/page/expiry.ts';
import { SQLITE_BY_DAY, type TestEngine } from '../support/databases.ts';
import { EXPIRY_CASES, NO_EXPIRY_CASES, TYPED_CASES } from '../support/expiry-cases.ts';
import { API_PAIR, getAs } from '../support/gateway-client.ts';
import { createLink, linkRecord } from '../support/hosted-page.ts';
import { answered, DEMO_KEY, objectIn, post } from '../support/operations-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { approved, pay, typeCard, VISA } from './hosted-form.ts';
import { assertNoBarriersNarrowByDay, openPanelPage, WAIT_MS, WIDE_BY_DAY } from './panel-page.ts';
import { openShop, SHOP_HEADING, type Shop } from './shop.ts';
import { stageOf } from './stage.ts';

const CHALLENGED = '4000000000001091';
const NO_FUNDS = '4000000000090516';
const MAX_BYTES = 25_000;
/** Folder for screenshots of every page, for development. */
const PICTURES = process.env.TEST_PICTURES;

describe('The hosted page in a browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  let shop: Shop;
  const { chromium } = stageOf(service, async (closing) => {
    shop = await openShop();
    closing.defer(shop.close);
  });

  const statusOf = async (id: string) => (await linkRecord(service, id)).status;
  const picture = async (page: Page, name: string): Promise<void> => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };
  /** Opens a link's page and records errors of the browser. */
  const visit = async (
    t: { after(end: () => Promise<void>): void },
    made: Parameters<typeof createLink>[1] = {},
    view: { readonly width?: number } = {},
  ) => {
    const link = await createLink(service, { description: 'Encomenda de aniversário', ...made });
    const opened = await openPanelPage(chromium(), view);
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    await opened.page.goto(link.url);
    return { link, page: opened.page };
  };

  test('has no barrier at each width, light and dark: form, errors, refusal, receipt', async (t) => {
    const { page, link } = await visit(t, { redirectUrl: shop.returnUrl });
    const check = async (name: string) => {
      await picture(page, `pagar-${name}`);
      await assertNoBarriersNarrowByDay(page);
    };
    await check('form');
    await pay(page);
    await page.getByText('Confira o número do cartão.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.name'), 'numero');
    await check('errors');
    await typeCard(page, { number: NO_FUNDS });
    await pay(page);
    await page.getByRole('alert').waitFor();
    await check('refused');
    await typeCard(page);
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 96,63 sem juros' });
    await pay(page);
    await approved(page);
    await check('receipt');
    await page.reload();
    await approved(page);
    await page.getByRole('link', { name: 'Voltar à loja' }).click();
    await page.getByRole('heading', { name: SHOP_HEADING }).waitFor();
    assert.ok(shop.visits.some((address) => address.includes(`transactionId=${link.transactionId}`)));
    const { payment } = await linkRecord(service, link.transactionId);
    assert.equal(payment.card.installments, 3);
  });

  test('the form that stores a card has no barrier at each width, and stores it', async (t) => {
    const asked = { referenceId: 'cliente-1', redirectUrl: shop.returnUrl };
    const path = '/v1/tokenization';
    const headers = { 'Content-Type': 'application/json', ...API_PAIR };
    const body = JSON.stringify(asked);
    const form = await service.send({ method: 'POST', path: `${path}/intention`, headers, body });
    const { url, tokenizationId } = form.json() as { url: string; tokenizationId: string };
    const opened = await openPanelPage(chromium());
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    const { page } = opened;
    const store = () => page.getByRole('button', { name: 'Guardar cartão' }).click();
    await page.goto(url);
    await store();
    await page.getByText('Confira o número do cartão.').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await typeCard(page, { number: NO_FUNDS });
    await store();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Número do cartão').inputValue(), '4000 0000 0009 0516');
    await assertNoBarriersNarrowByDay(page);
    await typeCard(page);
    await store();
    await page.getByRole('heading', { name: 'Cartão salvo' }).waitFor();
    await assertNoBarriersNarrowByDay(page);
    const { cardInfo } = (await getAs(service, `${path}/${tokenizationId}`)).json() as {
      cardInfo: { token: string; number: string };
    };
    assert.equal(cardInfo.number, '423564******5682');
    await page.getByRole('link', { name: 'Voltar à loja' }).click();
    await page.getByRole('heading', { name: SHOP_HEADING }).waitFor();
    assert.ok(shop.visits.some((address) => address.includes(`tokenizationId=${tokenizationId}`)));
  });

  for (const width of WIDE_BY_DAY) {
    test(`debit at ${width}: to the bank and back in the same tab`, async (t) => {
      const { page, link } = await visit(t, {}, { width });
      await page.getByText('Débito', { exact: true }).click();
      assert.equal(await page.getByLabel('Parcelas').isVisible(), false);
      await typeCard(page, { number: CHALLENGED });
      await pay(page);
      const shown = (await page.locator('.code').textContent())?.trim() ?? '';
      await page.getByLabel('Código').fill(shown);
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await approved(page);
      assert.equal(new URL(page.url()).pathname, link.path);
      assert.equal(await statusOf(link.transactionId), 6);
      const { device } = await linkRecord(service, link.transactionId);
      assert.equal((device as { screenWidth: number }).screenWidth, width);
    });

    test(`at ${width} by keyboard alone`, async (t) => {
      const { page, link } = await visit(t, {}, { width });
      const keys = [
        'Tab',
        'ArrowRight',
        'ArrowLeft',
        'Tab',
        VISA,
        'Tab',
        '1235',
        'Tab',
        '123',
        'Tab',
        'MARIA',
        'Tab',
        'Tab',
        'Enter',
      ];
      for (const key of keys) {
        if (/^[A-Z][a-z]/.test(key)) await page.keyboard.press(key);
        else await page.keyboard.type(key);
      }
      await approved(page);
      assert.equal(await statusOf(link.transactionId), 6);
    });
  }

  test('after a wrong code at the bank, the form is shown again with what to do', async (t) => {
    const { page, link } = await visit(t);
    await page.getByText('Débito', { exact: true }).click();
    await typeCard(page, { number: CHALLENGED });
    await pay(page);
    // On the form, whose own code has a label that begins alike, the buyer is until the bank's page has come.
    await page.locator('.code').waitFor();
    await page.getByLabel('Código').fill('000000');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText('O banco do cartão não confirmou que a compra é sua.').waitFor();
    assert.equal(await statusOf(link.transactionId), 1);
    await typeCard(page);
    await pay(page);
    await approved(page);
  });

  test('formats what is typed or pasted, shows the brand, and asks for 4 digits of an Amex', async (t) => {
    const { page } = await visit(t);
    const number = page.getByLabel('Número do cartão');
    await number.pressSequentially('42356477');
    assert.equal(await number.inputValue(), '4235 6477');
    assert.equal(await page.locator('#bandeira').textContent(), 'VISA');
    await number.fill('371341-553758128');
    assert.equal(await number.inputValue(), '3713 415537 58128');
    assert.equal(await page.locator('#bandeira').textContent(), 'AMEX');
    assert.equal(await page.getByLabel('Código (CVV)').getAttribute('placeholder'), '4 dígitos');
    await page.getByLabel('Código (CVV)').fill('123');
    await page.getByLabel('Validade').pressSequentially('1235');
    assert.equal(await page.getByLabel('Validade').inputValue(), '12/35');
    await page.getByText('Confira o código').waitFor();
  });

  test('takes the expiry as people type it and browsers fill it in, here and on the form that stores a card', async (t) => {
    const { page } = await visit(t);
    const headers = { 'Content-Type': 'application/json', ...API_PAIR };
    const asked = { method: 'POST', path: '/v1/tokenization/intention', headers, body: '{}' };
    const { url } = (await service.send(asked)).json() as { url: string };
    for (const address of [page.url(), url]) {
      await page.goto(address);
      const expiry = page.getByLabel('Validade');
      const error = page.locator('#validade-erro');
      for (const [text, month, year] of EXPIRY_CASES) {
        await expiry.fill(text);
        await expiry.blur();
        const shown = await expiry.inputValue();
        assert.deepEqual([text, await error.isVisible()], [text, false]);
        const read = readExpiry(shown);
        assert.deepEqual([text, read?.month, read?.year.slice(-2)], [text, month, year.slice(-2)]);
      }
      for (const text of NO_EXPIRY_CASES.filter((one) => one !== '')) {
        await expiry.fill(text);
        await expiry.blur();
        const shown = await expiry.inputValue();
        // The script keeps the digits that an expiry can have; what is left is wrong, or another expiry that the buyer sees.
        if (shown === '' || readExpiry(shown) !== undefined) continue;
        assert.deepEqual([text, await error.isVisible()], [text, true]);
      }
      for (const [keys, shown] of TYPED_CASES) {
        await expiry.fill('');
        await expiry.pressSequentially(keys);
        assert.deepEqual([keys, await expiry.inputValue()], [keys, shown]);
      }
      await expiry.fill('10/24');
      await expiry.blur();
      assert.match((await error.textContent()) ?? '', /vencido/);
    }
  });

  test('fields have autocomplete and input mode', async (t) => {
    const { page } = await visit(t);
    const attributes = await page.evaluate(
      "[...document.querySelectorAll('form input:not([type])')].map((i) => [i.name, i.autocomplete, i.inputMode, i.type])",
    );
    assert.deepEqual(attributes, [
      ['numero', 'cc-number', 'numeric', 'text'],
      ['validade', 'cc-exp', 'numeric', 'text'],
      ['cvv', 'cc-csc', 'numeric', 'text'],
      ['nome', 'cc-name', '', 'text'],
    ]);
  });

  test('two clicks, and two tabs, pay once', async (t) => {
    const { page, link } = await visit(t);
    const other = await page.context().newPage();
    await other.goto(link.url);
    await typeCard(page);
    await typeCard(other);
    await page.getByRole('button', { name: /^Pagar/ }).dblclick();
    await approved(page);
    await pay(other);
    await approved(other);
    const shown = await service.command('transaction', 'show', link.transactionId);
    assert.equal((shown.attempts as unknown[]).length, 1);
    await page.goBack();
    await page.goto(link.url);
    await approved(page);
  });

  test('without JavaScript: errors beside the fields, payment, receipt', async (t) => {
    const context = await chromium().newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      locale: 'pt-BR',
    });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const link = await createLink(service);
    await page.goto(link.url);
    await typeCard(page, { number: '4235647728025681' });
    await pay(page);
    await page.getByText('Confira o número do cartão.').waitFor();
    assert.equal(await page.getByLabel('Nome impresso no cartão').inputValue(), 'Maria da Silva');
    assert.equal(await page.getByLabel('Número do cartão').inputValue(), '');
    await typeCard(page);
    await pay(page);
    await approved(page);
    assert.equal(await statusOf(link.transactionId), 6);
  });

  test('the first view loads less than 25 kB, from one origin', async (t) => {
    const link = await createLink(service);
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    let bytes = 0;
    const origins = new Set<string>();
    page.on('response', async (response) => {
      origins.add(new URL(response.url()).origin);
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(link.url, { waitUntil: 'networkidle' });
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 0 && bytes < MAX_BYTES, `${bytes} bytes`);
    assert.deepEqual([...origins], [new URL(link.url).origin]);
  });

  for (const engine of SQLITE_BY_DAY) {
    test(`a keyed sale of the back office is paid at its urlPagamento, and credited, on ${engine}`, async (t) => {
      const seller = engine === 'sqlite' ? service : await startedService(t, engine);
      const inserted = async (path: string, body: object, name: string) =>
        objectIn(answered(await post(seller, path, body, DEMO_KEY)), name);
      const terminal = await inserted('/Terminal/Insert', { nome: 'Balcão' }, 'terminal');
      const asked = { formaPagamentoId: 51, terminalId: terminal.id, valorTotalVendido: '289,90' };
      const sale = await inserted('/Venda/Vender', { ...asked, quantidadeParcelas: 3 }, 'intencaoVenda');
      const opened = await openPanelPage(chromium());
      t.after(opened.close);
      opened.page.setDefaultTimeout(WAIT_MS);
      await opened.page.goto(String(sale.urlPagamento));
      await typeCard(opened.page);
      await pay(opened.page);
      await approved(opened.page);
      await until('the sale is credited', async () => {
        const now = await inserted('/IntencaoVenda/GetById', { intencaoVendaId: sale.id }, 'intencaoVenda');
        return objectIn(now, 'intencaoVendaStatus').id === 10;
      });
      assert.deepEqual(opened.complaints, []);
    });
  }
});

async function startedService(t: TestContext, engine: TestEngine) {
  const service = testService(engine, { GUICHE_SIM_TIME_SCALE: '20' });
  t.after(async () => {
    await service.stop();
    await service.remove();
  });
  await service.start();
  return service;
}
