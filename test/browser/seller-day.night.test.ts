import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { cellsOfWorkbook } from '../support/workbook.ts';
import { approved, pay, typeCard } from './hosted-form.ts';
import { assertNoBarriersInBothSchemes, goWithin, openPanelPage, WIDTHS } from './panel-page.ts';
import { type Stage, stageOf } from './stage.ts';

/** As the fields of the panel take them. The digits 03: nobody pays it until the test does. */
const PIX = '150,03';
const CAKE = '209,97';

for (const width of WIDTHS) {
  describe(`The day of a seller, in a real browser at ${width}`, () => {
    const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' });
    const stage = stageOf(service);

    test('begins with nothing sold, and ends with what was sold, given back and is still to come', async (t) => {
      const { page, complaints, close } = await openPanelPage(stage.chromium(), { width, fresh: true });
      t.after(close);
      const seen = (text: string | RegExp) => page.getByText(text).locator('visible=true').first().waitFor();
      await logInByHand(page, stage.address());
      await seen('As vendas aparecem aqui assim que são feitas.');
      await seen('Nenhuma venda negada no período.');
      await assertFigures(page, { Confirmado: '0,00', Devolvido: '0,00' });
      await assertNoBarriersInBothSchemes(page, width);

      await chargeByPix(page, stage, width);
      await goWithin(page, '/painel/inicio');
      await assertFigures(page, { Confirmado: '150,03', 'Valor médio': '150,03' });

      const url = await sendLink(page, width);
      const buyer = await openPanelPage(stage.chromium(), { width, fresh: true });
      t.after(buyer.close);
      await buyer.page.goto(url);
      await typeCard(buyer.page);
      await buyer.page.getByLabel('Parcelas').selectOption('3');
      await pay(buyer.page);
      await approved(buyer.page);
      await buyer.page.getByText('Crédito, 3x de R$ 69,99 sem juros').waitFor();
      // Told on whatever screen is open.
      await page
        .getByRole('status')
        .getByText(/Você recebeu R\$\s209,97|2 vendas pagas agora/)
        .waitFor();
      await page.reload();
      await page.getByText('Pagamentos', { exact: true }).locator('xpath=..').getByText('1').waitFor();

      await goWithin(page, '/painel/inicio');
      await assertFigures(page, {
        Confirmado: '360,00',
        'Valor médio': '180,00',
        Devolvido: '0,00',
      });
      await seen('100%');
      await assertNoBarriersInBothSchemes(page, width);

      await refundAPart(page, width);
      await goWithin(page, '/painel/inicio');
      await assertFigures(page, { Devolvido: '60,00' });
      await exportTheMonth(page);
      await lookAtWhatIsToCome(page, stage, width);
      assert.deepEqual([...complaints, ...buyer.complaints], []);
    });
  });
}

async function logInByHand(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/painel`);
  await page.getByLabel('CPF, CNPJ ou e-mail').fill('111.444.777-35');
  await page.getByLabel('Senha', { exact: true }).fill('guiche-vendedor');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: /^Olá, Vendedor/ }).waitFor();
}

/** The figures of the first page, each by its name. */
async function assertFigures(page: Page, figures: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, amount] of Object.entries(figures)) {
    const figure = page.getByText(name, { exact: true }).locator('xpath=..').getByText(/^R\$/);
    await figure.first().waitFor();
    await until(`${name} is ${amount}`, async () => (await figure.first().textContent())?.endsWith(amount));
  }
}

async function chargeByPix(page: Page, { service }: Stage, width: number): Promise<void> {
  await page.getByRole('link', { name: 'Cobrar', exact: true }).locator('visible=true').last().click();
  await page.getByLabel('Valor', { exact: true }).fill(PIX);
  await page.getByLabel('Para quê').fill('Bolo de cenoura');
  await page.getByRole('button', { name: /^Cobrar R\$\s150,03$/ }).click();
  await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
  await page.getByText('Esta tela avisa quando for pago').waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  const transactionId = new URL(page.url()).searchParams.get('venda');
  const paid = await service.send({
    method: 'POST',
    path: '/__sim/pix/pay',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ transactionId }),
  });
  assert.equal(paid.status, 200, paid.text);
  await page.getByText('Pago', { exact: true }).waitFor();
}

/** Makes a link. Gives the address that is sent. */
async function sendLink(page: Page, width: number): Promise<string> {
  await goWithin(page, '/painel/cobrar');
  await page
    .getByRole('link', { name: 'Link de pagamento', exact: true })
    .locator('visible=true')
    .last()
    .click();
  await page.getByLabel('Nome do link').fill('Bolo de 3 kg');
  await page.getByRole('textbox', { name: 'Valor' }).fill(CAKE);
  await page.getByLabel('Parcelas no crédito').selectOption('3');
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('button', { name: 'Criar link' }).click();
  await page.getByRole('heading', { name: 'Bolo de 3 kg' }).waitFor();
  await page.getByText('Link criado.').waitFor();
  const url = (await page.getByRole('link', { name: 'Ver como o comprador' }).getAttribute('href')) ?? '';
  const share = (await page.getByRole('link', { name: 'Enviar pelo WhatsApp' }).getAttribute('href')) ?? '';
  assert.equal(decodeURIComponent(share), `https://wa.me/?text=Bolo de 3 kg: pague em ${url}`);
  await assertNoBarriersInBothSchemes(page, width);
  return url;
}

