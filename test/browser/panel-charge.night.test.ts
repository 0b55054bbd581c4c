import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserOf, okJson } from '../contract/panel/panel-client.ts';
import { postJson } from '../support/gateway-client.ts';
import { soldIn } from '../support/movements.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersInBothSchemes, goWithin, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;
const PAYER = {
  name: 'Maria da Silva',
  document: '11144477735',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001000',
    city: 'São Paulo',
    state: 'SP',
  },
};

async function look(page: Page, name: string, width: number): Promise<void> {
  await assertNoBarriersInBothSchemes(page, width);
  if (PICTURES === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  }
}

describe('Charging by Pix in a real browser', () => {
  const service = testService('sqlite');
  const stage = stageOf(service);

  for (const width of WIDE_BY_DAY) {
    test(`a Pix by amount is shown, turns paid by itself, and is found by its amount at ${width}`, async (t) => {
      const { page, complaints, close } = await openScreen(stage, width, 'inicio');
      t.after(close);
      await page.getByRole('link', { name: 'Cobrar', exact: true }).locator('visible=true').last().click();
      // The digits 03: nobody pays it until the test does.
      await page.getByLabel('Valor', { exact: true }).fill('150,03');
      await page.getByLabel('Para quê').fill('Bolo de cenoura');
      await assertNoBarriersInBothSchemes(page, width);
      await page.getByRole('button', { name: /Cobrar R\$/ }).click();
      await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
      await page.getByText('Bolo de cenoura').waitFor();
      const share = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
      assert.match(
        decodeURIComponent((await share.getAttribute('href')) ?? ''),
        /150,03.*\/v1\/url-payment\//,
      );
      await assertNoBarriersInBothSchemes(page, width);

      const id = new URL(page.url()).searchParams.get('venda') ?? '';
      await goWithin(page, `/painel/vendas/${id}`);
      await page.getByText('Aguardando o Pix').first().waitFor();
      await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
      await page.getByRole('link', { name: 'Mostrar na tela toda' }).click();
      await page.getByText('Esta tela avisa quando for pago').waitFor();
      const paid = await service.send({
        method: 'POST',
        path: '/__sim/pix/pay',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactionId: id }),
      });
      assert.equal(paid.status, 200, paid.text);
      await page.getByText('Pago', { exact: true }).waitFor();
      await page.getByRole('img', { name: 'QR code do Pix' }).waitFor({ state: 'detached' });
      await assertNoBarriersInBothSchemes(page, width);

      await page.getByRole('button', { name: 'Nova cobrança' }).click();
      await page.getByRole('heading', { name: 'Cobrar por Pix' }).waitFor();
      assert.deepEqual(complaints, []);
    });
  }

  for (const width of WIDE_BY_DAY) {
    test(`a slip is made of a client whose address is known, at ${width}`, async (t) => {
      const asClient = browserOf(service);
      okJson(await asClient.logIn());
      const { address: street, zipcode, ...where } = PAYER.address;
      const name = `Cliente de ${width}`;
      const document = width === 390 ? '52998224725' : '28736591068';
      const client = { document, name, email: 'cliente@exemplo.com.br' };
      const address = { ...where, street, postalCode: zipcode };
      okJson(await asClient.call('POST', '/clients', { ...client, address }));
      const { page, complaints, close } = await openScreen(stage, width, 'cobrar');
      t.after(close);
      await page.getByRole('link', { name: 'Boleto', exact: true }).click();
      await page.getByRole('heading', { name: 'Cobrar por boleto' }).waitFor();
      await page.getByRole('button', { name: 'Emitir boleto' }).click();
      await page.getByText('O banco aceita boletos a partir de').waitFor();
      const current = page.getByRole('navigation', { name: 'Forma de cobrar' }).locator('[aria-current]');
      assert.deepEqual(await current.allTextContents(), ['Boleto']);
      await look(page, 'slip-charge-faults', width);
      await page.getByLabel('Valor', { exact: true }).fill('123,03');
      await page.getByRole('combobox', { name: 'Cliente cadastrado' }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
      await page.getByText('Depois do vencimento, instruções e pedido').click();
      await page.getByLabel('Multa, em %').fill('2');
      await look(page, 'slip-charge', width);
      assert.equal(await page.getByLabel('Logradouro').inputValue(), street);
      await page.getByRole('button', { name: /Emitir boleto de R\$\s123,03/ }).click();
      await page.getByRole('button', { name: 'Copiar a linha digitável' }).waitFor();
      await page.getByText(name).first().waitFor();
      assert.deepEqual(complaints, []);
    });

    test(`a slip is sent again, and gets a new due date, at ${width}`, async (t) => {
      const dueOn = (days: number) =>
        new Date(service.clock.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
      const made = await postJson(service, {
        // The digits 03: nobody pays it.
        ...{ amount: '12303', customer: PAYER },
        payment: { bankSlip: { expirationDate: dueOn(5), instructions: 'Obrigado' } },
      });
      const { transactionId } = made.json() as { transactionId: string };
      const { page, complaints, close } = await openScreen(stage, width, `vendas/${transactionId}`);
      t.after(close);
      await page.getByText('Aguardando o boleto').first().waitFor();
      await page.getByRole('button', { name: 'Copiar a linha digitável' }).waitFor();
      const share = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
      assert.match(
        decodeURIComponent((await share.getAttribute('href')) ?? ''),
        /123,03.*\/v1\/url-payment\//,
      );
      await look(page, 'slip-sale', width);
      await page.getByRole('button', { name: 'Novo vencimento' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Novo vencimento', { exact: false }).last().fill(dueOn(20));
      await look(page, 'slip-due-date', width);
      await dialog.getByRole('button', { name: /Emitir boleto de R\$\s123,03/ }).click();
      await page.getByRole('link', { name: 'Ver o boleto anterior' }).waitFor();
      await look(page, 'slip-new', width);
      await page.getByRole('link', { name: 'Ver o boleto anterior' }).click();
      await page.getByText('Cancelada', { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Ver o boleto novo' }).waitFor();
      await look(page, 'slip-old', width);
      assert.deepEqual(complaints, []);
    });
  }

  test('a client is charged every month by a plan made on a phone, which gives the link for the missing card', async (t) => {
    const { page, complaints, close } = await openScreen(stage, 390, 'clientes/novo');
    t.after(close);
    await page.getByLabel('Nome ou razão social').fill('Rui Dias');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: 'Rui Dias' }).locator('visible=true').click();
    await page.getByRole('link', { name: 'Nova cobrança no cartão' }).click();
    await page.getByLabel('Valor de cada mês').fill('129,00');
    await page.getByText(/^12 cobranças, R\$\s1\.548,00 ao todo/).waitFor();
    await assertNoBarriersInBothSchemes(page, 390);
    await page.getByRole('button', { name: 'Criar plano mensal' }).click();
    await page.waitForURL(/\/recorrencias\/\d+$/);
    await page.getByText('Rui Dias').first().waitFor();
    await page.getByText('está sem cartão válido').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a buyer is made a client by one press, and a form that was changed is not left by mistake', async (t) => {
    const { page, complaints, close } = await openScreen(stage, 390, 'cobrar');
    t.after(close);
    await page.getByLabel('Valor', { exact: true }).fill('12,07');
    await page.getByText('Cliente, pedido e prazo').click();
    await page.getByLabel('Nome do cliente').fill('Lia Reis');
    await page.getByLabel('CPF ou CNPJ').fill('390.533.447-05');
    await page.getByRole('button', { name: /Cobrar R\$/ }).click();
    await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
    await goWithin(page, `/painel/vendas/${new URL(page.url()).searchParams.get('venda')}`);
    await page.getByRole('button', { name: 'Cobrar de novo este cliente' }).click();
    await page.getByRole('heading', { name: 'Lia Reis' }).waitFor();
    assert.equal(await page.getByLabel('CPF ou CNPJ').inputValue(), '390.533.447-05');

    const asked: string[] = [];
    const answers = [false, true];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      return answers[asked.length - 1] ? dialog.accept() : dialog.dismiss();
    });
    await page.getByLabel('Referência').fill('cliente 7');
    const back = page.getByRole('link', { name: 'Clientes' }).locator('visible=true').first();
    await back.click();
    assert.equal(await page.getByLabel('Referência').inputValue(), 'cliente 7');
    await back.click();
    await page.getByRole('heading', { name: 'Clientes', exact: true }).waitFor();
    assert.equal(asked.length, 2);
    assert.match(asked[0] ?? '', /ainda não foram salvas/);
    await page.getByRole('link', { name: 'Lia Reis' }).locator('visible=true').click();
    await page.getByLabel('Referência').fill('cliente 8');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('heading', { name: 'Clientes', exact: true }).waitFor();
    assert.equal(asked.length, 2, 'what is saved is left without a question');
    page.removeAllListeners('dialog');
    assert.deepEqual(complaints, []);
  });

  test('the search of the top bar opens the only sale of an amount, and screens by their name', async (t) => {
    const id = await soldIn(service, 6, { top: { amount: '77741' } });
    const { page, complaints, close } = await openScreen(stage, 1280, 'inicio');
    t.after(close);
    const field = page.getByLabel('Buscar venda em todo o período, ou tela');
    await field.fill('777,41');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/vendas/${id}$`));
    await field.fill('recorrencias');
    await page.getByRole('list', { name: 'Telas' }).getByRole('link', { name: 'Recorrências' }).click();
    await page.waitForURL(/\/recorrencias$/);
    assert.deepEqual(complaints, []);
  });
});
