import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { productionSettings } from '../support/production.ts';
import { onSqliteByDay } from '../support/service.ts';

onSqliteByDay('A reusable link of a shop without a bank', productionSettings(), (service) => {
  let api: ApiPair;
  before(async () => {
    api = (await addMerchant(service)).api;
  });
  const pageOf = async (payment: object, way = '') => {
    const made = await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...api },
      body: JSON.stringify({ name: 'Bolo', amount: '2100', firstMethod: 'pix', payment }),
    });
    assert.equal(made.status, 201, made.text);
    const { url } = made.json() as { readonly url: string };
    return service.send({ path: `${new URL(url).pathname}${way}` });
  };

  test('offers the card alone, whatever its address asks for', async () => {
    for (const way of ['', '?forma=pix']) {
      const { status, text } = await pageOf({ card: { type: 1, installments: 1 }, pix: {} }, way);
      assert.equal(status, 200);
      assert.match(text, /name="numero"/);
      assert.doesNotMatch(text, /Pix/);
    }
  });

  test('by Pix alone says that the shop takes none', async () => {
    const { status, text } = await pageOf({ pix: {} });
    assert.equal(status, 410);
    assert.match(text, /não recebe por Pix agora. Nada foi cobrado/);
  });
});
