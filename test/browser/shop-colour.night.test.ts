import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserOf, okJson } from '../contract/panel/panel-client.ts';
import { authenticatedSale } from '../support/buyer.ts';
import { byDayAndAtNight } from '../support/day-and-night.ts';
import { API_PAIR, postJson } from '../support/gateway-client.ts';
import { createLink } from '../support/hosted-page.ts';
import { testService } from '../support/service.ts';
import { approved, pay, typeCard } from './hosted-form.ts';
import { assertNoBarriersNarrowByDay, openPanelPage } from './panel-page.ts';
import { stageOf } from './stage.ts';

/** Folder for screenshots of every page, for development. */
const PICTURES = process.env.TEST_PICTURES;
/** Light, dark, and between. */
const COLOURS = byDayAndAtNight(['#ffee00'], ['#1b1464', '#d35400']);

describe('The colour of a shop, in a browser', () => {
  const { service, chromium } = stageOf(testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' }));

  const setColour = async (colour: string) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    okJson(await browser.call('PATCH', '/settings/shop', { name: 'Padaria Bom Dia', colour }));
  };
  const json = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', ...API_PAIR };
    return (await service.send({ method: 'POST', path, headers, body: JSON.stringify(body) })).json() as {
      url: string;
    };
  };
  const hex = (colour: string) => {
    const [red = '', green = '', blue = ''] = /rgb\((\d+), (\d+), (\d+)\)/.exec(colour)?.slice(1) ?? [];
    return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  };
  const backgroundOf = async (page: Page, selector: string) =>
    hex(
      await page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`),
    );

  for (const colour of COLOURS) {
    test(`is ${colour} on links, hosted pages, card forms and the pages of 3-D Secure, and no barrier`, async (t) => {
      await setColour(colour);
      const { page, close, complaints } = await openPanelPage(chromium());
      t.after(close);
      const check = async (name: string) => {
        if (name !== '3ds-desconhecida') assert.equal(await backgroundOf(page, '.shop'), colour, name);
        await page.getByText('Ambiente de testes').waitFor();
        if (PICTURES) {
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 900 });
            await page.screenshot({
              path: join(PICTURES, `${name}-${colour.slice(1)}-${width}.png`),
              fullPage: true,
            });
          }
        }
        // The waiting page reloads itself, which the tests of 3-D Secure weigh.
        if (name !== '3ds-espera') await assertNoBarriersNarrowByDay(page);
      };
      const link = await json('/v1/payment-links', {
        name: 'Bolo de cenoura',
        amount: '4500',
        payment: { card: { type: 0, installments: 3, saveCard: true } },
      });
      await page.goto(link.url);
      await check('link');
      assert.equal(await backgroundOf(page, 'button.go'), colour);
      const intention = await createLink(service, { description: 'Encomenda' });
      await page.goto(intention.url);
      await check('pagar');
      await typeCard(page);
      await pay(page);
      await approved(page);
      await check('recibo');
      await page.goto((await json('/v1/tokenization/intention', {})).url);
      await check('guardar');
      const sale = (await postJson(service, authenticatedSale('debit'))).json() as { redirectUrl: string };
      await page.goto(`${sale.redirectUrl}/return`);
      await check('3ds-espera');
      await page.goto(sale.redirectUrl);
      await page.getByRole('button', { name: 'Cancelar' }).click();
      await page.getByRole('heading', { name: 'Pagamento não autorizado' }).waitFor();
      await check('3ds-negado');
      assert.deepEqual(complaints, []);
      await page.goto(sale.redirectUrl.replace(/[^/]+$/, 'nenhuma'));
      await page.getByRole('heading', { name: 'Endereço não encontrado' }).waitFor();
      await check('3ds-desconhecida');
      const next = (await postJson(service, authenticatedSale('debit'))).json() as { redirectUrl: string };
      await page.setExtraHTTPHeaders({ Purpose: 'prefetch' });
      await page.goto(next.redirectUrl);
      await check('3ds-antes');
      await page.setExtraHTTPHeaders({});
      await page.getByRole('link', { name: 'Ir para a página do banco' }).click();
      await page.getByRole('button', { name: 'Cancelar' }).waitFor();
    });
  }
});
