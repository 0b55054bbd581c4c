import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noise, picture, pngBomb } from '../../../src/operations/photos/test-images.ts';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const UNGUESSABLE = /\/[0-9a-f]{32}\.(?:jpg|png)$/;

onSqliteByDay('photos of products', {}, (service) => {
  const insert = (fotBase64: string) =>
    post(service, '/Produto/Insert', { produto: { nome: 'Café', fotoNome: 'x', fotBase64 } }, DEMO_KEY);
  const photographed = async (fotBase64: string): Promise<Members> =>
    objectIn(answered(await insert(fotBase64)), 'produto');

  before(async () => {
    await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY);
  });

  for (const kind of ['jpeg', 'png', 'webp', 'gif'] as const) {
    test(`a ${kind} is stored and served with a thumbnail, as an immutable image`, async () => {
      const bytes = await picture(kind, { width: 640, height: 480 });
      const product = await photographed(`data:image/${kind};base64,${bytes.toString('base64')}`);
      for (const url of [String(product.foto), String(product.fotoThumbnail)]) {
        assert.match(url, UNGUESSABLE);
        const answer = await fetch(url.replace(/^http:\/\/localhost/, 'http://127.0.0.1'));
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('content-type'), 'image/jpeg');
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
        assert.match(String(answer.headers.get('content-security-policy')), /default-src 'none'; sandbox/);
        const image = Buffer.from(await answer.arrayBuffer());
        assert.equal(image.length, Number(answer.headers.get('content-length')));
        assert.deepEqual(image.subarray(0, 3), Buffer.from([0xff, 0xd8, 0xff]));
      }
    });
  }

  test('anything but a valid image of the four kinds is refused, and so is a decompression bomb', async () => {
    const jpeg = (await picture('jpeg', { width: 640, height: 480 })).toString('base64');
    const sent = [
      'https://loja.example/foto.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      (await picture('tiff', { width: 8, height: 8 })).toString('base64'),
      jpeg.slice(0, 800),
      pngBomb(30_000, 30_000).toString('base64'),
    ];
    for (const text of sent) assertMessage(await insert(text), 400, /fotBase64 deve ser uma imagem/);
  });

  test('a picture may have 8 MiB, with a key; any other body 1 MiB', async () => {
    const largest = await noise(8 * 2 ** 20);
    assert.ok(largest.length > 7.8 * 2 ** 20 && largest.length <= 8 * 2 ** 20, String(largest.length));
    assert.match(String((await photographed(largest.toString('base64'))).foto), UNGUESSABLE);
    const larger = Buffer.concat([largest, Buffer.alloc(8 * 2 ** 20 + 1 - largest.length)]);
    assertMessage(await insert(larger.toString('base64')), 400, /fotBase64 deve ser uma imagem/);
    assertMessage(await insert(' '.repeat(13 * 2 ** 20)), 413, /./);
    const category = { nome: 'x', padding: ' '.repeat(2 ** 20) };
    assertMessage(await post(service, '/ProdutoCategoria/Insert', category, DEMO_KEY), 413, /./);
    const padding = ' '.repeat(7 * 2 ** 20);
    const keyless = await post(service, '/Produto/Insert', { produto: { nome: 'x', fotBase64: padding } });
    assertMessage(keyless, 401, 'Acesso não autorizado [Token não encontrado].');
  });

  test('unknown photo addresses are not served', async () => {
    const product = await photographed((await picture('png', { width: 8, height: 8 })).toString('base64'));
    const path = new URL(String(product.foto)).pathname;
    assert.equal((await service.send({ path })).status, 200);
    assert.equal((await service.send({ method: 'HEAD', path })).status, 200);
    assert.equal((await service.send({ method: 'POST', path })).status, 405);
    const others = [
      path.replace(/[0-9a-f]{4}\./, 'ffff.'),
      path.replace('.jpg', '.png'),
      '/photos/%2e%2e%2fmaster-key',
      '/photos/..%5cmaster-key',
      '/photos',
    ];
    for (const other of others)
      assertMessage(await service.send({ path: other }), 404, 'Recurso não encontrado.');
  });
});
