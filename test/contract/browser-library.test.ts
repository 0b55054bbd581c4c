import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createGuiche } from '../../packages/checkout/src/guiche.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { sellByHash, VISA } from '../support/gateway-client.ts';
import { onEachEngine } from '../support/service.ts';

const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const CARD = { number: VISA, cvv: '123', expirationMonth: 12, expirationYear: 2035, holderName: 'Ana Lima' };

interface Listed {
  readonly path: string;
  readonly fixedPath: string;
  readonly integrity: string;
}

onEachEngine('The browser library', {}, (service) => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    service.send({ method: 'GET', path, headers });

  test('sells a card that only the page has seen', async () => {
    const guiche = createGuiche(DEMO_CHECKOUT_ID, { baseUrl: `${service.address()}/` });
    const [one, other] = [await guiche.cardHash(CARD), await guiche.cardHash(CARD)];
    assert.notEqual(one, other);
    for (const cardHash of [one, other]) {
      const answer = await sellByHash(service, cardHash);
      assert.equal(answer.status, 201);
      assert.equal(recordOf(answer).top.status, 5);
    }
  });

  test('says which field is wrong before it asks the gateway for anything', async () => {
    const guiche = createGuiche(DEMO_CHECKOUT_ID, { baseUrl: 'http://127.0.0.1:9' });
    await assert.rejects(guiche.cardHash({ ...CARD, cvv: '12' }), { code: 'card_cvv_invalid', field: 'cvv' });
    await assert.rejects(guiche.cardHash(CARD), { code: 'gateway_unavailable' });
  });

  test('tells the page what the gateway said of an id', async () => {
    const guiche = createGuiche('pub_000000000000000000000000', { baseUrl: service.address() });
    await assert.rejects(guiche.cardHash(CARD), {
      code: 'checkout_id_unknown',
      message: /desconhecido ou revogado/,
    });
    const answer = await get('/checkout/v1/pub_000000000000000000000000/public-key');
    assertRefused(answer, 404, 'checkout_id_unknown');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  test('gives a public key to every page, and no cache keeps it', async () => {
    const answer = await get(`/checkout/v1/${DEMO_CHECKOUT_ID}/public-key`, {
      Origin: 'https://loja.exemplo.com.br',
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json() as object).sort(), ['publicKey', 'sessionKey']);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  test('is served by a name that follows the version and by one that never changes', async () => {
    const { files } = (await get('/checkout/v1/guiche.json')).json() as { files: readonly Listed[] };
    assert.deepEqual(
      files.map(({ path }) => path),
      ['/checkout/v1/guiche.js', '/checkout/v1/guiche.mjs'],
    );
    for (const { path, fixedPath, integrity } of files) {
      const moving = await get(path);
      const fixed = await get(fixedPath);
      assert.equal(moving.text, fixed.text);
      assert.equal(`sha384-${createHash('sha384').update(fixed.text).digest('base64')}`, integrity);
      assert.match(String(fixed.headers['cache-control']), /immutable/);
      assert.doesNotMatch(String(moving.headers['cache-control']), /immutable/);
      assert.equal(fixed.headers['access-control-allow-origin'], '*');
      assert.match(String(fixed.headers['content-type']), /^text\/javascript/);
    }
    assertRefused(await get('/checkout/v1/guiche.0000000000000000.js'), 404, 'library_unknown');
  });

  test('is at most 6 kB, compressed', async () => {
    for (const path of ['/checkout/v1/guiche.js', '/checkout/v1/guiche.mjs']) {
      const packed = await fetch(service.address() + path, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.equal(packed.headers.get('content-encoding'), 'gzip');
      const size = Number(packed.headers.get('content-length'));
      assert.ok(size > 0 && size <= 6_000, `${path}: ${size}`);
      assert.ok((await packed.text()).length > size);
    }
  });
});
