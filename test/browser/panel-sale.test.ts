import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { MOVEMENT_CARDS, soldIn } from '../support/movements.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { testService } from '../support/service.ts';
import { goWithin, pressByKeyboard, resize, tabTo, WIDE_BY_DAY } from './panel-page.ts';
import { openScreen, stageOf } from './stage.ts';

/** The simulator's card that the issuer refuses for its balance. */
const NO_FUNDS = '4000000000090516';

interface Measured {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

describe('One sale in a real browser', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  let shop: Receiver;
  const { chromium, address } = stageOf(service, async (closing) => {
    shop = await startReceiver(500);
    closing.defer(shop.close);
  });

  const open = (width: number, path: string) => openScreen({ chromium, address }, width, path);

  async function refundedOf(page: Page, id: string): Promise<number> {
    const answer = await page.context().request.get(`${address()}/painel/api/sales/${id}`);
    return ((await answer.json()) as { refundedAmount: number }).refundedAmount;
  }

  const remaining = (page: Page) => page.getByText('Restante', { exact: true }).locator('xpath=..');

  /** What was captured is what the buyer paid; more was authorized. */
  async function assertWorth(page: Page, shown: Locator): Promise<void> {
    await shown.getByText('R$ 8,00', { exact: true }).waitFor();
    await shown.getByText('de R$ 10,00 autorizados').waitFor();
    assert.equal(await page.getByText('R$ 10,00', { exact: true }).count(), 0);
  }

  for (const width of WIDE_BY_DAY) {
    test(`a denial is explained, and a sale captured and refunded in part twice, by keyboard at ${width}`, async () => {
      const denied = await soldIn(service, 7, { cardInfo: { number: NO_FUNDS } });
      const id = await soldIn(service, 5);
      const { page, complaints, close } = await open(width, `vendas/${denied}`);
      await page.getByText('Saldo ou limite insuficiente. (código 51)').waitFor();
      await page.getByText('Tente de novo mais tarde.').waitFor();
      await goWithin(page, `/painel/vendas/${id}`);
      await page.getByText(/capture até \d\d\/\d\d\/\d{4}/).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      for (const word of ['Comprovante', 'Capturar', 'Cancelar']) {
        const label = page.getByRole('link', { name: word }).or(page.getByRole('button', { name: word }));
        assert.ok(
          await label.evaluate((one: unknown) =>
            [...(one as { querySelectorAll(all: string): Iterable<Measured> }).querySelectorAll('*')].every(
              ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1,
            ),
          ),
          `${word} is cut on a phone`,
        );
      }
      await resize(page, width);
      await press(page, 'Capturar');
      await tabTo(page, page.getByRole('radio', { name: 'Tudo', exact: true }));
      await page.keyboard.press('ArrowRight');
      await tabTo(page, page.getByLabel('Valor'));
      await page.keyboard.type('8,00');
      await press(page, 'Capturar R$ 8,00');
      for (const [amount, left] of [
        ['3,00', 'R$ 5,00'],
        ['2,50', 'R$ 2,50'],
      ] as const) {
        await press(page, 'Estornar');
        await tabTo(page, page.getByRole('radio', { name: 'Tudo o que resta' }));
        await page.keyboard.press('ArrowRight');
        await tabTo(page, page.getByLabel('Valor'));
        await page.keyboard.type(amount);
        await tabTo(page, page.getByLabel('Motivo'));
        await page.keyboard.type('item em falta');
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await remaining(page).getByText(left, { exact: true }).waitFor();
      }
      await page.getByText('por Vendedor de Demonstração').first().waitFor();
      await assertWorth(
        page,
        page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) }),
      );
      await goWithin(page, `/painel/vendas/${id}/comprovante`);
      await assertWorth(page, page.getByRole('article'));
      await page.getByRole('article').getByText('R$ 5,50', { exact: true }).waitFor();
      assert.deepEqual(complaints, []);
      await close();
    });

    test(`a notification that failed is sent again and arrives, at ${width}`, async () => {
      const id = await soldIn(service, 6, {
        top: { referenceId: `avisar-${width}`, postBackUrl: `${shop.address}/avisos` },
      });
      const { page, close } = await open(width, `avisos?search=avisar-${width}`);
      await page.getByText('HTTP 500').locator('visible=true').first().waitFor();
      shop.answerWith(200);
      await goWithin(page, `/painel/vendas/${id}`);
      await page.getByText('Aviso entregue à loja').waitFor();
      const before = shop.received.length;
      await goWithin(page, `/painel/avisos/${id}/1`);
      await page.getByRole('button', { name: 'Reenviar' }).click();
      await page.getByRole('listitem').filter({ hasText: 'HTTP 200' }).nth(1).waitFor();
      assert.ok(shop.received.length > before);
      shop.answerWith(500);
      await close();
    });
  }

  test('of two windows that refund a part at once, a wide and a narrow one, one does', async () => {
    const id = await soldIn(service, 6);
    const windows = [await open(1280, `vendas/${id}`), await open(390, `vendas/${id}`)];
    for (const { page } of windows) {
      await page.getByRole('button', { name: 'Estornar' }).click();
      await page.getByText('Uma parte').click();
      await page.getByLabel('Valor').fill('3,00');
      await page.getByLabel('Motivo').fill('item em falta');
    }
    await Promise.all(
      windows.map(({ page }) => page.getByRole('button', { name: 'Estornar R$ 3,00' }).click()),
    );
    const ends = await Promise.all(
      windows.map(({ page }) =>
        Promise.race([
          page
            .getByRole('dialog')
            .waitFor({ state: 'detached' })
            .then(() => 'refunded'),
          page
            .getByRole('dialog')
            .getByRole('alert')
            .waitFor()
            .then(() => 'told'),
        ]),
      ),
    );
    assert.deepEqual(ends.toSorted(), ['refunded', 'told']);
    for (const { page, close } of windows) {
      assert.equal(await refundedOf(page, id), 300);
      await page.reload();
      await page.getByRole('definition').filter({ hasText: 'R$ 7,00' }).waitFor();
      await close();
    }
  });

  test('a refund that ends later is seen to end without a reload', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundProcessing } });
    const { page, close } = await open(1280, `vendas/${id}`);
    await page.getByRole('button', { name: 'Estornar' }).click();
    await page.getByLabel('Motivo').fill('desistência');
    await page.getByRole('button', { name: 'Estornar R$ 10,00' }).click();
    await page.getByText('Estornada').waitFor();
    await close();
  });
});

async function press(page: Page, name: string): Promise<void> {
  await pressByKeyboard(page, page.getByRole('button', { name, exact: true }));
}
