import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testService } from '../support/service.ts';
import { openPanelPage } from './panel-page.ts';
import { assertPixPageNarrowByDay, CODE_LIFE_MS, pixShop } from './pix-buyer.ts';
import { stageOf } from './stage.ts';

/** With 5 % off: nobody pays what ends in 03 but the test. */
const NEVER_PAID_BY_PIX = 31_582;

/** Of a page's first view, over the wire. */
const MOST_BYTES = 25_000;

describe('Paying a link by Pix in a browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  const { chromium } = stageOf(service);
  const shop = pixShop(service);

  test('the discount is seen before the choice; a code that is over is replaced; the receipt comes by itself', async (t) => {
    const { id, url } = await shop.intend({ amount: NEVER_PAID_BY_PIX, pixDiscount: 5 });
    const { page, complaints, close } = await openPanelPage(chromium(), { width: 390 });
    t.after(async () => {
      await close();
      assert.deepEqual(complaints, []);
    });
    await page.goto(url);
    const byPix = page.getByRole('link', { name: /^Pix/ });
    assert.match((await byPix.textContent()) ?? '', /R\$\s300,03 5% de desconto/);
    await assertPixPageNarrowByDay(page, 'chooser');
    await byPix.click();
    await page.getByText(/Você economiza R\$\s15,79 no Pix/).waitFor();
    await assertPixPageNarrowByDay(page, 'ask');
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    const text = page.getByLabel('Pix copia e cola');
    const code = await text.inputValue();
    await assertPixPageNarrowByDay(page, 'code');
    assert.match((await page.getByRole('timer').textContent()) ?? '', /^Faltam (59:\d\d|1:00:00)$/);

    // Over while the buyer looks at it.
    service.clock.advance(CODE_LIFE_MS);
    await page.getByText('O código venceu').waitFor();
    await assertPixPageNarrowByDay(page, 'expired');
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    assert.notEqual(await text.inputValue(), code);
    await page.reload();
    await page.getByRole('img', { name: /QR code do Pix/ }).waitFor();
    const paidAt = performance.now();
    await shop.pay(id);
    await page.getByText('Pix recebido').waitFor();
    t.diagnostic(`the receipt after ${Math.round(performance.now() - paidAt)} ms`);
    await assertPixPageNarrowByDay(page, 'receipt');
    await page.goBack();
    await page.goto(url);
    await page.getByText('Pix recebido').waitFor();
  });
  test('the first view of a code loads less than 25 kB, from one origin, and so does the choice', async (t) => {
    const { page, close } = await openPanelPage(chromium(), { fresh: true });
    t.after(close);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const origins = new Set<string>();
    page.on('response', (response) => origins.add(new URL(response.url()).origin));
    const { url } = await shop.intend({ firstMethod: 'pix' });
    const views: readonly (() => Promise<unknown>)[] = [
      () => page.goto(url, { waitUntil: 'networkidle' }),
      () => page.getByRole('button', { name: 'Gerar código Pix' }).click(),
      async () => page.goto((await shop.charge()).url),
    ];
    for (const [number, view] of views.entries()) {
      bytes = 0;
      await view();
      if (number > 0) await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor();
      t.diagnostic(`view ${number}: ${bytes} bytes`);
      assert.ok(bytes > 1_000 && bytes < MOST_BYTES, `${bytes} bytes`);
    }
    assert.deepEqual([...origins], [new URL(url).origin]);
  });
});
