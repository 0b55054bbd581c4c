import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onSceneSqliteByDay, type Scene, type StartedSale } from '../support/authentication-scene.ts';
import { codeOn, headingOf, locationOf } from '../support/buyer.ts';
import { until } from '../support/waiting.ts';
import { familyCard } from './card-outcomes.ts';

const EXPIRED = 4;
const AUTHORIZED = 5;
const CAPTURED = 6;
const DENIED = 7;
const OPEN: readonly unknown[] = [0, 10];
/** 10 seconds take half a second. */
const TIME_SCALE = 20;
const SETTINGS = { GUICHE_SIM_TIME_SCALE: String(TIME_SCALE) };
const AUTHENTICATION_MS = (15 * 60_000) / TIME_SCALE;

/** A moment of a buyer, and of recovery's shortest pauses. */
const MOMENT_MS = 250;

/** Queries the sale as a shop does until it is final. */
function statusInTheEnd(scene: Scene, sale: StartedSale): Promise<unknown> {
  return until('over', async () => {
    scene.service.clock.advance(MOMENT_MS);
    const status = await scene.statusOf(sale);
    return OPEN.includes(status) ? undefined : status;
  });
}

/** The address that a page reloads itself from. */
function nextIn(text: string): string | undefined {
  return /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(text)?.[1];
}

/** Whether no sale waits for a query to the acquirer. */
async function nothingOpen({ service }: Scene): Promise<boolean> {
  const { text } = await service.send({ path: '/metrics' });
  return /^guiche_recovery_open 0$/m.test(text);
}

onSceneSqliteByDay('3-D Secure and a buyer who does not come back', SETTINGS, (scene) => {
  const { browser, start, service } = scene;
  // A buyer has 45 seconds here: on a busy machine they pass between two calls.
  before(() => void service.clock.standStill());

  test('a buyer who closes the browser after the right code has paid: the acquirer is queried without a return', async () => {
    const sale = await start();
    const question = await browser.go(sale.url);
    const body = new URLSearchParams({ codigo: codeOn(question) }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    assert.equal((await browser.send(question.url, { method: 'POST', headers, body })).status, 303);
    service.clock.advance(AUTHENTICATION_MS / 2);
    assert.equal(await statusInTheEnd(scene, sale), CAPTURED);
    const { events } = (await service.command('transaction', 'show', sale.id)) as {
      events: readonly { kind: string; origin: { kind: string } }[];
    };
    const answers = events.filter(({ kind }) => kind === 'answered').map(({ origin }) => origin.kind);
    assert.deepEqual(answers, ['merchant', 'recovery']);
    assert.equal(headingOf(await browser.go(sale.returnUrl)), 'Pagamento autorizado');
  });

  test('a sale expires if its buyer never visits the bank or closes the browser before the code', async () => {
    const returnUrl = 'https://shop.example/fim';
    const [never, closed, toShop] = await Promise.all([
      start(),
      start('credit 1'),
      start('credit 2', { top: { returnUrl } }),
    ]);
    const question = await browser.go(closed.url);
    await browser.go(toShop.url);
    service.clock.advance(AUTHENTICATION_MS);
    for (const sale of [never, closed, toShop]) {
      assert.equal(await statusInTheEnd(scene, sale), EXPIRED);
      const { top, card } = await scene.recordOf(sale);
      assert.equal('redirectUrl' in top, false);
      assert.equal('codAuthorization' in card, false);
      assert.equal(card.providerReference, sale.record.card.providerReference);
    }
    for (const url of [never.url, never.returnUrl, closed.url]) {
      const page = await browser.go(url);
      assert.equal(headingOf(page), 'O prazo para confirmar acabou');
      assert.match(page.text, /Nada foi cobrado/);
      assert.doesNotMatch(page.text, /http-equiv="refresh"/);
    }
    const hints = `transactionId=${toShop.id}&status=${EXPIRED}`;
    assert.equal(locationOf(await browser.send(toShop.url, {})), `${returnUrl}?${hints}`);

    const tooLate = await browser.submit(question, { codigo: codeOn(question) });
    assert.equal(tooLate.status, 410);
    assert.equal(headingOf(await browser.go(closed.returnUrl)), 'O prazo para confirmar acabou');
    await until('nothing open', async () => {
      service.clock.advance(AUTHENTICATION_MS);
      return nothingOpen(scene);
    });
    assert.equal(await scene.statusOf(closed), EXPIRED, 'also after the last look');
  });
});

onSceneSqliteByDay('3-D Secure and an acquirer that takes its time', SETTINGS, (scene) => {
  const { browser, start, pass, service } = scene;
  // The acquirer takes half a second: a page that is to wait for it may take longer.
  before(() => void service.clock.standStill());

  for (const [news, scenario, status, heading] of [
    ['an approval', '621', AUTHORIZED, 'Pagamento autorizado'],
    ['a refusal', '622', DENIED, 'Pagamento não autorizado'],
  ] as const) {
    test(`${news} that comes late is awaited on a page that reloads itself`, async () => {
      const sale = await start('credit 1', { cardInfo: { number: familyCard('VISA', scenario) } });
      let page = await pass(sale);
      assert.equal(headingOf(page), 'Estamos confirmando o seu pagamento');
      assert.ok(nextIn(page.text), 'a page that waits loads itself again');
      await until('over', async () => {
        service.clock.advance(MOMENT_MS);
        // Reloaded much faster than in a browser, the page may stop reloading before the acquirer has answered.
        page = await browser.go(nextIn(page.text) ?? sale.returnUrl);
        return !OPEN.includes(await scene.statusOf(sale));
      });
      assert.equal(headingOf(await browser.go(sale.returnUrl)), heading);
      assert.equal(await scene.statusOf(sale), status);
    });
  }

  test('a waiting buyer can return to the shop, with the current status', async () => {
    const returnUrl = 'https://shop.example/fim?a=1&b=2';
    const number = familyCard('VISA', '621');
    const sale = await start('credit 1', { top: { returnUrl }, cardInfo: { number } });
    const page = await pass(sale);
    const href = `${returnUrl}&transactionId=${sale.id}&status=0`.replaceAll('&', '&amp;');
    assert.ok(page.text.includes(`href="${href}">Voltar à loja`), page.text);
    await statusInTheEnd(scene, sale);
    const ended = `${returnUrl}&transactionId=${sale.id}&status=${AUTHORIZED}`;
    assert.equal(locationOf(await browser.go(sale.returnUrl)), ended);
  });
});
