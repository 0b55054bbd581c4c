import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES } from '../../test/support/databases.ts';
import { openOperationsRoom } from './test-room.ts';

for (const engine of ENGINES) {
  describe(`other calls of deployed clients (${engine})`, () => {
    test('terminals one by one, physical terminals, active products and categories', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { key } = await room.addPerson();
      const category = await room.call('/ProdutoCategoria/Insert', key, { nome: 'Pães' });
      const terminal = (await room.call('/Terminal/Insert', key, { nome: 'Caixa 1' })).body.terminal;
      await room.call('/Produto/Insert', key, { nome: 'Pão', valor: '1,00' });
      await room.call('/Produto/Insert', key, { nome: 'Velho', valor: '1,00', produtoStatus: { id: 10 } });
      const namesOf = async (path: string, member: string) =>
        (await room.call(path, key, '')).body[member].map(({ nome }: { nome: string }) => nome);

      const found = await room.call(`/Terminal/GetById?terminalId=${terminal.id}`, key, '');
      assert.deepEqual([found.body.terminal.id, found.body.terminal.nome], [terminal.id, 'Caixa 1']);
      assert.match(found.body.data, /\.\d{4}$/);
      assert.equal((await room.call('/Terminal/GetById?terminalId=99', key)).status, 404);
      assert.match((await room.call('/Terminal/GetById', key)).body.message, /\[terminalId\]/);
      const { terminaisFisicos } = (await room.call('/TerminalFisico/GetByPessoaId', key, '')).body;
      assert.deepEqual(terminaisFisicos, [{ id: 1, nome: 'Caixa 1', instalacaoId: '', pontoCaptura: '' }]);
      assert.deepEqual(await namesOf('/Produto/GetByAtivosByPessoaId', 'produtos'), [
        'Produto genérico',
        'Pão',
      ]);
      assert.equal((await namesOf('/Produto/GetByPessoaId', 'produtos')).length, 3);
      const { produtosCategoria } = (await room.call('/ProdutoCategoria/GetByPessoaId', key, '')).body;
      assert.deepEqual(produtosCategoria, [category.body.produtoCategoria]);
    });

    test('lists are empty arrays when there is nothing', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { key } = await room.addPerson();
      assert.deepEqual((await room.call('/TerminalFisico/GetByPessoaId', key)).body.terminaisFisicos, []);
      assert.deepEqual((await room.call('/ProdutoCategoria/GetByPessoaId', key)).body.produtosCategoria, []);
    });

    test('a login key identifies its person and can be revoked, which is audited; an integration key stays valid', async (context) => {
      const room = await openOperationsRoom(context, engine);
      await room.accounts.createDemoAccounts();
      const demo = { cpfCnpj: '11144477735', senha: 'guiche-vendedor' };
      const { key } = (await room.call('/Login/Login', undefined, demo)).body.pessoa;
      const login = await room.call('/Login/ConsultaLogin', key, demo);
      assert.deepEqual([login.body.pessoa.id, login.body.pessoa.key, login.body.operador], [1, key, null]);
      assert.match(login.body.data, /\.\d{4}$/);
      assert.equal((await room.call('/Login/LogOut', key, '')).status, 200);
      room.clock.advance(6_000);
      assert.equal((await room.call('/Login/ConsultaLogin', key, demo)).status, 401);
      const integration = 'chaveDeDemonstracaoDoVendedor0001';
      assert.equal((await room.call('/Login/LogOut', integration, '')).status, 200);
      room.clock.advance(6_000);
      assert.equal((await room.call('/Login/ConsultaLogin', integration)).status, 200);
      const entries = await room.database
        .read<{ audit: { operation: string; result: string } }>()
        .selectFrom('audit')
        .select(['operation', 'result'])
        .where('operation', '=', 'Login/LogOut')
        .execute();
      assert.deepEqual(
        entries.map(({ result }) => result),
        ['ok', 'ok'],
      );
    });
  });
}
