import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinkDetail, LinkRow } from '../../../src/panel/links/schema.ts';
import type { ProductDetail } from '../../../src/panel/products/schema.ts';
import { pageAt, submit } from '../../support/hosted-page.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson } from './panel-client.ts';

const BODY = { name: 'Bolo de 3 kg', amount: 21_000, types: 'any', installments: 3, askDocument: false };
const DAY_MS = 24 * 60 * 60_000;
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Listed {
  readonly items: readonly LinkRow[];
  readonly next: string | null;
}

onSqliteByDay('Payment links in the panel', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const seller = async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    return browser;
  };
  const make = (browser: Browser, body: object, key: string = crypto.randomUUID()) =>
    browser.call('POST', '/links', body, { 'Idempotency-Key': key });
  const pathOf = ({ url }: LinkRow) => new URL(url).pathname;

  test('a link is created, paid and counted, and its sales are found by its reference', async () => {
    const browser = await seller();
    const made = okJson<LinkDetail>(await make(browser, { ...BODY, maxUses: 2 }));
    assert.equal(made.state, 'open');
    assert.equal(made.referenceId, `link-${made.url.slice(-10)}`);
    assert.equal((await submit(service, pathOf(made))).status, 303);
    const paid = okJson<LinkDetail>(await browser.call('GET', `/links/${made.id}`));
    assert.equal(paid.paid, 1);
    const { items } = okJson<{ items: { amount: number; status: number }[] }>(
      await browser.call('GET', `/sales?search=${made.referenceId}`),
    );
    assert.deepEqual(
      items.map(({ amount, status }) => [amount, status]),
      [[21_000, 6]],
    );
    const [newest] = okJson<Listed>(await browser.call('GET', '/links')).items;
    assert.equal(newest?.id, made.id);
    const code = await service.send({ path: made.qrCodePath });
    assert.match(code.text, /^<svg/);
  });

  test('a link is made once for a key, and another form with that key is refused', async () => {
    const browser = await seller();
    assertRefused(await browser.call('POST', '/links', BODY), 400, 'idempotency_key_missing');
    const key = crypto.randomUUID();
    const both = await Promise.all([make(browser, BODY, key), make(browser, BODY, key)]);
    const ids = both.map((one) => okJson<LinkDetail>(one).id);
    assert.equal(new Set(ids).size, 1);
    assertRefused(await make(browser, { ...BODY, amount: 22_000 }, key), 422, 'idempotency_mismatch');
    const { items } = okJson<Listed>(await browser.call('GET', '/links'));
    assert.equal(items.filter(({ id }) => ids.includes(id)).length, 1);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const audit = okJson<{ items: { record: string }[] }>(await operator.call('GET', '/audit'));
    assert.equal(audit.items.filter(({ record }) => record === `link:${ids[0]}`).length, 1);
  });

  test('a link is deactivated and activated again, with audit entries', async () => {
    const browser = await seller();
    const made = okJson<LinkDetail>(await make(browser, BODY));
    const off = okJson<LinkDetail>(await browser.call('PATCH', `/links/${made.id}`, { active: false }));
    assert.equal(off.state, 'inactive');
    assert.equal((await pageAt(service, pathOf(made))).status, 410);
    okJson(await browser.call('PATCH', `/links/${made.id}`, { active: true }));
    assert.equal((await pageAt(service, pathOf(made))).status, 200);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { items } = okJson<{ items: { operation: string; record: string; detail: string | null }[] }>(
      await operator.call('GET', '/audit'),
    );
    const written = items.filter(({ record }) => record === `link:${made.id}`);
    assert.deepEqual(
      written.map(({ detail }) => detail),
      ['ativado', 'desativado', null],
    );
  });

  test('a link of a product shows its picture to the buyer', async () => {
    const browser = await seller();
    const category = okJson<{ id: number }>(await browser.call('POST', '/categories', { name: 'Bolos' }));
    const product = okJson<ProductDetail>(
      await browser.call('POST', '/products', {
        name: 'Bolo de fubá',
        categoryId: category.id,
        price: 3_000,
        stockControlled: false,
        service: false,
        active: true,
        photo: PIXEL,
      }),
    );
    const made = okJson<LinkDetail>(
      await make(browser, { ...BODY, productId: product.id, name: product.name }),
    );
    assert.equal(made.product?.name, 'Bolo de fubá');
    const page = await pageAt(service, pathOf(made));
    const [, picture = ''] = /<img class="sold" src="([^"]+)"/.exec(page.text) ?? [];
    const shown = await service.send({ path: picture });
    assert.equal(shown.status, 200);
    assert.match(String(shown.headers['content-type']), /^image\//);
    assertRefused(await make(browser, { ...BODY, productId: 999_999 }), 404, 'record_unknown');
  });

  test('invalid fields are refused, and nothing is created', async () => {
    const browser = await seller();
    const before = okJson<Listed>(await browser.call('GET', '/links')).items.length;
    const { amount: _, ...open } = BODY;
    const past = new Date(service.clock.now() - 3 * DAY_MS).toISOString().slice(0, 10);
    for (const [body, code] of [
      [{ ...BODY, name: '  ' }, 'name_missing'],
      [{ ...BODY, amount: 0 }, 'field_invalid'],
      [{ ...BODY, lastDay: past }, 'last_day_invalid'],
      [{ ...open, minAmount: 500, maxAmount: 100 }, 'amount_bounds_invalid'],
      [{ ...BODY, installments: 13 }, 'field_invalid'],
      [{ ...BODY, description: 'cartão 4235 6477 2802 5682' }, 'card_number_exposed'],
    ] as const) {
      assertRefused(await make(browser, body), 400, code);
    }
    assert.equal(okJson<Listed>(await browser.call('GET', '/links')).items.length, before);
  });

  test('links belong to a shop: the operator has none, and reaches a shop’s links by naming the shop', async () => {
    const browser = await seller();
    const made = okJson<LinkDetail>(await make(browser, BODY));
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assertRefused(await make(operator, BODY), 409, 'shop_needed');
    assertRefused(await operator.call('GET', `/links/${made.id}`), 404, 'record_unknown');
    const me = okJson<{ person: { id: number } }>(await browser.call('GET', '/session'));
    const seen = okJson<LinkDetail>(await operator.call('GET', `/links/${made.id}?person=${me.person.id}`));
    assert.equal(seen.id, made.id);
  });

  test('each page of a long list starts after the last row of the previous one', async () => {
    const browser = await seller();
    for (let more = 0; more < 3; more += 1) okJson(await make(browser, BODY));
    const first = okJson<Listed>(await browser.call('GET', '/links?limit=2'));
    const second = okJson<Listed>(await browser.call('GET', `/links?limit=2&cursor=${first.next}`));
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(ids, ids.toSorted().toReversed());
  });
});
