import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { API_PAIR } from '../support/gateway-client.ts';
import { createLink, linkRecord } from '../support/hosted-page.ts';
import { testService } from '../support/service.ts';
import { approved, pay, typeCard, VISA } from './hosted-form.ts';
import { assertNoBarriersInBothSchemes, openPanelPage, WIDTHS } from './panel-page.ts';
import { stageOf } from './stage.ts';

/** Above the limit. */
const ABOVE_LIMIT = '4000000000090615';
const STOLEN = '4000000000090433';

describe('A checkout that forgives', () => {
  const { service, chromium } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' }));

  const open = async (t: { after(end: () => Promise<void>): void }, url: string, width?: number) => {
    const opened = await openPanelPage(chromium(), width === undefined ? {} : { width });
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    await opened.page.goto(url);
    return opened.page;
  };
  /** A reusable link whose buyer types the amount. */
  const openLink = async () => {
    const made = await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ name: 'Bolo', minAmount: '1000', maxAmount: '90000', payment: { card: {} } }),
    });
    return (made.json() as { url: string }).url;
  };
  const typedIn = (page: Page, label: string) => page.getByLabel(label).inputValue();
  const focusOf = (page: Page) => page.evaluate('document.activeElement.name');

  for (const width of WIDTHS) {
    test(`at ${width} a refusal keeps what was typed, and asks for the code alone`, async (t) => {
      const link = await createLink(service);
      const page = await open(t, link.url, width);
      await typeCard(page, { number: ABOVE_LIMIT });
      await page.getByLabel('Parcelas').selectOption('3');
      await pay(page);
      await page.getByRole('alert').getByText('Nada foi cobrado.').waitFor();
      assert.equal(await typedIn(page, 'Número do cartão'), '4000 0000 0009 0615');
      assert.equal(await typedIn(page, 'Validade'), '12/35');
      assert.equal(await typedIn(page, 'Nome impresso no cartão'), 'Maria da Silva');
      assert.deepEqual([await typedIn(page, 'Código (CVV)'), await focusOf(page)], ['', 'cvv']);
      await assertNoBarriersInBothSchemes(page, width);
      assert.ok(!(await page.content()).includes(ABOVE_LIMIT), 'the number stands in the field only');
      await page.getByLabel('Número do cartão').fill(VISA);
      await page.getByLabel('Código (CVV)').fill('123');
      await page.keyboard.press('Enter');
      await approved(page);
      await page.getByText('Crédito, 3x de R$ 96,63 sem juros').waitFor();
      await page.getByRole('button', { name: 'Imprimir ou salvar' }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      assert.equal((await linkRecord(service, link.transactionId)).status, 6);
    });
  }

  test('a card that is refused for good leads to the number, and again is refused beside it', async (t) => {
    const link = await createLink(service);
    const page = await open(t, link.url);
    await typeCard(page, { number: STOLEN });
    await pay(page);
    await page.getByRole('alert').getByText('Pague com outro cartão.').waitFor();
    assert.equal(await focusOf(page), 'numero');
    await page.getByLabel('Código (CVV)').fill('123');
    await pay(page);
    await page.getByText('O banco recusou este cartão. Use outro cartão.').waitFor();
    assert.equal(await focusOf(page), 'numero');
    await typeCard(page);
    await pay(page);
    await approved(page);
  });

  test('while the bank is asked the page says so and moves, and a second press does nothing', async (t) => {
    const link = await createLink(service);
    const page = await open(t, link.url);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route('**/v1/payment/*', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1;
        await held;
      }
      await route.continue();
    });
    await typeCard(page);
    await pay(page);
    const button = page.getByRole('button', { name: 'Falando com o banco…' });
    await button.waitFor();
    await page.getByRole('status').getByText('Falando com o banco…').waitFor();
    const motion = () =>
      page.evaluate("getComputedStyle(document.querySelector('.go'), '::before').animationName");
    assert.equal(await motion(), 'turn');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await motion(), 'none');
    await assertNoBarriersInBothSchemes(page, 1280);
    await button.click({ force: true });
    await page.keyboard.press('Enter');
    release();
    await approved(page);
    assert.equal(sent, 1);
  });

  test('a connection that breaks keeps the form, and the next press pays once', async (t) => {
    const link = await createLink(service);
    const opened = await openPanelPage(chromium());
    t.after(opened.close);
    const { page } = opened;
    await page.goto(link.url);
    let isFirst = true;
    await page.route('**/v1/payment/*', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue();
      isFirst = false;
      // The service is paid; only its answer is lost.
      await route.fetch();
      return route.abort();
    });
    await typeCard(page);
    await pay(page);
    await page.getByRole('alert').getByText('você paga uma vez só').waitFor();
    assert.equal(await typedIn(page, 'Código (CVV)'), '123');
    await pay(page);
    await approved(page);
    const { attempts } = await service.command('transaction', 'show', link.transactionId);
    assert.equal((attempts as unknown[]).length, 1);
  });

  test('an amount that may be paid already stays as it was sent', async (t) => {
    const url = await openLink();
    const opened = await openPanelPage(chromium());
    t.after(opened.close);
    const { page } = opened;
    await page.goto(url);
    let isFirst = true;
    await page.route('**/p/*', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue();
      isFirst = false;
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    await page.getByLabel('Valor').fill('50,00');
    await typeCard(page);
    await pay(page);
    await page.getByRole('alert').getByText('você paga uma vez só').waitFor();
    assert.equal(await page.getByLabel('Valor').isEditable(), false);
    await pay(page);
    await approved(page);
    await page.getByRole('heading', { name: 'R$ 50,00' }).waitFor();
  });

  test('a reusable link goes on with the payment of its visit', async (t) => {
    const page = await open(t, await openLink());
    await page.getByLabel('Valor').fill('50,00');
    await typeCard(page, { number: ABOVE_LIMIT });
    await pay(page);
    await page.getByRole('alert').waitFor();
    assert.match(page.url(), /\/v1\/payment\//);
    assert.equal(await page.getByLabel('Valor').isEditable(), false);
    assert.equal(await typedIn(page, 'Nome impresso no cartão'), 'Maria da Silva');
    await page.reload();
    await page.getByRole('alert').waitFor();
    await typeCard(page);
    await pay(page);
    await approved(page);
    await page.getByRole('heading', { name: 'R$ 50,00' }).waitFor();
  });

  test('a test card of the sandbox is typed by one press, and accepted brands are shown', async (t) => {
    const link = await createLink(service);
    const page = await open(t, link.url);
    await page
      .getByRole('img', { name: 'Aceita Visa, Mastercard, Elo, American Express, Hipercard' })
      .waitFor();
    await page.getByRole('button', { name: 'Débito: o banco confirma' }).click();
    assert.equal(await page.getByLabel('Débito').isChecked(), true);
    await page.getByRole('button', { name: 'Sem saldo' }).click();
    assert.equal(await page.getByLabel('Crédito').isChecked(), true);
    assert.equal(await page.locator('.marks .other').count(), 4);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Aprovado' }).click();
    await page.keyboard.press('Enter');
    await approved(page);
  });

  test('a receipt is shared and printed, and stays once it is touched', async (t) => {
    const link = await createLink(service, { redirectUrl: 'https://loja.example/fim' });
    const page = await open(t, link.url);
    await page.addInitScript(
      'navigator.share = async (given) => { window.shared = given.text; }; window.print = () => { window.printed = true; };',
    );
    await typeCard(page);
    await pay(page);
    await approved(page);
    await page.getByText('Você volta à loja em alguns segundos.').waitFor();
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    assert.match(String(await page.evaluate('window.shared')), /^Comprovante de pagamento de R\$\s289,90\n/);
    assert.equal(await page.getByText('Você volta à loja em alguns segundos.').isVisible(), false);
    await page.getByRole('button', { name: 'Imprimir ou salvar' }).click();
    assert.equal(await page.evaluate('window.printed'), true);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('button', { name: 'Compartilhar' }).isVisible(), false);
    await page.emulateMedia({ media: 'screen' });
  });
});
