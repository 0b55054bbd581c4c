import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { soldIn } from '../support/movements.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersInBothSchemes, assertNoBarriersNow, resize, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

/** Of the sales that a test makes: its own are told from those of an earlier width by their sum. */
const FIRST = 15_000;
const SECOND = 4_250;
const PHONE = 390;

describe('How the day is, in a real browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' });
  const stage = stageOf(service);

  for (const [index, width] of WIDE_BY_DAY.entries()) {
    test(`a sale that is made meanwhile appears by itself, in list, hour, means of payment and figures, at ${width}`, async (t) => {
      const [soldBefore, countBefore] = [index * (FIRST + SECOND), index * 2];
      const row = (sum: number, count: number) => {
        const reais = ((soldBefore + sum) / 100).toFixed(2).replace('.', ',');
        return new RegExp(`R\\$\\s${reais} ?${countBefore + count} vendas?`);
      };
      const referenceId = `encomenda-de-natal-da-familia-albuquerque-para-entregar-no-dia-vinte-e-quatro-${width}`;
      await soldIn(service, 6, { top: { amount: String(FIRST), referenceId } });
      const { page, complaints, close } = await openScreen(stage, width, 'inicio');
      t.after(close);
      await page.getByRole('heading', { name: 'Confirmado por hora' }).waitFor();
      await page.getByRole('row', { name: row(FIRST, 1) }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      // The long reference makes nothing wider than a phone.
      await resize(page, PHONE);
      await page.getByText(referenceId).waitFor();
      await assertNoBarriersNow(page, PHONE);
      await resize(page, width);

      await soldIn(service, 6, { top: { amount: String(SECOND), referenceId: `chegou-${width}` } });
      await page.getByText(`chegou-${width}`).waitFor();
      await page.getByRole('row', { name: row(FIRST + SECOND, 2) }).waitFor();
      const credit = page.getByRole('listitem').filter({ hasText: row(FIRST + SECOND, 2) });
      await credit.getByRole('link', { name: 'Crédito' }).waitFor();

      await page.getByLabel('Período', { exact: true }).selectOption('Este mês');
      await page.getByRole('heading', { name: 'Confirmado por dia' }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await credit.getByRole('link', { name: 'Crédito' }).click();
      const all = countBefore + 2;
      await page.getByText(`${all} de ${all} vendas`).waitFor();
      assert.deepEqual(complaints, []);
    });
  }
});
