import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../test/support/databases.ts';
import { openOperationsRoom } from './test-room.ts';

for (const engine of SQLITE_BY_DAY) {
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

    test('a physical terminal is added, read and edited on its own, with what its software is told', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id: personId, key } = await room.addPerson();
      const sent = {
        id: '',
        pessoaId: String(personId),
        nome: 'Balcão',
        pontoCaptura: 'PC1',
        ambientePgw: 'PRODUCAO',
        status: 5,
        obs: 'ao lado da porta',
        usaPinPad: 'false',
        appAtualizacaoId: '7',
        appAtualizacaoObrigatoria: true,
      };
      const { terminalFisico } = (await room.call('/TerminalFisico/Insert', key, sent)).body;
      const { id } = terminalFisico;
      const path = `/TerminalFisico/GetById?terminalFisicoId=${id}`;
      const found = await room.call(path, key, { pessoaVendedorId: '999' });
      assert.deepEqual(found.body.terminalFisico, {
        id,
        nome: 'Balcão',
        instalacaoId: '',
        pontoCaptura: 'PC1',
        ambientePGW: 'PRODUCAO',
        obs: 'ao lado da porta',
        status: 5,
        usaPinPad: false,
        appAtualizacao: { id: 7 },
        appAtualizacaoObrigatoria: true,
      });
      assert.deepEqual(terminalFisico, found.body.terminalFisico);
      const edit = { terminalFisico: { Id: String(id), Nome: 'Porta' } };
      const edited = (await room.call('/terminalfisico/insert', key, edit)).body.terminalFisico;
      assert.deepEqual([edited.nome, edited.pontoCaptura], ['Porta', 'PC1']);
      const { terminaisFisicos } = (await room.call('/TerminalFisico/GetByPessoaId', key, '')).body;
      assert.deepEqual(terminaisFisicos, [{ id, nome: 'Porta', instalacaoId: '', pontoCaptura: 'PC1' }]);
      const made = await room.call('/Terminal/Insert', key, { nome: 'Caixa 9', terminalFisicoId: id });
      assert.equal(made.status, 200);
      const own = await room.call('/Terminal/Insert', key, { nome: 'Caixa 10' });
      assert.equal(own.status, 200);
      const all = (await room.call('/TerminalFisico/GetByPessoaId', key)).body.terminaisFisicos;
      const plain = await room.call(`/TerminalFisico/GetById?terminalFisicoId=${all[1].id}`, key);
      assert.deepEqual(
        [plain.body.terminalFisico.usaPinPad, plain.body.terminalFisico.appAtualizacao],
        [true, { id: 0 }],
      );
      const installation = await room.call('/Instalacao/GetById', key, { instalacaoId: String(all[1].id) });
      const { data, instalacao } = installation.body;
      assert.match(data, /^\d{2}\/\d{2}\/\d{4} /);
      assert.deepEqual(Object.keys(instalacao), ['id', 'nome', 'instalacaoId', 'pessoa']);
      assert.deepEqual([instalacao.id, instalacao.nome], [all[1].id, all[1].nome]);
      await room.call('/Terminal/Insert', key, { nome: 'Com cliente', instalacaoId: 'loja-7' });
      const named = await room.call('/webapi/instalacao/getbyid?instalacaoId=loja-7', key);
      assert.deepEqual(
        [named.body.instalacao.nome, named.body.instalacao.instalacaoId],
        ['Com cliente', 'loja-7'],
      );
      for (const [unknown, owner] of [
        ['99', key],
        ['outra', key],
        [String(all[1].id), (await room.addPerson()).key],
      ]) {
        const answer = await room.call('/Instalacao/GetById', owner, { instalacaoId: unknown });
        assert.deepEqual([answer.status, answer.body.message], [404, 'Instalação não encontrada.']);
      }
      assert.match((await room.call('/TerminalFisico/GetById', key)).body.message, /\[terminalFisicoId\]/);
      assert.match((await room.call('/TerminalFisico/Insert', key, {})).body.message, /\[nome\]/);
      const stranger = await room.addPerson();
      assert.equal((await room.call(path, stranger.key)).status, 404);
      assert.equal((await room.call('/TerminalFisico/Insert', stranger.key, { id, nome: 'X' })).status, 404);
    });

    test('persons are found by document, by name and by id, and listed, as far as the key reaches', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const operator = await room.addPerson({ name: 'Plataforma', role: 'operator' });
      const integrator = await room.addPerson({ name: 'Integra 100%', role: 'integrator' });
      const created = await room.addPerson({ name: 'Padaria', createdBy: integrator.id });
      const alone = await room.addPerson({ name: 'Padaria_2' });
      const idsOf = async (path: string, key: string, body?: unknown) =>
        (await room.call(path, key, body)).body.pessoas.map(({ id }: { id: number }) => id);
      const everybody = [operator.id, integrator.id, created.id, alone.id];
      assert.deepEqual(await idsOf('/Pessoa/GetAll', operator.key, {}), everybody);
      assert.deepEqual(await idsOf('/Pessoa/GetAll', integrator.key), [integrator.id, created.id]);
      assert.deepEqual(await idsOf('/Pessoa/GetAll', alone.key), [alone.id]);
      const byText = (text: string, key: string, body?: unknown) =>
        idsOf(`/Pessoa/GetByNomeCpfCnpj?nome=${encodeURIComponent(text)}`, key, body);
      const document = String(alone.id).padStart(11, '0');
      assert.deepEqual(await byText(document, operator.key, {}), [alone.id]);
      assert.deepEqual(await byText(document, integrator.key), []);
      assert.deepEqual(await byText('padaria', operator.key), [created.id, alone.id]);
      assert.deepEqual(await byText('100%', operator.key), [integrator.id]);
      assert.deepEqual(await byText('a_2', operator.key), [alone.id], 'no wildcard');
      assert.deepEqual(await idsOf('/pessoa/getbynomecpfcnpj/', alone.key, { NOME: 'padaria' }), [alone.id]);
      assert.match((await room.call('/Pessoa/GetByNomeCpfCnpj', alone.key)).body.message, /\[nome\]/);
      const found = await room.call(`/Pessoa/GetById?pessoaId=${created.id}`, operator.key, {});
      assert.deepEqual(
        [found.body.pessoa.cpfCnpj, found.body.pessoa.email, found.body.pessoa.key],
        [String(created.id).padStart(11, '0'), null, null],
      );
      assert.equal((await room.call('/Pessoa/GetById', alone.key)).body.pessoa.id, alone.id);
      assert.equal((await room.call(`/Pessoa/GetById?pessoaId=${alone.id}`, integrator.key)).status, 403);
    });

    test('a pessoaVendedorId in the body names the person whose terminals are listed', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const operator = await room.addPerson({ role: 'operator' });
      const seller = await room.addPerson();
      await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa do vendedor' });
      const body = { pessoaVendedorId: String(seller.id) };
      const { terminais } = (await room.call('/Terminal/GetByPessoaId', operator.key, body)).body;
      assert.deepEqual(
        terminais.map(({ nome }: { nome: string }) => nome),
        ['Caixa do vendedor'],
      );
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
