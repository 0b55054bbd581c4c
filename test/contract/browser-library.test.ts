import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cardPart } from '../../packages/checkout/src/card-part.ts';
import { fixedNameOf } from '../../src/gateway/browser-library/library.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { sellByHash, VISA } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const FRAME_SCRIPT = new URL('../../packages/checkout/dist/fields.js.gz', import.meta.url);
const SIX_KB = 6_144;
const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const CARD = { number: VISA, cvv: '123', expirationMonth: 12, expirationYear: 2035, holderName: 'Ana Lima' };

const keysOf = (address: string, id: string) => `${address}/checkout/v1/${id}/public-key`;

interface Listed {
  readonly path: string;
  readonly fixedPath: string;
  readonly integrity: string;
}

onSqliteByDay('The browser library', {}, (service) => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    service.send({ method: 'GET', path, headers });

  test('sells with a card that never leaves the page in clear', async () => {
    const encrypt = cardPart.encrypterOf(keysOf(service.address(), DEMO_CHECKOUT_ID));
    const [one, other] = [await encrypt(CARD), await encrypt(CARD)];
    assert.notEqual(one, other);
    for (const cardHash of [one, other]) {
      const answer = await sellByHash(service, cardHash);
      assert.equal(answer.status, 201);
      assert.equal(recordOf(answer).top.status, 5);
    }
  });

  test('reports an invalid field before any request to the gateway', async () => {
    const encrypt = cardPart.encrypterOf(keysOf('http://127.0.0.1:9', DEMO_CHECKOUT_ID));
    await assert.rejects(encrypt({ ...CARD, cvv: '12' }), { code: 'card_cvv_invalid', field: 'cvv' });
    await assert.rejects(encrypt(CARD), { code: 'gateway_unavailable' });
  });

  test("passes the gateway's error about a checkout id on to the page", async () => {
    const encrypt = cardPart.encrypterOf(keysOf(service.address(), 'pub_000000000000000000000000'));
    await assert.rejects(encrypt(CARD), {
      code: 'checkout_id_unknown',
      message: /desconhecido ou revogado/,
    });
    const answer = await get('/checkout/v1/pub_000000000000000000000000/public-key');
    assertRefused(answer, 404, 'checkout_id_unknown');
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  test('a public key is available to every page, and not cached', async () => {
    const answer = await get(`/checkout/v1/${DEMO_CHECKOUT_ID}/public-key`, {
      Origin: 'https://loja.exemplo.com.br',
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json() as object).sort(), ['publicKey', 'sessionKey']);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  test('is served under a versioned name and under a fixed one', async () => {
    const { files } = (await get('/checkout/v1/guiche.json')).json() as { files: readonly Listed[] };
    assert.deepEqual(
      files.map(({ path }) => path),
      ['guiche.js', 'guiche-card.js', 'guiche.mjs', 'guiche-card.mjs'].map((name) => `/checkout/v1/${name}`),
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

  test('is at most 1.5 kB for the loader and 6 kB in all, compressed, whatever a page uses', async () => {
    const sizeOf = async (path: string) => {
      const packed = await fetch(service.address() + path, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.equal(packed.headers.get('content-encoding'), 'gzip');
      const size = Number(packed.headers.get('content-length'));
      assert.ok((await packed.text()).length > size);
      return size;
    };
    const frame = (await readFile(FRAME_SCRIPT)).length;
    for (const ending of ['js', 'mjs']) {
      const first = await sizeOf(`/checkout/v1/guiche.${ending}`);
      const card = await sizeOf(`/checkout/v1/guiche-card.${ending}`);
      assert.ok(first > 0 && first <= 1_500, `guiche.${ending}: ${first}`);
      assert.ok(first + card <= SIX_KB, `guiche.${ending} and card part: ${first + card}`);
      assert.ok(first + frame <= SIX_KB, `guiche.${ending} and script of the frame: ${first + frame}`);
    }
  });

  test('both loaders name the card part by an address that never changes', async () => {
    for (const ending of ['js', 'mjs']) {
      const { text } = await get(`/checkout/v1/guiche.${ending}`);
      const [card] = new RegExp(`guiche-card\\.[0-9a-f]{16}\\.${ending}`).exec(text) ?? [];
      const served = await get(`/checkout/v1/${card}`);
      assert.match(String(served.headers['cache-control']), /immutable/);
      assert.equal(served.text, (await get(`/checkout/v1/guiche-card.${ending}`)).text);
    }
  });

  test('shows the card’s fields only to pages that the checkout id is for', async () => {
    const shop = 'https://loja.exemplo.com.br';
    const { publicId } = (await service.command('checkout-id', 'add', '--person', '1', '--origin', shop)) as {
      publicId: string;
    };
    const frame = (origin: string, id = publicId) =>
      get(`/checkout/v1/${id}/fields?origin=${encodeURIComponent(origin)}`);
    const page = await frame(shop);
    assert.equal(page.status, 200);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*frame-ancestors https:\/\/loja\.exemplo\.com\.br$/);
    assert.equal(page.headers['x-frame-options'], undefined);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.match(page.text, /data-shop="https:\/\/loja\.exemplo\.com\.br"/);

    assert.equal((await frame('https://outra.exemplo.com.br')).status, 403);
    assert.equal((await frame(shop, 'pub_000000000000000000000000')).status, 404);
    for (const origin of [
      '',
      'null',
      '*',
      `${shop}/`,
      `${shop}; script-src *`,
      'https://a b',
      'https://a;sandbox',
      'https://a,b',
      'https://*',
      'javascript:0',
      "'self'",
    ]) {
      assert.equal((await frame(origin, DEMO_CHECKOUT_ID)).status, 400, origin);
    }
    assert.equal((await get(`/checkout/v1/${publicId}/fields`)).status, 400);
  });

  test('the frame gets keys as a page of the gateway, another page gets none', async () => {
    const shop = 'https://loja.exemplo.com.br';
    const { publicId } = (await service.command('checkout-id', 'add', '--person', '1', '--origin', shop)) as {
      publicId: string;
    };
    const path = `/checkout/v1/${publicId}/public-key`;
    assert.equal((await get(path, { 'Sec-Fetch-Site': 'same-origin' })).status, 200);
    assert.equal((await get(path, { 'Sec-Fetch-Site': 'cross-site', Origin: shop })).status, 200);
    assertRefused(
      await get(path, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://x.example' }),
      403,
      'origin_refused',
    );
    assertRefused(await get(path), 403, 'origin_refused');
  });

  test('files of released versions stay at their addresses', async () => {
    const folder = new URL('../../packages/checkout/published/', import.meta.url);
    const names = (await readdir(folder)).filter((name) => name.endsWith('js'));
    assert.ok(names.length > 0);
    for (const name of names) {
      const contents = await readFile(new URL(name, folder));
      assert.equal(fixedNameOf(name.replace(/\.[0-9a-f]{16}\./, '.'), contents), name);
      const served = await get(`/checkout/v1/${name}`);
      assert.equal(served.text, contents.toString());
      assert.match(String(served.headers['cache-control']), /immutable/);
    }
  });

  test('the documentation names the published loader and its hash, which this version serves', async () => {
    const page = await readFile(new URL('../../docs/checkout.md', import.meta.url), 'utf8');
    const [, path = '', integrity] = /exemplo\.com\.br(\S+)" integrity="([^"]+)"/.exec(page) ?? [];
    const served = await get(path);
    assert.equal(served.status, 200);
    assert.equal(`sha384-${createHash('sha384').update(served.text).digest('base64')}`, integrity);
    const card = /guiche-card\.[0-9a-f]{16}\.js/.exec(served.text)?.[0];
    assert.equal((await get(`/checkout/v1/${card}`)).status, 200, 'the part it loads is published too');
  });
});
