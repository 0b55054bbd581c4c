import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answered,
  assertMessage,
  DEMO_KEY,
  type Members,
  objectIn,
  post,
} from '../../support/operations-client.ts';
import { onEachEngine } from '../../support/service.ts';

onEachEngine('Produto/GetByPessoaId', {}, (service) => {
  const list = async (): Promise<readonly Members[]> => {
    const answer = answered(
      await service.send({ path: `/Produto/GetByPessoaId?key=${DEMO_KEY}&pessoaId=1` }),
    );
    assert.deepEqual(Object.keys(answer), ['data', 'produtos']);
    assert.ok(Array.isArray(answer.produtos));
    return answer.produtos as Members[];
  };

  test('the demo seller starts with the default product: generic name, open value, no stock control', async () => {
    const [product, ...more] = await list();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [product?.nome, product?.valor, product?.solicitaValor, product?.controlaQuantidade],
      ['Produto genérico', '', true, false],
    );
    assert.equal(product?.produtoCategoria, null);
  });

  test('a list has the same records as the inserts, in the order of their ids', async () => {
    await post(service, '/ProdutoCategoria/Insert', { nome: 'Bebidas' }, DEMO_KEY);
    const inserted: Members[] = [];
    for (const nome of ['Café', 'Chá', 'Suco']) {
      const answer = await post(service, '/Produto/Insert', { produto: { nome, valor: '1,00' } }, DEMO_KEY);
      inserted.push(objectIn(answered(answer), 'produto'));
    }
    const [first, ...rest] = await list();
    assert.equal(first?.nome, 'Produto genérico');
    assert.deepEqual(rest, inserted);
  });

  test('an edited product stays in its place, an inactive one in the list', async () => {
    const before = await list();
    const last = before.at(-1);
    const changed = { id: last?.id, nome: 'Suco de uva', produtoStatus: { id: 10 } };
    const answer = await post(service, '/Produto/Insert', { produto: changed }, DEMO_KEY);
    const edited = objectIn(answered(answer), 'produto');
    assert.deepEqual(edited, { ...last, nome: 'Suco de uva', produtoStatus: { id: 10, nome: 'Inativo' } });
    assert.deepEqual(await list(), before.with(-1, edited));
  });

  test('POST answers as GET does, with any body or none', async () => {
    const products = await list();
    const path = `/Produto/GetByPessoaId?key=${DEMO_KEY}`;
    for (const body of [undefined, '', '{}', '5', '[1]', '{"pessoaId":"1"}']) {
      const answer = answered(
        await service.send({ method: 'POST', path, ...(body === undefined ? {} : { body }) }),
      );
      assert.deepEqual(answer.produtos, products, String(body));
    }
  });

  test('the person of the body is used if the query names none', async () => {
    const path = '/Produto/GetByPessoaId';
    assertMessage(await post(service, path, { PessoaId: 2 }, DEMO_KEY), 403, /Pessoa não pertence/);
    answered(await post(service, `${path}?pessoaId=1`, { pessoaId: 2 }, DEMO_KEY));
    assertMessage(await post(service, `${path}?pessoaId=0`, { pessoaId: 2 }, DEMO_KEY), 403, /não pertence/);
    answered(await service.send({ path: `${path}?key=${DEMO_KEY}&pessoaId=0` }));
    for (const pessoaId of ['2', 'abc', '-1', '9007199254740993']) {
      const refused = await service.send({ path: `${path}?key=${DEMO_KEY}&pessoaId=${pessoaId}` });
      assertMessage(refused, 403, 'Acesso não autorizado [Pessoa não pertence à chave].');
    }
  });
});
