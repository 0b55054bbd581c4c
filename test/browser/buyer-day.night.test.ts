import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { API_PAIR, postJson } from '../support/gateway-client.ts';
import { createLink, linkRecord } from '../support/hosted-page.ts';
import { testService } from '../support/service.ts';
import { approved, pay, typeCard, VISA } from './hosted-form.ts';
import { assertNoBarriersInBothSchemes, openPanelPage, WIDTHS } from './panel-page.ts';
import { pixShop } from './pix-buyer.ts';
import { stageOf } from './stage.ts';

const NO_FUNDS = '4000000000090516';
const CHALLENGED = '4000000000001091';
const DAY_MS = 24 * 60 * 60_000;
/** Nobody pays this amount by itself. */
const SLIP_AMOUNT = '12303';
const CUSTOMER = {
  name: 'Maria da Silva',
  document: '111.444.777-35',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001-000',
    city: 'São Paulo',
    state: 'sp',
  },
};
/** What a test reads of the browser's own dialogs. */
const OWN_DIALOGS =
  'navigator.share = async (given) => { window.shared = given.text; }; window.print = () => { window.printed = true; };';

for (const width of WIDTHS) {
  describe(`The day of a buyer, in a real browser at ${width}`, () => {
    const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
    const { chromium } = stageOf(service);
    const shop = pixShop(service);
    const look = (page: Page) => assertNoBarriersInBothSchemes(page, width);
    const open = async (t: TestContext, url: string): Promise<Page> => {
      const opened = await openPanelPage(chromium(), { width, fresh: true });
      t.after(async () => {
        await opened.close();
        assert.deepEqual(opened.complaints, []);
      });
      await opened.page.addInitScript(OWN_DIALOGS);
      await opened.page.goto(url);
      return opened.page;
    };

    test('a refused card keeps the fields, another pays in installments, and the receipt is printed and shared', async (t) => {
      const link = await createLink(service, { description: 'Encomenda de aniversário' });
      const page = await open(t, link.url);
      await page.getByRole('heading', { name: /^R\$\s289,90$/ }).waitFor();
      await page.getByText('Encomenda de aniversário').waitFor();
      await look(page);
      await typeCard(page, { number: NO_FUNDS });
      await page.getByLabel('Parcelas').selectOption('3');
      await pay(page);
      const refusal = page.getByRole('alert');
      await refusal.getByText('Saldo ou limite insuficiente.').waitFor();
      await refusal.getByText(/^Nada foi cobrado\./).waitFor();
      assert.equal(await page.getByLabel('Número do cartão').inputValue(), '4000 0000 0009 0516');
      assert.equal(await page.getByLabel('Nome impresso no cartão').inputValue(), 'Maria da Silva');
      assert.equal(await page.getByLabel('Parcelas').inputValue(), '3');
      assert.equal(await page.getByLabel('Código (CVV)').inputValue(), '');
      await look(page);
      await page.getByLabel('Número do cartão').fill(VISA);
      await page.getByLabel('Código (CVV)').fill('123');
      await pay(page);
      await approved(page);
      await page.getByRole('heading', { name: /^R\$\s289,90$/ }).waitFor();
      await page.getByText('Crédito, 3x de R$ 96,63 sem juros').waitFor();
      await page.getByText('Visa final 5682').waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Compartilhar' }).click();
      assert.match(
        String(await page.evaluate('window.shared')),
        /^Comprovante de pagamento de R\$\s289,90\n/,
      );
      await page.getByRole('button', { name: 'Imprimir ou salvar' }).click();
      assert.equal(await page.evaluate('window.printed'), true);
      assert.equal((await linkRecord(service, link.transactionId)).status, 6);

      const cancel = `/v1/transactions/${link.transactionId}/void`;
      const gaveBack = await service.send({ method: 'PUT', path: cancel, headers: API_PAIR });
      assert.equal(gaveBack.status, 200, gaveBack.text);
      await page.goto(link.url);
      await page.getByRole('heading', { name: /^(?:Pagamento cancelado|Devolução em andamento)$/ }).waitFor();
      await look(page);
    });

    test('an order that is canceled before it is paid says that nothing was charged', async (t) => {
      const link = await createLink(service);
      const page = await open(t, link.url);
      await typeCard(page);
      const cancel = `/v1/transactions/${link.transactionId}/void`;
      await service.send({ method: 'PUT', path: cancel, headers: API_PAIR });
      await pay(page);
      await page.getByRole('heading', { name: 'Este link foi cancelado' }).waitFor();
      await page.getByText('A loja cancelou este pagamento. Nada foi cobrado.').waitFor();
      await look(page);
    });

    test('the bank asks for a code: a wrong one leads back to the form, the right one to the receipt', async (t) => {
      const link = await createLink(service);
      const page = await open(t, link.url);
      const payInDebit = async () => {
        await page.getByText('Débito', { exact: true }).click();
        await typeCard(page, { number: CHALLENGED });
        await pay(page);
        await page.locator('.code').waitFor();
        await look(page);
      };
      await payInDebit();
      await page.getByLabel('Código').fill('000000');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await page
        .getByRole('alert')
        .getByText('O banco do cartão não confirmou que a compra é sua.')
        .waitFor();
      await look(page);
      await payInDebit();
      await page.getByLabel('Código').fill((await page.locator('.code').textContent())?.trim() ?? '');
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await approved(page);
      await page.getByText('Débito', { exact: true }).waitFor();
      await look(page);
    });

    test('a Pix is copied and paid, and its receipt comes by itself', async (t) => {
      const { id, url } = await shop.intend();
      const page = await open(t, url);
      await page.getByRole('link', { name: /^Pix/ }).click();
      await look(page);
      await page.getByRole('button', { name: 'Gerar código Pix' }).click();
      assert.match(await page.getByLabel('Pix copia e cola').inputValue(), /^000201.*6304[0-9A-F]{4}$/);
      await page.evaluate('navigator.clipboard.writeText = async (text) => { window.written = text }');
      await page.getByRole('button', { name: 'Copiar código Pix' }).click();
      await page.getByText('Código copiado').waitFor();
      assert.match(String(await page.evaluate('window.written')), /^000201/);
      await look(page);
      await shop.pay(id);
      await page.getByText('Pix recebido').waitFor();
      await page
        .getByText(/R\$\s289,03/)
        .first()
        .waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Compartilhar' }).click();
      assert.match(String(await page.evaluate('window.shared')), /R\$\s289,03/);
    });

    test('a slip is shown with its due day, its line is copied, and paid it is a receipt', async (t) => {
      const due = new Date(service.clock.now() + 5 * DAY_MS - DAY_MS / 8).toISOString().slice(0, 10);
      const made = await postJson(service, {
        amount: SLIP_AMOUNT,
        customer: CUSTOMER,
        payment: { bankSlip: { expirationDate: due, instructions: 'Não receber em cheque' } },
      });
      assert.equal(made.status, 201, made.text);
      const { payment } = made.json() as { payment: { bankSlip: { url: string; digitableLine: string } } };
      const { url, digitableLine } = payment.bankSlip;
      const page = await open(t, url);
      await page
        .getByRole('heading', { name: /^R\$\s123,03$/ })
        .first()
        .waitFor();
      await page.getByText(/^Vence /).waitFor();
      await page.evaluate('navigator.clipboard.writeText = async (text) => { window.written = text }');
      await page.getByRole('button', { name: 'Copiar linha digitável' }).click();
      await page.locator('#copiado').getByText('Código copiado').waitFor();
      assert.equal(String(await page.evaluate('window.written')).replaceAll(/\D/g, ''), digitableLine);
      await look(page);
      await page.getByRole('button', { name: 'Pagar agora (teste)' }).click();
      await page.getByText('Boleto pago').waitFor();
      await page
        .getByText(/R\$\s123,03/)
        .first()
        .waitFor();
      await look(page);
    });

    test('a card is saved for later, with words about what it is for', async (t) => {
      const asked = await service.send({
        method: 'POST',
        path: '/v1/tokenization/intention',
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify({ referenceId: 'cliente-1' }),
      });
      const page = await open(t, (asked.json() as { url: string }).url);
      await look(page);
      await typeCard(page, { number: VISA });
      await page.getByRole('button', { name: 'Guardar cartão' }).click();
      await page.getByRole('heading', { name: 'Cartão salvo' }).waitFor();
      await look(page);
    });
  });
}
