import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, assertMessage, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const PATH = '/ProdutoCategoria/Insert';
const DATA = /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}\.\d{4}$/;

onSqliteByDay('ProdutoCategoria/Insert', {}, (service) => {
  const insert = (body: unknown) => post(service, PATH, body, DEMO_KEY);

  test('answers the time and the category with its owner, every field of it', async () => {
    const answer = answered(await insert({ nome: 'Bebidas', pessoaId: 1 }));
    assert.deepEqual(Object.keys(answer), ['data', 'produtoCategoria']);
    assert.match(String(answer.data), DATA);
    const { id, ...rest } = objectIn(answer, 'produtoCategoria');
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(rest, {
      nome: 'Bebidas',
      pessoa: {
        id: 1,
        nomeRazaoSocial: 'Vendedor de Demonstração',
        sobreNome: null,
        cpfCnpj: '11144477735',
      },
    });
  });

  test('the owner is the named person, as number or text, otherwise that of the key', async () => {
    for (const pessoaId of [1, '1', null, '', undefined]) {
      const answer = answered(await insert({ nome: 'Doces', pessoaId }));
      assert.equal(objectIn(objectIn(answer, 'produtoCategoria'), 'pessoa').id, 1);
    }
    assertMessage(
      await insert({ nome: 'Doces', pessoaId: 2 }),
      403,
      'Acesso não autorizado [Pessoa não pertence à chave].',
    );
  });

  test('names are not unique, are trimmed, and may be sent as numbers', async () => {
    const names: unknown[] = [];
    for (const nome of ['Igual', 'Igual', '  Igual ', 7, '💳'.repeat(255)]) {
      names.push(objectIn(answered(await insert({ nome })), 'produtoCategoria').nome);
    }
    assert.deepEqual(names, ['Igual', 'Igual', 'Igual', '7', '💳'.repeat(255)]);
  });

  test('id 0, empty or absent is new; a known one edits; another is not found', async () => {
    const { id } = objectIn(answered(await insert({ Id: 0, Nome: 'A' })), 'produtoCategoria');
    for (const fresh of [0, '0', '', null]) {
      const added = objectIn(answered(await insert({ id: fresh, nome: 'B' })), 'produtoCategoria');
      assert.ok(Number(added.id) > Number(id));
    }
    const edited = objectIn(answered(await insert({ id: String(id), nome: 'C' })), 'produtoCategoria');
    assert.deepEqual([edited.id, edited.nome], [id, 'C']);
    for (const unknown of [999_999, -1, '9007199254740993']) {
      assertMessage(await insert({ id: unknown, nome: 'D' }), 404, 'Registro não encontrado.');
    }
  });

  test('a missing or invalid field is named', async () => {
    for (const body of [{}, '', { nome: null }, { nome: ' ' }, { nome: '' }]) {
      assertMessage(await insert(body), 400, 'Parâmetro [nome] não pode ser nulo.');
    }
    for (const nome of ['x'.repeat(256), {}, [], true, 'duas\nlinhas']) {
      assertMessage(await insert({ nome }), 400, /nome/);
    }
    assertMessage(await insert({ id: 'abc', nome: 'x' }), 400, /id/);
    assertMessage(await insert({ pessoaId: 'abc', nome: 'x' }), 400, /pessoaId/);
    assertMessage(await insert('7'), 400, /corpo/);
  });
});