async function refundAPart(page: Page, width: number): Promise<void> {
  await goWithin(page, '/painel/vendas');
  await page
    .getByRole('link')
    .filter({ hasText: /209,97/ })
    .or(
      page
        .getByRole('row')
        .filter({ hasText: /209,97/ })
        .getByRole('link'),
    )
    .locator('visible=true')
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^R\$\s209,97$/ }).waitFor();
  await page.getByRole('row', { name: /^3\/3 .*A receber R\$\s69,99$/ }).waitFor();
  await page.getByRole('button', { name: 'Estornar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Estornar venda' });
  await dialog.getByText('Uma parte').click();
  await dialog.getByLabel('Valor').fill('60,00');
  await dialog.getByRole('button', { name: 'Item em falta' }).click();
  await dialog.getByText('O comprador vê o valor de volta em até duas faturas').waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  await dialog.getByRole('button', { name: /^Estornar R\$\s60,00$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const [name, amount] of [
    ['Capturado', /^R\$\s209,97$/],
    ['Estornado', /^R\$\s60,00$/],
    ['Restante', /^R\$\s149,97$/],
  ] as const) {
    await page.getByText(name, { exact: true }).locator('xpath=..').getByText(amount).first().waitFor();
  }
  await page.getByText('Item em falta').first().waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  await page.getByRole('link', { name: 'Comprovante' }).click();
  await page.getByText('Teste: sem valor, nenhum dinheiro se moveu').waitFor();
  await page
    .getByText(/R\$\s60,00/)
    .first()
    .waitFor();
  await assertNoBarriersInBothSchemes(page, width);
}

/** The sales of this month, as an accountant gets them. */
async function exportTheMonth(page: Page): Promise<void> {
  await goWithin(page, '/painel/vendas');
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar vendas' });
  await dialog.getByLabel('Um mês inteiro').check();
  await dialog
    .getByRole('combobox', { name: 'Mês' })
    .or(dialog.getByRole('textbox', { name: 'Mês' }))
    .click();
  await page.getByRole('option').first().click();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /\.xlsx$/);
  const [heads = [], ...rows] = cellsOfWorkbook(await readFile(await download.path()));
  const column = (name: string) => {
    const index = heads.findIndex(({ value }) => value === name);
    assert.ok(index >= 0, `${name} of ${heads.map(({ value }) => value).join()}`);
    return rows.map((row) => row[index]?.value ?? '').toSorted();
  };
  assert.deepEqual(column('Capturado').slice(0, 2), ['150.03', '209.97']);
  assert.deepEqual(column('Estornado').slice(0, 2), ['0', '60']);
}

async function lookAtWhatIsToCome(page: Page, { service }: Stage, width: number): Promise<void> {
  const id = await newestByPix(page);
  const [line] = await until('the line of the Pix', async () => {
    const lines = await service.rooms().money.reader.ofSale(id);
    return lines.length > 0 && lines;
  });
  await goWithin(page, '/painel/inicio');
  await page.getByRole('link', { name: /^A receber em 30 dias: R\$\s/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Recebimentos' }).waitFor();
  await page.getByText('Todas as situações').first().waitFor({ state: 'attached' });
  // A Pix has come when it is paid: it is in its month, not among what is still to come.
  await goWithin(page, '/painel/recebimentos');
  await page
    .getByText(/^Pix\b/)
    .locator('visible=true')
    .first()
    .waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  const paid = await service.send({
    method: 'POST',
    path: '/__sim/payouts/run',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ date: line?.dueDay }),
  });
  assert.equal(paid.status, 200, paid.text);
  await goWithin(page, '/painel/conciliacao');
  await page.getByRole('heading', { name: 'Conciliação' }).waitFor();
  await assertNoBarriersInBothSchemes(page, width);
}

async function newestByPix(page: Page): Promise<string> {
  const answer = await page.context().request.get(`${new URL(page.url()).origin}/painel/api/sales?limit=10`);
  const { items } = (await answer.json()) as { items: { id: string; kind: string }[] };
  return items.find(({ kind }) => kind === 'pix')?.id ?? '';
}
