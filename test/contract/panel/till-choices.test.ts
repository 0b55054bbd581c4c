import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductRow } from '../../../src/panel/products/schema.ts';
import type { ShownTillChoices } from '../../../src/panel/till-choices/schema.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, okJson, SELLER } from './panel-client.ts';

const MOST = 24;
const PIX = 25;

onSqliteByDay('What a shop wants at hand on its tills', {}, (service) => {
  test('favourites keep their order, are no more than fit, and leave with their product', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn(SELLER));
    const category = okJson<{ id: number }>(await browser.call('POST', '/categories', { name: 'Bebidas' }));
    const product = async (name: string) =>
      okJson<ProductRow>(
        await browser.call('POST', '/products', { name, categoryId: category.id, price: 500 }),
      ).id;
    const star = (productId: number, favourite = true) =>
      browser.call('POST', '/till/choices/favourite', { productId, favourite });
    const shown = async () =>
      okJson<ShownTillChoices>(await browser.call('GET', '/till/choices')).favourites.map(({ name }) => name);
    const tea = await product('Chá');
    const coffee = await product('Café');
    okJson(await star(coffee));
    okJson(await star(tea));
    okJson(await star(coffee));
    assert.deepEqual(await shown(), ['Café', 'Chá']);
    okJson(
      await browser.call('PATCH', `/products/${tea}`, {
        name: 'Chá',
        categoryId: category.id,
        active: false,
      }),
    );
    assert.deepEqual(await shown(), ['Café'], 'one that is not sold is not shown');
    const more: number[] = [];
    for (let index = 2; index < MOST; index += 1) more.push(await product(`Suco ${index}`));
    const both = await Promise.all(more.map((id) => star(id)));
    assert.ok(both.every(({ status }) => status === 200));
    assertRefused(await star(await product('Água')), 409, 'favourites_full');
    okJson(await star(tea, false));
    assert.equal((await shown()).length, MOST - 1);
    assertRefused(await star(999_999), 404, 'record_unknown');
  });

  test('a large button goes below “Mais” and comes back', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn(SELLER));
    const choose = (methodIds: readonly number[]) =>
      browser.call('POST', '/till/choices/methods', { methodIds });
    assert.deepEqual(okJson<ShownTillChoices>(await choose([PIX, PIX])).underMore, [PIX]);
    assert.deepEqual(okJson<ShownTillChoices>(await browser.call('GET', '/till/choices')).underMore, [PIX]);
    assertRefused(await choose([999]), 400, 'field_invalid');
    assert.deepEqual(okJson<ShownTillChoices>(await choose([])).underMore, []);
  });
});
