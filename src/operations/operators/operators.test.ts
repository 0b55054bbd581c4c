import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CASH = 41;

for (const engine of SQLITE_BY_DAY) {
  test(`operators are added, edited and listed, and named by sales (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson();
    const { key } = seller;
    const insert = (body: object) => room.call('/Operador/Insert', key, body);
    const ana = (await insert({ nome: 'Ana', login: 'Ana.Silva', email: 'ana@loja.example' })).body.operador;
    assert.deepEqual(ana, {
      id: ana.id,
      pessoa: { id: seller.id, nomeRazaoSocial: 'Loja' },
      nome: 'Ana',
      login: 'ana.silva',
      email: 'ana@loja.example',
      ativo: true,
      perfil: 'caixa',
    });
    const edit = { Id: String(ana.id), NOME: 'Ana Souza', perfil: 'Financeiro', ativo: 'false' };
    const edited = (await room.call('/webapi/operador/insert/', key, { operador: edit })).body.operador;
    assert.deepEqual(edited, { ...ana, nome: 'Ana Souza', perfil: 'financeiro', ativo: false });
    const bia = (await insert({ nome: 'Bia' })).body.operador;
    const listed = (await room.call('/Operador/GetByPessoaId', key, '')).body.operadores;
    assert.deepEqual(listed, [edited, bia]);
    for (const [body, status, message] of [
      [{}, 400, /\[nome\]/],
      [{ nome: 'Outra', login: 'ANA.SILVA' }, 400, /login/],
      [{ nome: 'X', perfil: 'dono' }, 400, /perfil/],
      [{ id: 99, nome: 'X' }, 404, /não encontrad/],
    ] as const) {
      const answer = await insert(body);
      assert.equal(answer.status, status);
      assert.match(answer.body.message, message);
    }

    const terminalId = (await room.call('/Terminal/Insert', key, { nome: 'Caixa' })).body.terminal.id;
    const sell = (operadorId: unknown, by = key) =>
      room.call('/Venda/Vender', by, {
        formaPagamentoId: CASH,
        terminalId,
        valorTotalVendido: '1,00',
        operadorId,
      });
    assert.equal((await sell(bia.id)).status, 200);
    assert.match((await sell(99)).body.message, /Operador 99/);
    assert.match((await sell(ana.id)).body.message, /não está ativo/);
    const { intencoesVendas } = (await room.call('/IntencaoVenda/GetByFiltros', key, {})).body;
    assert.deepEqual(
      intencoesVendas.map(({ operador }: { operador: unknown }) => operador),
      ['Bia'],
      'a text, which strict clients expect',
    );
    const stranger = await room.addPerson();
    assert.equal((await room.call('/Operador/Insert', stranger.key, { id: bia.id, nome: 'X' })).status, 404);
  });
}
