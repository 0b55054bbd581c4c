import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { picture, pngBomb } from '../photos/test-images.ts';
import type { TestSeller } from '../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';

const DEFAULT_PRODUCT = {
  nome: 'Produto genérico',
  descricao: '',
  referencia: null,
  quantidade: null,
  valor: '',
  solicitaValor: true,
  controlaQuantidade: false,
  produtoTipo: 10,
  servico: false,
  foto: null,
  fotoThumbnail: null,
  ean: null,
  ncm: null,
  cfop: null,
  extipi: null,
  origem: null,
  unidadeTributaria: null,
  quantidadeTributaria: 0,
  unidadeComercial: null,
  quantidadeComercial: 0,
  informacoesComplementares: null,
  produtoImposto: null,
  produtoStatus: { id: 5, nome: 'Ativo' },
  produtoCategoria: null,
};

async function sellerWithCategory(room: OperationsRoom): Promise<TestSeller & { categoryId: number }> {
  const seller = await room.addPerson();
  const { body } = await room.call('/ProdutoCategoria/Insert', seller.key, { nome: 'Bebidas' });
  return { ...seller, categoryId: body.produtoCategoria.id };
}

const insert = (room: OperationsRoom, seller: TestSeller, produto: object) =>
  room.call('/Produto/Insert', seller.key, { produto });
const listed = async (room: OperationsRoom, seller: TestSeller) =>
  (await room.call('/Produto/GetByPessoaId', seller.key)).body.produtos;

for (const engine of SQLITE_BY_DAY) {
  describe(`products (${engine})`, () => {
    test('every person has a default product from the start', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [one, other] = [await room.addPerson(), await room.addPerson()];
      for (const seller of [one, other]) {
        const [{ id, ...product }, ...more] = await listed(room, seller);
        assert.deepEqual(product, DEFAULT_PRODUCT);
        assert.ok(id > 0);
        assert.deepEqual(more, []);
      }
    });

    test('no product is added while the person has no category', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const refused = await insert(room, seller, { nome: 'Café' });
      assert.equal(refused.status, 400);
      assert.match(refused.body.message, /categoria/);
      assert.equal((await listed(room, seller)).length, 1);
    });

    test('a product is in the requested category, otherwise in the oldest one', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await sellerWithCategory(room);
      const other = await sellerWithCategory(room);
      const { body } = await room.call('/ProdutoCategoria/Insert', seller.key, { nome: 'Doces' });
      const second = body.produtoCategoria.id;
      const inOldest = await insert(room, seller, { nome: 'Café' });
      assert.deepEqual(inOldest.body.produto.produtoCategoria, { id: seller.categoryId, nome: 'Bebidas' });
      const inSecond = await insert(room, seller, { nome: 'Bolo', produtoCategoria: { id: second } });
      assert.deepEqual(inSecond.body.produto.produtoCategoria, { id: second, nome: 'Doces' });
      const { id } = inSecond.body.produto;
      const edited = await insert(room, seller, { id, nome: 'Bolo de milho' });
      assert.deepEqual(
        edited.body.produto.produtoCategoria,
        { id: second, nome: 'Doces' },
        'an edit keeps the category',
      );
      const foreign = await insert(room, seller, { nome: 'Suco', produtoCategoriaId: other.categoryId });
      assert.equal(foreign.status, 404);
    });

    test('a product is edited by its id, and only by its owner', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [seller, other] = [await sellerWithCategory(room), await sellerWithCategory(room)];
      const { id } = (await insert(room, seller, { nome: 'Café', valor: '5,00', ean: '789' })).body.produto;
      const edited = await insert(room, seller, { Id: String(id), Nome: 'Café grande', VALOR: 7.5 });
      assert.equal(edited.status, 200);
      assert.deepEqual(
        [
          edited.body.produto.id,
          edited.body.produto.nome,
          edited.body.produto.valor,
          edited.body.produto.ean,
        ],
        [id, 'Café grande', '7,50', '789'],
      );
      for (const [key, wanted] of [
        [other, id],
        [seller, 999_999],
        [seller, '9007199254740993'],
        [seller, -1],
      ] as const) {
        assert.equal((await insert(room, key, { id: wanted, nome: 'Roubado' })).status, 404, String(wanted));
      }
      assert.equal((await listed(room, seller)).length, 2);
      assert.equal((await listed(room, other)).length, 1);
    });

    test('a photo is stored and served; another one replaces it', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await sellerWithCategory(room);
      const photo = async (color: number) =>
        (await picture('png', { width: 300 + color, height: 200 })).toString('base64');
      const first = (await insert(room, seller, { nome: 'Café', fotBase64: await photo(1) })).body.produto;
      assert.match(first.fotoThumbnail, /^https:\/\/loja\.example\/photos\/thumbnails\/[0-9a-f]{32}\.jpg$/);
      assert.equal((await room.get(first.foto)).status, 200);
      assert.equal((await room.get(first.fotoThumbnail)).status, 200);
      const { id } = first;
      const kept = (await insert(room, seller, { id, nome: 'Café' })).body.produto;
      assert.equal(kept.foto, first.foto);
      const second = (await insert(room, seller, { id, nome: 'Café', fotBase64: await photo(2) })).body
        .produto;
      assert.notEqual(second.foto, first.foto);
      assert.equal((await room.get(second.foto)).status, 200);
      assert.equal((await room.get(first.foto)).status, 404);
    });

    test('a photo that is not an image is refused, and nothing of the product is written', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await sellerWithCategory(room);
      const sent: Record<string, string> = {
        'no image': 'bm90IGFuIGltYWdl',
        'no base64': '%%%',
        'a bomb': pngBomb(30_000, 30_000).toString('base64'),
        'a wrong type': (await picture('tiff', { width: 9, height: 9 })).toString('base64'),
        'half a file': (await picture('jpeg', { width: 400, height: 400 })).toString('base64').slice(0, 600),
      };
      for (const [what, fotBase64] of Object.entries(sent)) {
        const refused = await insert(room, seller, { nome: 'Café', fotBase64 });
        assert.equal(refused.status, 400, what);
        assert.match(refused.body.message, /fotBase64/, what);
      }
      assert.equal((await listed(room, seller)).length, 1);
      assert.deepEqual(await readdir(join(room.dataDir, 'photos')).catch(() => []), []);
    });

    test('an edit of an unknown product is refused before its photo is stored', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await sellerWithCategory(room);
      const fotBase64 = (await picture('png', { width: 30, height: 20 })).toString('base64');
      assert.equal((await insert(room, seller, { id: 77, nome: 'Café', fotBase64 })).status, 404);
      assert.deepEqual(await readdir(join(room.dataDir, 'photos')).catch(() => []), []);
    });

    test('two concurrent edits leave one photo in use', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await sellerWithCategory(room);
      const { id } = (await insert(room, seller, { nome: 'Café' })).body.produto;
      const fotBase64 = (await picture('png', { width: 30, height: 20 })).toString('base64');
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => insert(room, seller, { id, nome: 'Café', fotBase64 })),
      );
      assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
      const usage = await room.database
        .read<{ photo_usage: { photos: number } }>()
        .selectFrom('photo_usage')
        .select('photos')
        .execute();
      assert.deepEqual(
        usage.map(({ photos }) => photos),
        [1],
      );
    });
  });
}
