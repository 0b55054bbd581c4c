import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserOf, OPERATOR, okJson } from '../contract/panel/panel-client.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriers, logInAs, openPanelPage, WIDE_BY_DAY } from './panel-page.ts';
import { stageOf } from './stage.ts';

describe('What an account costs, in a real browser', () => {
  const { service, chromium, address } = stageOf(testService('sqlite'));

  for (const width of WIDE_BY_DAY) {
    test(`the operator says what an account costs from a day on, at ${width}`, async (t) => {
      const operator = browserOf(service);
      okJson(await operator.logIn(OPERATOR));
      const account = { personId: 1, provider: `GETNET${width}`, settings: [] };
      const { id } = okJson<{ id: number }>(await operator.call('POST', '/acquirers', account));
      const { page, complaints, close } = await openPanelPage(chromium(), { width });
      t.after(close);
      await logInAs(page, address(), OPERATOR);
      await page.goto(`${address()}/painel/adquirentes/${id}`);
      await page.getByRole('link', { name: 'Taxas' }).click();
      await page.getByText('Nenhuma tabela ainda').waitFor();
      await page.getByRole('link', { name: 'Nova tabela' }).click();
      await page.getByRole('button', { name: 'Salvar tabela' }).click();
      await page.getByText('Escolha o primeiro dia.').waitFor();
      await page.getByText('Informe ao menos uma taxa.').waitFor();
      await assertNoBarriers(page, width);
      await page.getByLabel('Primeiro dia de vendas com estas taxas').fill('2026-02-01');
      await page.getByLabel('Crédito à vista, em %').fill('2,5');
      await page.getByLabel('Crédito, 2 a 6 vezes, por venda').fill('0,10');
      await shoot(page, `taxas-nova-${width}`);
      await page.getByRole('button', { name: 'Salvar tabela' }).click();
      await page.getByRole('heading', { name: 'Vendas desde 01/02/2026' }).waitFor();
      await page.getByText('2,5 %').waitFor();
      await page.getByText(/0,10$/).waitFor();
      await assertNoBarriers(page, width);
      await shoot(page, `taxas-${width}`);
      assert.deepEqual(complaints, []);
    });
  }
});

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.GUICHE_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
