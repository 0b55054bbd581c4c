import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckoutIdRow } from '../../../src/panel/checkout-ids/schema.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const SHOP = 'https://loja.exemplo.com.br';
const FRESH_MS = 5 * 60_000;

onSqliteByDay('Public checkout ids in the panel', {}, (service) => {
  const keyFor = (id: string, origin: string) =>
    service.send({ path: `/checkout/v1/${id}/public-key`, headers: { Origin: origin } });

  test('an id is created for a site, works only from there, and stops once revoked', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const made = okJson<CheckoutIdRow>(
      await browser.call('POST', '/checkout-ids', { label: 'Loja virtual', origins: [`${SHOP}/`] }),
    );
    assert.deepEqual(made.origins, [SHOP]);
    assert.equal((await keyFor(made.publicId, SHOP)).status, 200);
    assert.equal((await keyFor(made.publicId, 'https://outra.exemplo.com.br')).status, 403);
    okJson(
      await browser.call('PATCH', `/checkout-ids/${made.id}`, { origins: ['https://outra.exemplo.com.br'] }),
    );
    service.clock.advance(6_000);
    assert.equal((await keyFor(made.publicId, SHOP)).status, 403);
    okJson(await browser.call('DELETE', `/checkout-ids/${made.id}`));
    service.clock.advance(6_000);
    assert.equal((await keyFor(made.publicId, 'https://outra.exemplo.com.br')).status, 404);
    const { items } = okJson<{ items: readonly CheckoutIdRow[] }>(await browser.call('GET', '/checkout-ids'));
    assert.ok(items.find(({ id }) => id === made.id)?.revoked);
  });

  test('an invalid site address is refused at its field', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const answer = await browser.call('POST', '/checkout-ids', { origins: ['loja.exemplo.com.br'] });
    assertRefused(answer, 400, 'origin_invalid');
    assert.match(answer.text, /"field":"origins"/);
  });

  test('creating and revoking need the password again, and are limited to the shop’s own ids', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const made = okJson<CheckoutIdRow>(await browser.call('POST', '/checkout-ids', { origins: [] }));
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assertRefused(await operator.call('DELETE', `/checkout-ids/${made.id}`), 404, 'credential_unknown');
    service.clock.advance(FRESH_MS);
    assertRefused(await browser.call('DELETE', `/checkout-ids/${made.id}`), 403, 'second_factor_needed');
  });
});
