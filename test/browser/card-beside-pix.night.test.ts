import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { typeCard, VISA } from './hosted-form.ts';
import { openPanelPage, WIDTHS } from './panel-page.ts';
import { assertPixPageNarrowByDay, NEVER_PAID, pixShop } from './pix-buyer.ts';
import { stageOf } from './stage.ts';

const ROUNDS = 3;
const AMOUNT = /^R\$\s289,03$/;

interface Recorded {
  readonly status: number;
  readonly payment: {
    readonly card?: Fields;
    readonly pix?: Fields & { readonly surplus?: readonly Fields[] };
  };
}
interface AtBank {
  readonly state: string;
  readonly payments: readonly {
    readonly amount: number;
    readonly returns: readonly { readonly amount: number; readonly state: string }[];
  }[];
}
interface AtAcquirer {
  readonly captured: number;
  readonly voided: number;
  readonly refunded: number;
}

interface Link {
  readonly id: string;
  readonly url: string;
}

interface Browsers {
  readonly phone: Page;
  readonly desk: Page;
  readonly other: Page;
}

/** All that race for one link: three of them are real browsers, the others send what a browser sends. */
const AT_ONCE = 64;
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** One link, open in several browsers at once: at a phone its code, at others its card form. */
describe('A link that is paid by Pix and by card at the same moment, in real browsers,', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  const { chromium } = stageOf(service);
  const shop = pixShop(service);

  const open = async (t: TestContext, width: number, fresh: boolean): Promise<Page> => {
    const { page, complaints, close } = await openPanelPage(chromium(), { width, fresh });
    t.after(async () => {
      await close();
      assert.deepEqual(complaints, []);
    });
    return page;
  };
  const record = async (id: string) =>
    (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
  const listed = async <Listed>(path: string) =>
    ((await service.send({ path })).json() as { readonly charges: readonly Listed[] }).charges;
  /** All that cards were charged, and that did not go back. */
  const chargedOnCards = async () =>
    (await listed<AtAcquirer>('/__sim/book?limit=500')).reduce(
      (sum, { captured, voided, refunded }) => sum + captured - voided - refunded,
      0,
    );
  const payByCard = (page: Page) => page.getByRole('button', { name: /^Pagar R/ }).click();
  /** A page that was told meanwhile who paid has nothing left to press. */
  const unlessOver = (page: Page, pressed: Promise<void>) =>
    Promise.race([
      pressed.catch(() => undefined),
      page
        .getByText(/Pix recebido|Pagamento aprovado/)
        .first()
        .waitFor(),
    ]);
  const testPay = (page: Page) => page.getByRole('button', { name: 'Pagar agora (teste)' });

  /** What became of a link, once nothing is under way any more. */
  const endOf = (id: string, txid: string) =>
    until(`${id} is over`, async () => {
      const { status, payment } = await record(id);
      const [charge] = await listed<AtBank>(`/__sim/pix/book?txid=${txid}`);
      const { surplus = [], paymentAmount } = payment.pix ?? {};
      const booked = surplus.length + (paymentAmount === undefined ? 0 : 1);
      const isOver = charge?.state !== 'active' && booked === charge?.payments.length;
      return status === 6 && isOver && surplus.every(({ state }) => state === 'refunded')
        ? { payment, isByPix: paymentAmount !== undefined, gaveBack: surplus.length }
        : undefined;
    });
  const codeShown = async (page: Page, url: string) => {
    await page.goto(`${url}?forma=pix`);
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await testPay(page).waitFor();
  };
  const cardTyped = async (page: Page, url: string) => {
    await page.goto(`${url}?forma=cartao`);
    await typeCard(page);
  };
  const tellsReceipt = async (page: Page, receipt: string) => {
    await page.getByText(receipt).first().waitFor();
    await page.getByRole('heading', { name: AMOUNT }).waitFor();
    assert.equal(await page.getByText('Nada foi cobrado').count(), 0);
  };
  const tellsGivenBack = async (page: Page, times: number) => {
    await page.reload();
    assert.equal(await page.getByText(/^Chegou um Pix de R\$\s289,03 além do esperado/).count(), times);
    assert.equal(await page.getByText('Ele já foi devolvido para a conta que pagou.').count(), times);
  };

  /** The code is at a phone, the typed card at two other browsers; then `start`. Every page says what happened. */
  const race = async (browsers: Browsers, start: (browsers: Browsers, link: Link) => Promise<unknown>) => {
    const { phone, desk, other } = browsers;
    const before = await chargedOnCards();
    const { id, url } = await shop.intend();
    await codeShown(phone, url);
    const txid = String((await record(id)).payment.pix?.providerReference);
    for (const page of [desk, other]) await cardTyped(page, url);
    await start(browsers, { id, url });
    const { payment, isByPix, gaveBack } = await endOf(id, txid);
    assert.equal(payment.card === undefined, isByPix, 'by one way, and no other');
    assert.equal((await chargedOnCards()) - before, isByPix ? 0 : NEVER_PAID);
    for (const page of [phone, desk, other])
      await tellsReceipt(page, isByPix ? 'Pix recebido' : 'Pagamento aprovado');
    for (const page of [phone, desk, other]) await tellsGivenBack(page, gaveBack);
    return { isByPix, gaveBack };
  };
  const openAll = async (t: TestContext, width: number, fresh = false): Promise<Browsers> => ({
    phone: await open(t, width, fresh),
    desk: await open(t, width, fresh),
    other: await open(t, width, fresh),
  });

  /** Cards and payments of the code, by turns, without a browser. */
  const othersAt = async (id: string, url: string) => {
    const { pathname: path } = new URL(url);
    const payByCode = () =>
      service.send({
        ...{ method: 'POST', path: '/__sim/pix/pay', headers: JSON_TYPE },
        body: JSON.stringify({ transactionId: id, force: true }),
      });
    const cardOf = async () => {
      const { text } = await service.send({ path: `${path}?forma=cartao` });
      const chave = /name="chave" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
      const card = { numero: VISA, validade: '12/35', cvv: '123', nome: 'ANA SOUZA' };
      const body = new URLSearchParams({ tipo: 'credito', ...card, parcelas: '1', chave }).toString();
      return () => service.send({ method: 'POST', path, headers: FORM_TYPE, body });
    };
    return Promise.all(
      Array.from({ length: AT_ONCE - 3 }, async (_, index) => (index % 2 === 0 ? cardOf() : payByCode)),
    );
  };

  test(`by ${AT_ONCE} at once is charged once, and what came besides went back`, async (t) => {
    // A press that came too late would wait for the button of the next test on the same page.
    const ended = await race(await openAll(t, 390, true), async ({ phone, desk, other }, { id, url }) => {
      const others = await othersAt(id, url);
      const [answers] = await Promise.all([
        Promise.all(others.map((send) => send())),
        ...[unlessOver(phone, testPay(phone).click()), payByCard(desk), payByCard(other)],
      ]);
      assert.deepEqual(
        answers.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
      );
    });
    assert.ok(ended.gaveBack > 0, 'more than one paid the code');
    t.diagnostic(`by ${ended.isByPix ? 'Pix' : 'card'}, ${ended.gaveBack} given back`);
  });

  for (const width of WIDTHS) {
    test(`is charged once, and every page at ${width} says what happened to its money`, async (t) => {
      const browsers = await openAll(t, width);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { isByPix, gaveBack } = await race(browsers, ({ phone, desk, other }) =>
          Promise.all([testPay(phone).click(), payByCard(desk), payByCard(other)]),
        );
        t.diagnostic(`by ${isByPix ? 'Pix' : 'card'}, ${gaveBack} given back`);
        await assertPixPageNarrowByDay(browsers.phone, `beside-card-${width}-${round}`);
      }
    });
  }

  test('is not charged on a card that was typed before, and sent after the Pix', async (t) => {
    const ended = await race(await openAll(t, 390), async ({ phone, desk, other }) => {
      await testPay(phone).click();
      await phone.getByText('Pix recebido').waitFor();
      await Promise.all([payByCard(desk), payByCard(other)]);
    });
    assert.deepEqual(ended, { isByPix: true, gaveBack: 0 });
  });

  test('turns the page of the code into the receipt of the card that was quicker, and nobody can pay the code', async (t) => {
    const ended = await race(await openAll(t, 1280), async ({ phone, desk, other }) => {
      await payByCard(desk);
      await phone.getByText('Pagamento aprovado').first().waitFor();
      await payByCard(other);
    });
    assert.deepEqual(ended, { isByPix: false, gaveBack: 0 });
  });
});
