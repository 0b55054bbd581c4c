import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { EXPIRY_CASES } from '../support/expiry-cases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { sellByHash } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertNoBarriersNow, openPanelPage, WIDE_BY_DAY } from './panel-page.ts';
import { openShopPage, type ShopPage } from './shop-page.ts';
import { stageOf } from './stage.ts';

const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const NUMBER = '4235647728025682';
const CAPTURED_LATER = 5;
const SCHEMES = ['light', 'dark'] as const;
const WAIT_MS = 30_000;

type Detail = Readonly<Record<string, unknown>>;
type Noted = readonly [name: string, detail: Detail | null];

describe('The card’s fields in a frame of a shop’s page', () => {
  const service = testService('sqlite');
  let shop: ShopPage;
  /** Body of the next visited page. */
  let checkoutId = DEMO_CHECKOUT_ID;
  let options: object = {};
  const { chromium } = stageOf(service, async (closing) => {
    shop = await openShopPage((path) => (path === '/foreign' ? foreignPage() : shopPage()));
    closing.defer(shop.close);
  });

  const shopPage = () => `<main><h1>Loja</h1><div id="card"></div></main>
<script src="${service.address()}/checkout/v1/guiche.js"></script>
<script>
  const events = [], messages = [];
  addEventListener('message', ({ data }) => messages.push(JSON.stringify(data)));
  const fields = Guiche('${checkoutId}', { baseUrl: '${service.address()}/' }).fields('#card', ${JSON.stringify(options)});
  for (const name of ['ready', 'change', 'brand', 'error', 'submit'])
    fields.on(name, (detail) => events.push([name, name === 'error' ? { code: detail.code, field: detail.field, message: detail.message } : detail ?? null]));
</script>`;
  /** A foreign page that embeds the fields with another shop's checkout id. */
  const foreignPage = () =>
    `<iframe src="${service.address()}/checkout/v1/${checkoutId}/fields?origin=https%3A%2F%2Floja.exemplo.com.br"></iframe>`;

  const visit = async (
    t: { after(end: () => Promise<void>): void },
    asked: {
      checkoutId?: string;
      options?: object;
      path?: string;
      width?: number;
      scheme?: 'light' | 'dark';
    } = {},
  ) => {
    checkoutId = asked.checkoutId ?? DEMO_CHECKOUT_ID;
    options = asked.options ?? {};
    const opened = await openPanelPage(chromium(), asked);
    t.after(() => opened.close());
    const { page, complaints } = opened;
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(`${shop.origin}${asked.path ?? '/'}`);
    return { page, card: page.frameLocator('iframe'), complaints };
  };
  const eventsOf = (page: Page, name?: string) =>
    page
      .evaluate<readonly Noted[]>('events')
      .then((noted) => noted.filter(([one]) => name === undefined || one === name));
  const happened = (page: Page, name: string) =>
    until(`the page hears of ${name}`, async () => (await eventsOf(page, name)).at(-1));
  const type = async (card: FrameLocator, number = NUMBER) => {
    await card.getByLabel('Número do cartão').fill(number);
    await card.getByLabel('Validade').fill('12/35');
    await card.getByLabel('Código (CVV)').fill('123');
    await card.getByLabel('Nome impresso no cartão').fill('Maria da Silva');
  };
  const inner = async (page: Page): Promise<Frame> =>
    until('the frame is there', () => page.frames().find((frame) => frame.url().includes('/fields?')));
  const boundTo = async (origin: string) => {
    const added = await service.command('checkout-id', 'add', '--person', '1', '--origin', origin);
    return String(added.publicId);
  };

  for (const width of WIDE_BY_DAY) {
    test(`sells at ${width}: the page gets a cardHash, and nothing that was typed`, async (t) => {
      const { page, card, complaints } = await visit(t, { width, checkoutId: await boundTo(shop.origin) });
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
      await happened(page, 'ready');
      await type(card);
      const cardHash = await page.evaluate<string>('fields.cardHash()');
      const answer = await sellByHash(service, cardHash);
      assert.equal(recordOf(answer).top.status, CAPTURED_LATER);
      const heard = await page.evaluate<readonly string[]>('messages');
      assert.ok(heard.length > 0);
      for (const text of [...heard, ...sent]) {
        // Half of the number: four digits stand in a random id by chance.
        assert.ok(!/4235 ?6477|2802 ?5682|Maria|"12\//.test(text), text);
      }
      for (const look of ['frames[0].document.title', 'frames[0].number.value', 'frames[0].location.href']) {
        const seen = await page.evaluate<string>(
          `(() => { try { return String(${look}) } catch (error) { return error.name } })()`,
        );
        assert.equal(seen, 'SecurityError', look);
      }
      assert.deepEqual(complaints, []);
    });

    for (const scheme of SCHEMES) {
      test(`has no barrier at ${width} in ${scheme}, also with its errors, and is as high as its contents`, async (t) => {
        const dark = {
          color: '#eceff3',
          background: '#1a1e24',
          pageBackground: '#111418',
          placeholderColor: '#a7b0bb',
          errorColor: '#ff9a92',
        };
        const style = scheme === 'dark' ? { ...dark, colorScheme: 'dark' } : {};
        const { page, complaints } = await visit(t, { width, scheme, options: { style } });
        await happened(page, 'ready');
        const isAsHigh = () =>
          until('the frame is as high as its contents', async () => {
            const within = await (await inner(page)).evaluate<number>(
              'Math.ceil(document.body.getBoundingClientRect().height)',
            );
            const around = await page.evaluate<number>("document.querySelector('iframe').clientHeight");
            return within === around ? within : undefined;
          });
        const before = await isAsHigh();
        await assertNoBarriersNow(page, width);
        const frame = await inner(page);
        const across = await frame.evaluate<number>('innerWidth');
        await assertNoBarriersNow(frame, across);
        const refused = await page.evaluate<Detail>(
          'fields.cardHash().catch(({ code, field, message }) => ({ code, field, message }))',
        );
        assert.deepEqual([refused.code, refused.field], ['card_number_missing', 'number']);
        assert.ok((await isAsHigh()) > before);
        assert.equal(await frame.evaluate('document.activeElement.name'), 'number');
        await assertNoBarriersNow(frame, across);
        assert.deepEqual(complaints, []);
      });
    }
  }

  test('notifies the page of changes, the brand, errors and the Enter key', async (t) => {
    const { page, card } = await visit(t);
    await happened(page, 'ready');
    const number = card.getByLabel('Número do cartão');
    await number.pressSequentially('37134');
    assert.deepEqual(await happened(page, 'brand'), ['brand', { brand: 'AMEX' }]);
    assert.equal(await number.inputValue(), '3713 4');
    assert.equal(await card.getByLabel('Código (CVV)').getAttribute('placeholder'), '4 dígitos');
    assert.deepEqual((await eventsOf(page, 'change')).at(-1), ['change', { complete: false, empty: false }]);
    await number.fill('4235647728025681');
    await card.getByLabel('Validade').focus();
    const [, error] = (await happened(page, 'error')) ?? [];
    assert.deepEqual([error?.field, error?.code], ['number', 'card_number_invalid']);
    await card.getByText(String(error?.message)).waitFor();
    await type(card);
    assert.deepEqual((await eventsOf(page, 'change')).at(-1), ['change', { complete: true, empty: false }]);
    assert.equal(await card.getByText(String(error?.message)).count(), 0);
    await card.getByLabel('Nome impresso no cartão').press('Enter');
    await happened(page, 'submit');
    await page.evaluate('fields.clear()');
    await until('it is empty', async () => (await eventsOf(page, 'change')).at(-1)?.[1]?.empty === true);
    assert.equal(await number.inputValue(), '');
  });

  test("has the shop's styles, as far as they are allowed", async (t) => {
    const style = {
      color: 'rgb(1, 2, 3)',
      borderColor: '#ff0000',
      borderRadius: '3px',
      fontFamily: 'Georgia, serif',
      fontSize: '18px',
      background: 'url(https://x.example/)',
      position: 'fixed',
      padding: 'calc(1px)',
    };
    const { page, complaints } = await visit(t, { options: { style } });
    await until('three styles are refused', async () => (await eventsOf(page, 'error')).length === 3);
    const refused = (await eventsOf(page, 'error')).map(([, detail]) => `${detail?.code} ${detail?.message}`);
    assert.deepEqual(
      refused,
      ['background', 'position', 'padding'].map((name) => `style_refused O estilo ${name} não foi aceito.`),
    );
    const seen = await (await inner(page)).evaluate(
      "(({ color, borderColor, borderRadius, fontFamily, fontSize, backgroundColor }) => [color, borderColor, borderRadius, fontFamily, fontSize, backgroundColor])(getComputedStyle(document.querySelector('#number')))",
    );
    assert.deepEqual(seen, [
      'rgb(1, 2, 3)',
      'rgb(255, 0, 0)',
      '3px',
      'Georgia, serif',
      '18px',
      'rgb(255, 255, 255)',
    ]);
    assert.deepEqual(complaints, []);
  });

  test('can be filled in by the browser, and is reached by keyboard', async (t) => {
    const { page } = await visit(t);
    await happened(page, 'ready');
    const frame = await inner(page);
    const attributes = await frame.evaluate(
      "[...document.querySelectorAll('input')].map((i) => [i.autocomplete, i.inputMode, i.form !== null])",
    );
    assert.deepEqual(attributes, [
      ['cc-number', 'numeric', true],
      ['cc-exp', 'numeric', true],
      ['cc-csc', 'numeric', true],
      ['cc-name', '', true],
    ]);
    for (const key of ['Tab', NUMBER, 'Tab', '122035', 'Tab', '123', 'Tab', 'MARIA']) {
      if (key === 'Tab') await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
    assert.equal(await frame.evaluate("document.querySelector('#expiration').value"), '12/2035');
    assert.match(await page.evaluate<string>('fields.cardHash()'), /[0-9a-f]{32}$/);
  });

  test('takes the expiry as browsers and password managers fill it in', async (t) => {
    const { page, card } = await visit(t);
    await happened(page, 'ready');
    await type(card);
    const expiry = card.getByLabel('Validade');
    for (const [text] of EXPIRY_CASES) {
      await expiry.fill(text);
      await expiry.blur();
      assert.deepEqual([text, await expiry.getAttribute('aria-invalid')], [text, 'false']);
    }
    assert.match(await page.evaluate<string>('fields.cardHash()'), /[0-9a-f]{32}$/);
  });

  test('is refused in pages of other origins, and the page gets an error', async (t) => {
    const elsewhere = await boundTo('https://loja.exemplo.com.br');
    const { page } = await visit(t, { checkoutId: elsewhere });
    const failed = page.evaluate<string>('fields.cardHash().catch(({ code }) => code)');
    const [, error] = (await happened(page, 'error')) ?? [];
    assert.equal(error?.code, 'gateway_unavailable');
    assert.equal(await failed, 'gateway_unavailable');

    const foreign = await visit(t, { checkoutId: elsewhere, path: '/foreign' });
    await until('the browser refuses to show it', () =>
      foreign.complaints.some((text) => text.includes('frame-ancestors')),
    );
    assert.equal(await foreign.card.locator('input').count(), 0);
  });

  test('accepts messages from its parent page only', async (t) => {
    const { page, card } = await visit(t);
    await happened(page, 'ready');
    await type(card);
    await page.evaluate(`new Promise((resolve) => {
      const other = document.createElement('iframe');
      other.srcdoc = "<script>parent.frames[0].postMessage({ guiche: 'clear' }, '*')<\\/script>";
      other.onload = resolve;
      document.body.append(other);
    })`);
    await page.evaluate(
      "frames[0].postMessage({ guiche: 'unknown' }, '*'); frames[0].postMessage(null, '*')",
    );
    assert.match(await page.evaluate<string>('fields.cardHash()'), /[0-9a-f]{32}$/);
    await page.evaluate('fields.remove()');
    assert.equal(await page.locator('iframe').count(), 1);
  });
});
