import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { postJson } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertNoBarriersInBothSchemes, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;
const DAY_MS = 24 * 60 * 60_000;
const PAYER = {
  document: '11144477735',
  address: {
    ...{ address: 'Rua das Flores', number: '100', district: 'Centro' },
    ...{ zipcode: '01001000', city: 'São Paulo', state: 'SP' },
  },
};

describe('Slips by due date, in a real browser', () => {
  const service = testService('sqlite');
  const stage = stageOf(service);
  const shown = (locator: Locator) => locator.locator('visible=true').first().waitFor();
  const look = async (page: Page, name: string, width: number): Promise<void> => {
    await assertNoBarriersInBothSchemes(page, width);
    if (PICTURES === undefined) return;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: join(PICTURES, `slips-${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  };
  const make = async (name: string, amount: number, days: number, more: object = {}) => {
    const expirationDate = new Date(service.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
    const answer = await postJson(service, {
      ...{ amount: String(amount), referenceId: `pedido de ${name}`, customer: { ...PAYER, name } },
      payment: { bankSlip: { expirationDate, instructions: 'Não receber em cheque.', ...more } },
    });
    assert.equal(answer.status, 201, answer.text);
    return (answer.json() as { transactionId: string }).transactionId;
  };

  for (const width of WIDE_BY_DAY) {
    test(`what is to come in is listed with its second copy, and what was paid too, at ${width}`, async (t) => {
      const { page, complaints, close } = await openScreen(stage, width, 'boletos?visao=late');
      t.after(close);
      await page.getByText('Nenhum boleto vencido').waitFor();
      await look(page, 'none', width);
      const name = `Maria Albuquerque da Silva ${width}`;
      const id = await make(name, 12_303, 20, { payableDaysAfterDue: 30 });
      await make(`Rui Dias ${width}`, 45_003, 40);
      const tabs = page.getByRole('navigation', { name: 'Visões' });
      await tabs.getByRole('link', { name: 'A vencer' }).click();
      assert.deepEqual(await tabs.locator('[aria-current]').allTextContents(), ['A vencer']);
      await shown(page.getByText(name));
      await shown(page.getByText(/em \d boletos/));
      const pdf = page.getByRole('link', { name: new RegExp(`^PDF do boleto de R\\$\\s123,03 de ${name}`) });
      const href = (await pdf.locator('visible=true').getAttribute('href')) ?? '';
      assert.match(href, /\/v1\/url-payment\/[\w-]{43}\/pdf$/);
      const copy = new RegExp(`^Copiar o link do boleto de R\\$\\s123,03 de ${name}`);
      await shown(page.getByRole('button', { name: copy }));
      await look(page, 'due', width);
      const paid = await service.send({
        method: 'POST',
        path: '/__sim/slip/pay',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactionId: id }),
      });
      assert.equal(paid.status, 200, paid.text);
      const { transactions } = service.rooms();
      await until('the slip is paid', async () => (await transactions.findAny(id))?.result.status === 6);
      await tabs.getByRole('link', { name: 'Pagos' }).click();
      await shown(page.getByText(name));
      await look(page, 'paid', width);
      await page
        .getByRole('link', { name: new RegExp(name) })
        .locator('visible=true')
        .first()
        .click();
      await shown(page.getByText('Confirmada'));
      assert.deepEqual(complaints, []);
    });
  }

  test('what is late can still be sent again', async (t) => {
    await make('Ana Souza', 20_003, 2, { payableDaysAfterDue: 40 });
    service.clock.advance(9 * DAY_MS);
    for (const width of WIDE_BY_DAY) {
      const { page, complaints, close } = await openScreen(stage, width, 'boletos');
      t.after(close);
      const figures = { count: 3, amount: 85_000, bounded: true };
      await page.route('**/slips/summary?view=late', (route) => route.fulfill({ json: figures }));
      await page.getByRole('link', { name: 'Vencidos' }).click();
      await shown(page.getByText(/^Mais de R\$\s850,00 em mais de 3 boletos$/));
      await shown(page.getByText('Vencido', { exact: true }));
      await shown(page.getByText('Ana Souza'));
      await shown(page.getByText(/aceito até/));
      await look(page, 'late', width);
      assert.deepEqual(complaints, []);
    }
  });
});
