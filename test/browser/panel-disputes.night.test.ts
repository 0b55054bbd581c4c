import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LETTER, pdfOf } from '../../src/operations/photos/test-pdf.ts';
import { sell } from '../support/gateway-client.ts';
import { readPdfPages } from '../support/pdf-page.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersInBothSchemes, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

const LOCKED = { userPassword: 'segredo', ownerPassword: 'dono', pdfVersion: '1.7' } as const;

/** On the screen of a dispute: a PDF that cannot be opened, then one that becomes pages of the dossier. */
async function attachPdf(page: Page, width: number): Promise<void> {
  const attach = async (name: string, buffer: Buffer) =>
    page.getByLabel('Arquivo para o dossiê').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await attach('senha.pdf', await pdfOf([LETTER], LOCKED));
  await page.getByText(/Este PDF pede uma senha/).waitFor();
  await assertNoBarriersInBothSchemes(page, width);
  await attach('nota.pdf', await pdfOf([LETTER, LETTER]));
  await page.getByRole('button', { name: 'Tirar nota.pdf' }).waitFor();
  assert.equal(await page.getByText(/Este PDF pede uma senha/).count(), 0);
  await assertNoBarriersInBothSchemes(page, width);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar o dossiê' }).click(),
  ]);
  const { texts } = await readPdfPages(await readFile(await saved.path()));
  assert.match(texts.at(-1) ?? '', /nota\.pdf, página 2 de 2/);
}

describe('Disputes, in a real browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' });
  const stage = stageOf(service);
  const sales = new Map<number, string>();

  before(async () => {
    for (const width of WIDE_BY_DAY) {
      const sold = await sell(service, {
        top: { amount: '30000', referenceId: `cadeira-${width}` },
        card: { capture: true },
      });
      sales.set(width, (sold.json() as { transactionId: string }).transactionId);
    }
  });

  for (const width of WIDE_BY_DAY) {
    test(`are recorded at their sale, answered, and warned of before a refund, at ${width}`, async (t) => {
      const { page, complaints, close } = await openScreen(stage, width, `vendas/${sales.get(width)}`);
      t.after(close);
      await page.getByRole('link', { name: 'Registrar uma disputa' }).click();
      await page.getByLabel('Número do processo').fill('7700123');
      await page.getByLabel('Código do motivo').fill('10.4');
      await assertNoBarriersInBothSchemes(page, width);
      await page.getByRole('button', { name: 'Registrar', exact: true }).click();
      await page.getByRole('heading', { name: /Contestação de R\$\s300,00/ }).waitFor();
      await attachPdf(page, width);

      await page.goto(`${stage.address()}/painel/disputas`);
      await page.getByRole('heading', { name: /disputas? a responder/ }).waitFor();
      await page
        .getByText(/faltam 10 dias/)
        .first()
        .waitFor();
      await assertNoBarriersInBothSchemes(page, width);

      await page.goto(`${stage.address()}/painel/vendas/${sales.get(width)}`);
      await page.getByRole('button', { name: /^Estornar/ }).click();
      await page.getByText(/o dinheiro sai duas vezes/).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await page.getByRole('button', { name: 'Voltar' }).click();

      await page.getByRole('link', { name: /Contestação de/ }).click();
      await page.getByRole('button', { name: 'Registrar a resposta' }).click();
      await page.getByRole('textbox', { name: 'O que foi enviado' }).fill('Rastreio com assinatura');
      await assertNoBarriersInBothSchemes(page, width);
      await page.getByRole('dialog').getByRole('button', { name: 'Registrar a resposta' }).click();
      await page.getByText('Rastreio com assinatura').waitFor();
      await page.getByText('Respondida').waitFor();
      assert.deepEqual(complaints, []);
    });
  }
});
