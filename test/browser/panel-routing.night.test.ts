import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordOf } from '../support/gateway-answers.ts';
import { MASTERCARD, sell } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersNarrowByDay, logInAs, openPanelPage } from './panel-page.ts';
import { stageOf } from './stage.ts';

describe('Rotas in the panel, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' }));

  test('rules are written, tried on the last sales, saved, activated, and told at a sale', async (t) => {
    recordOf(await sell(service, { cardInfo: { number: MASTERCARD } }));
    const { page, complaints, close } = await openPanelPage(chromium());
    t.after(close);
    await logInAs(page, address());
    await page.goto(`${address()}/painel/rotas`);
    await page.getByText('Toda venda que não diz a adquirente vai para a conta padrão').waitFor();
    await assertNoBarriersNarrowByDay(page);

    await page.getByRole('link', { name: 'Criar rotas' }).click();
    await page.getByRole('button', { name: 'Salvar versão' }).click();
    await page.getByText('Dê um nome à regra.').first().waitFor();
    await page.getByLabel('Nome').fill('Mastercard na Cielo');
    await page.getByLabel('Mastercard', { exact: true }).check();
    await page.getByLabel('Acrescentar conta').selectOption('CIELO');
    await page.getByRole('button', { name: 'Subir Cielo' }).click();
    await page.getByText('Mais condições').click();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Testar', exact: true }).click();
    await page.getByText('A última venda iria para outra conta.').waitFor();
    await page.getByRole('button', { name: 'Salvar versão' }).click();

    await page.getByRole('heading', { name: 'Rotas, versão 1' }).waitFor();
    await page.getByText('Cielo, depois Rede').waitFor();
    await page.getByLabel('Bandeira').selectOption('MASTERCARD');
    await page.getByRole('button', { name: 'Ver para onde iria' }).click();
    await page.getByText('A regra "Mastercard na Cielo" (versão 1) manda para Cielo.').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await page.getByRole('button', { name: 'Ativar esta versão' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ativar a versão 1' });
    await dialog.getByText('A última venda iria para outra conta.').waitFor();
    await assertNoBarriersNarrowByDay(page);
    await dialog.getByRole('button', { name: 'Ativar', exact: true }).click();
    await page.getByRole('heading', { name: 'Valendo agora: versão 1' }).waitFor();
    await assertNoBarriersNarrowByDay(page);

    const sold = recordOf(await sell(service, { cardInfo: { number: MASTERCARD } }));
    await page.goto(`${address()}/painel/vendas/${sold.top.transactionId}`);
    await page.getByText('Por que Cielo?').waitFor();
    await page.getByText('A regra "Mastercard na Cielo" (versão 1) manda para Cielo.').first().waitFor();
    assert.deepEqual(complaints, []);
  });
});
