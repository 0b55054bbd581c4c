import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sell } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertNoBarriersInBothSchemes, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

const DEMO_PERSON = 1;
/** Paid soon: thirty days after a sale may be a weekend, and later than what is told of the next thirty. */
const FEES = { credit: { '*': { '1-12': { percent: '3.00' } } }, prepayment: 2 };

describe('What comes of sales, in a real browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '1000' });
  const stage = stageOf(service);
  let sale: { readonly id: string; readonly dueDay: string };

  before(async () => {
    const { money } = service.rooms();
    const sold = await sell(service, {
      top: { amount: '30000', referenceId: 'mesa-de-jantar' },
      card: { capture: true, installments: '3' },
    });
    const { transactionId: id } = sold.json() as { transactionId: string };
    const provider = await until('the lines of the sale', async () => {
      const [line] = await money.reader.ofSale(id);
      return line?.provider;
    });
    await money.fees.set({
      personId: DEMO_PERSON,
      provider,
      firstDay: '2020-01-01',
      content: JSON.stringify(FEES),
    });
    const dueDay = await until('its fees', async () => {
      const [line] = await money.reader.ofSale(id);
      return line?.fee === 300 && line.dueDay;
    });
    sale = { id, dueDay };
  });

  for (const width of WIDE_BY_DAY) {
    test(`stands in Início, in a calendar, line by line and at its sale, at ${width}`, async (t) => {
      const { page, complaints, close } = await openScreen(stage, width, 'inicio');
      t.after(close);
      await page.getByRole('link', { name: /A receber em 30 dias: R\$\s/ }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);

      const month = sale.dueDay.slice(0, 7);
      await page.goto(`${stage.address()}/painel/recebimentos?mes=${month}`);
      const day = page.getByRole('link', { name: /\d+ de [a-zç]+ de \d{4} ?R\$\s291,00$/ });
      await day.first().waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      await day.first().click();
      await page
        .getByRole('link', { name: /mesa-de-jantar/ })
        .first()
        .waitFor();
      await page.getByLabel('Situação', { exact: true }).selectOption('Recebido');
      await page.getByText('Nada com estes filtros').waitFor();

      await page.goto(`${stage.address()}/painel/vendas/${sale.id}`);
      await page.getByRole('heading', { name: 'Quando o dinheiro cai' }).waitFor();
      await page.getByRole('row', { name: /^3\/3 .*A receber R\$\s97,00$/ }).waitFor();
      await assertNoBarriersInBothSchemes(page, width);
      assert.deepEqual(complaints, []);
    });
  }
});
