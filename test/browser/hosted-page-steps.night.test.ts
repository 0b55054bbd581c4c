import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_PAIR } from '../support/gateway-client.ts';
import { createLink, linkRecord, submit } from '../support/hosted-page.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { pay, typeCard, VISA } from './hosted-form.ts';
import { assertNoBarriersNarrowByDay, openPanelPage, WAIT_MS, WIDE_BY_DAY } from './panel-page.ts';
import { stageOf } from './stage.ts';

const MASTERCARD = '5448280000000007';
const CHALLENGED = '4000000000001091';
const NO_FUNDS = '4000000000090516';
const WEEK_AND_A_DAY_MS = 8 * 24 * 60 * 60_000;

describe('The hosted page, step by step', () => {
  const { service, chromium } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' }));

  const open = async (t: { after(end: () => Promise<void>): void }, width: number) => {
    const opened = await openPanelPage(chromium(), { width });
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    return opened.page;
  };
  const attemptsOf = async (id: string) =>
    ((await service.command('transaction', 'show', id)).attempts as unknown[]).length;

  test('a canceled, used up, expired or unknown link shows that, and what to do, at each width', async (t) => {
    const page = await open(t, 1280);
    const says = async (address: string, heading: string) => {
      await page.goto(address);
      await page.getByRole('heading', { name: heading }).waitFor();
      assert.equal(await page.locator('form').count(), 0);
      await assertNoBarriersNarrowByDay(page);
    };
    const canceled = await createLink(service);
    const cancel = `/v1/transactions/${canceled.transactionId}/void`;
    await service.send({ method: 'PUT', path: cancel, headers: API_PAIR });
    await says(canceled.url, 'Este link foi cancelado');

    const made = await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({
        name: 'Bolo',
        amount: '21000',
        maxUses: 1,
        payment: { card: { capture: true } },
      }),
    });
    const { url } = made.json() as { url: string };
    assert.equal((await submit(service, new URL(url).pathname)).status, 303);
    await says(url, 'Este link já foi usado');

    const expired = await createLink(service);
    service.clock.advance(WEEK_AND_A_DAY_MS);
    await until(
      'it has expired',
      async () => (await linkRecord(service, expired.transactionId)).status === 4,
    );
    await says(expired.url, 'Este link expirou');
    await says(`${new URL(url).origin}/v1/payment/${'x'.repeat(43)}`, 'Link não encontrado');
  });

  for (const width of WIDE_BY_DAY) {
    test(`at ${width} every step can be reloaded and gone back from, and the link is paid once`, async (t) => {
      const page = await open(t, width);
      const link = await createLink(service);
      await page.goto(link.url);
      await page.reload();
      await typeCard(page, { number: NO_FUNDS });
      await pay(page);
      await page.getByRole('alert').waitFor();
      await page.reload();
      await page.getByRole('alert').waitFor();
      assert.equal(await attemptsOf(link.transactionId), 1);

      await page.getByText('Débito', { exact: true }).click();
      await typeCard(page, { number: CHALLENGED });
      await pay(page);
      await page.locator('.code').waitFor();
      await page.reload();
      await page.locator('.code').waitFor();
      await page.goBack();
      // The earlier form, or the bank's page again: nothing that pays a second time.
      await page.goto(link.url);
      await page.locator('.code').waitFor();
      assert.equal(await attemptsOf(link.transactionId), 2);
      await page.getByLabel('Código').fill('000000');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page.getByRole('button', { name: /^Pagar/ }).waitFor();

      await typeCard(page, { number: MASTERCARD });
      await page.getByLabel('Parcelas').selectOption('2');
      await pay(page);
      await page.getByText('Pagamento aprovado').waitFor();
      await page.getByText('Crédito, 2x de R$ 144,95 sem juros').waitFor();
      await page.reload();
      await page.getByText('Pagamento aprovado').waitFor();
      await page.goBack();
      await page.goto(link.url);
      await page.getByText('Pagamento aprovado').waitFor();
      assert.equal(await attemptsOf(link.transactionId), 3);
      assert.equal((await linkRecord(service, link.transactionId)).status, 6);
    });

    test(`at ${width} a slow network keeps the button busy, and the form is sent once`, async (t) => {
      const page = await open(t, width);
      const link = await createLink(service);
      await page.goto(link.url);
      await typeCard(page, { number: VISA });
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
      // Playwright waits while the browser waits for an answer, so a script in the page records its state and clicks again.
      await page.evaluate(`(() => {
        const button = document.querySelector('button.go');
        button.form.addEventListener('submit', () => setTimeout(() => {
          sessionStorage.busy = button.getAttribute('aria-disabled') + ' ' + button.textContent;
          button.click();
          button.form.requestSubmit();
        }), { once: true });
      })()`);
      await page.locator('button.go').click({ noWaitAfter: true });
      await until('the form is on its way', () => sent > 0);
      release();
      await page.getByText('Pagamento aprovado').waitFor();
      assert.equal(await page.evaluate('sessionStorage.busy'), 'true Falando com o banco…');
      assert.equal(sent, 1);
      assert.equal(await attemptsOf(link.transactionId), 1);
    });

    test(`at ${width} without JavaScript: refused, another card, the bank in debit`, async (t) => {
      const context = await chromium().newContext({
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
        locale: 'pt-BR',
      });
      t.after(() => context.close());
      context.setDefaultTimeout(WAIT_MS);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      const link = await createLink(service);
      await page.goto(link.url);
      await typeCard(page, { number: NO_FUNDS });
      await pay(page);
      await page.getByRole('alert').waitFor();
      await page.getByText('Débito', { exact: true }).click();
      await typeCard(page, { number: CHALLENGED });
      await pay(page);
      await page.getByLabel('Código').fill((await page.locator('.code').textContent())?.trim() ?? '');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      const onward = page.getByRole('button').or(page.getByRole('link', { name: 'Continuar' }));
      const approved = page.getByText('Pagamento aprovado');
      await approved.or(onward).first().waitFor();
      if (!(await approved.isVisible())) await onward.first().click();
      await approved.waitFor();
      assert.equal((await linkRecord(service, link.transactionId)).status, 6);
      assert.deepEqual(complaints, []);
    });
  }

  test('nothing violates the content security policy, from the form to the receipt; a violation would be seen', async (t) => {
    const { page, complaints, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    const violations: string[] = [];
    await page.exposeFunction('violated', (what: string) => void violations.push(what));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => violated(event.effectiveDirective + ' ' + event.blockedURI))",
    );
    await page.goto((await createLink(service)).url);
    await pay(page);
    await page.getByText('Confira o número do cartão.').waitFor();
    await typeCard(page, { number: NO_FUNDS });
    await pay(page);
    await page.getByRole('alert').waitFor();
    await typeCard(page, { number: VISA });
    await pay(page);
    await page.getByText('Pagamento aprovado').waitFor();
    const form = await service.send({
      method: 'POST',
      path: '/v1/tokenization/intention',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ referenceId: 'cliente-1' }),
    });
    await page.goto((form.json() as { url: string }).url);
    await typeCard(page, { number: VISA });
    await page.getByRole('button', { name: 'Guardar cartão' }).click();
    await page.getByRole('heading', { name: 'Cartão salvo' }).waitFor();
    assert.deepEqual([violations, complaints], [[], []]);

    await page.evaluate(`document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'window.hostile = true' }),
      Object.assign(new Image(), { src: 'https://x.example/' }),
    )`);
    await until('both are reported', () => violations.length === 2 && complaints.length >= 2);
    assert.equal(await page.evaluate('window.hostile'), undefined);
    assert.match(
      violations.toSorted().join(', '),
      /^img-src https:\/\/x\.example\/?, script-src-elem inline$/,
    );
  });
});
