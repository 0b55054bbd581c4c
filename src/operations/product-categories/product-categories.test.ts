import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`product categories (${engine})`, () => {
    test('a category is added, renamed by its id, and refused without a name', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson({ name: 'Padaria' });
      const insert = (body: object, key = seller.key) => room.call('/ProdutoCategoria/Insert', key, body);
      const added = await insert({ nome: ' Bebidas ', pessoaId: seller.id });
      assert.equal(added.status, 200);
      assert.match(added.body.data, /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\.\d{4}$/);
      const { id, ...rest } = added.body.produtoCategoria;
      assert.deepEqual(rest, {
        nome: 'Bebidas',
        pessoa: { id: seller.id, nomeRazaoSocial: 'Padaria', sobreNome: null, cpfCnpj: '00000000001' },
      });
      const renamed = await insert({ id, nome: 'Doces' });
      assert.deepEqual([renamed.body.produtoCategoria.id, renamed.body.produtoCategoria.nome], [id, 'Doces']);
      for (const nome of [undefined, null, '', '   ']) {
        const refused = await insert({ nome });
        assert.equal(refused.status, 400);
        assert.equal(refused.body.message, 'Parâmetro [nome] não pode ser nulo.');
      }
      const other = await room.addPerson();
      assert.equal((await insert({ id, nome: 'Roubada' }, other.key)).status, 404);
      assert.equal((await insert({ id: 99, nome: 'Nenhuma' })).status, 404);
      assert.equal((await insert({ nome: 'x'.repeat(256) })).status, 400);
      assert.equal((await insert({ nome: 'duas\nlinhas' })).status, 400);
    });

    test('an integrator adds categories to the persons it created, and to no other', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const integrator = await room.addPerson({ role: 'integrator' });
      const own = await room.addPerson({ createdBy: integrator.id });
      const other = await room.addPerson();
      const insert = (pessoaId: number) =>
        room.call('/ProdutoCategoria/Insert', integrator.key, { nome: 'Doces', pessoaId });
      assert.equal((await insert(own.id)).body.produtoCategoria.pessoa.id, own.id);
      assert.equal((await insert(other.id)).status, 403);
      assert.equal((await insert(4_040)).status, 403);
    });
  });
}
