import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { postJson } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { assertNoBarriersNarrowByDay, openPanelPage } from './panel-page.ts';
import { stageOf } from './stage.ts';

/** Ends in 03: nobody pays it but the test. */
const NEVER_PAID = 28_903;
/** Folder for screenshots, for development. */
const PICTURES = process.env.TEST_PICTURES;

describe('The page of a Pix in a browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  const { chromium } = stageOf(service);

  const made = async (): Promise<string> => {
    const body = { amount: NEVER_PAID, description: 'Encomenda de aniversário', payment: { pix: {} } };
    const answer = await postJson(service, body);
    assert.equal(answer.status, 201, answer.text);
    return (answer.json() as { payment: { pix: { url: string } } }).payment.pix.url;
  };
  const pictures = async (page: Page, name: string): Promise<void> => {
    if (PICTURES === undefined) return;
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(PICTURES, `pix-${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
  };

  test('has no barrier, copies the code, counts down, and turns into the receipt by itself', async (t) => {
    const opened = await openPanelPage(chromium(), { width: 390 });
    const { page } = opened;
    t.after(async () => {
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    });
    await page.goto(await made());
    await pictures(page, 'waiting');
    await assertNoBarriersNarrowByDay(page);
    assert.match(
      (await page.getByRole('timer').textContent()) ?? '',
      /^Faltam \d+ dias$|^Faltam \d+:\d\d:\d\d$/,
    );
    const copy = page.getByRole('button', { name: 'Copiar código Pix' });
    const top = async (locator: typeof copy) => (await locator.boundingBox())?.y ?? Number.NaN;
    assert.ok((await top(copy)) < (await top(page.getByRole('img'))), 'the button is first on a phone');
    await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.written = text }`);
    await copy.click();
    await page.getByText('Código copiado. Agora cole no aplicativo do seu banco.').waitFor();
    const code = await page.getByLabel('Pix copia e cola').inputValue();
    assert.equal(await page.evaluate('window.written'), code);
    // Paid in another window: this one sees it.
    const paid = await page.context().request.post(`${page.url()}/pagar-teste`, { maxRedirects: 0 });
    assert.equal(paid.status(), 303);
    await page.getByText('Pix recebido').waitFor();
    await pictures(page, 'paid');
    await assertNoBarriersNarrowByDay(page);
  });
});
