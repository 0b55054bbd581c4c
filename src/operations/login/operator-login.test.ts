import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CASH = 41;
const TEF_CREDIT = 21;
const PASSWORD = 'capivara laranja 64';
/** Longer than a key is remembered. */
const REMEMBERED_MS = 6_000;

async function openShop(context: TestContext, engine: TestEngine) {
  const room = await openOperationsRoom(context, engine);
  const seller = await room.addPerson({ role: 'integrator' });
  const document = String(seller.id).padStart(11, '0');
  const insert = async (body: object) =>
    (await room.call('/Operador/Insert', seller.key, body)).body.operador;
  const logIn = (operador: string, senha = PASSWORD) =>
    room.call('/Login/Login/', undefined, { cpfCnpj: document, operador, senha });
  const terminalId = (await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa' })).body.terminal.id;
  const sale = { formaPagamentoId: CASH, terminalId, valorTotalVendido: '1,00' };
  return { room, seller, document, insert, logIn, terminalId, sale };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`operators of a shop log in (${engine})`, () => {
    test('by the document of their person with login and password, and what they sell carries their name', async (context) => {
      const { room, seller, insert, logIn, sale } = await openShop(context, engine);
      const ana = await insert({ nome: 'Ana', login: 'Ana.Silva', senha: PASSWORD });
      assert.doesNotMatch(JSON.stringify(ana), /senha|capivara/);
      const answer = await logIn(' ANA.silva');
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.pessoa.id, seller.id);
      assert.deepEqual(answer.body.operador, ana);
      const { key } = answer.body.pessoa;
      const shown = await room.call('/Login/ConsultaLogin', key);
      assert.deepEqual([shown.body.operador, shown.body.pessoa.key], [ana, key]);
      const bia = await insert({ nome: 'Bia' });
      for (const operadorId of [undefined, bia.id]) {
        assert.equal((await room.call('/Venda/Vender', key, { ...sale, operadorId })).status, 200);
      }
      const { intencoesVendas } = (await room.call('/IntencaoVenda/GetByFiltros', key, {})).body;
      assert.deepEqual(
        intencoesVendas.map(({ operador }: { operador: string }) => operador),
        ['Bia', 'Ana'],
      );
      const entries = await room.database
        .read<{
          audit: Record<'id' | 'operation' | 'origin' | 'record', string> & {
            at: number;
            detail: string | null;
          };
        }>()
        .selectFrom('audit')
        .select(['operation', 'origin', 'record', 'detail'])
        .where('origin', '=', 'login')
        .orderBy('at')
        .orderBy('id')
        .execute();
      const who = `operador:${ana.id}`;
      assert.deepEqual(
        entries.map(({ operation, record, detail }) => [operation, record.replace(/\d+$/, ''), detail]),
        [
          ['Login/Login', 'operador:', null],
          ['Venda/Vender', 'venda:', who],
          ['Venda/Vender', 'venda:', who],
        ],
      );
      const other = await room.addPerson({ createdBy: seller.id });
      const foreign = await room.call(`/Produto/GetByPessoaId?pessoaId=${other.id}`, key);
      assert.equal(foreign.status, 403, 'not for the persons that an integrator created');
    });

    test('each profile changes what it is for, and reads everything', async (context) => {
      const { room, seller, insert, logIn, terminalId, sale } = await openShop(context, engine);
      const keys: Record<string, string> = {};
      for (const perfil of ['administrador', 'financeiro', 'caixa', 'leitura']) {
        await insert({ nome: perfil, perfil, senha: PASSWORD });
        keys[perfil] = (await logIn(perfil)).body.pessoa.key;
      }
      const statuses = async (path: string, body: object) => {
        const sent = await Promise.all(Object.values(keys).map((key) => room.call(path, key, body)));
        return sent.map(({ status }) => status);
      };
      assert.deepEqual(await statuses('/Venda/Vender', sale), [200, 403, 200, 403]);
      assert.deepEqual(await statuses('/Terminal/GetByPessoaId', {}), [200, 200, 200, 200]);
      assert.deepEqual(await statuses('/ProdutoCategoria/Insert', { nome: 'X' }), [200, 403, 403, 403]);
      const callback = { callbackTipo: 1, urlCallback: 'http://localhost:9/' };
      assert.deepEqual(await statuses('/Callback/Insert', callback), [200, 403, 403, 403]);
      assert.deepEqual(await statuses('/ClientePagamento/Insert', { terminalId }), [200, 403, 403, 403]);
      assert.deepEqual(await statuses('/Cliente/Insert', { cpfCnpj: '12345678909' }), [200, 403, 200, 403]);
      const refused = await room.call('/Venda/Vender', keys.leitura, sale);
      assert.deepEqual(refused.body, { message: 'O perfil deste operador não permite esta operação.' });

      const sell = async (formaPagamentoId: number) =>
        (await room.call('/Venda/Vender', seller.key, { ...sale, formaPagamentoId })).body.intencaoVenda.id;
      const [paid, waiting] = [await sell(CASH), await sell(TEF_CREDIT)];
      const cancel = async (perfil: string, intencaoVendaId: number) =>
        (await room.call('/Venda/CancelarVenda', keys[perfil], { intencaoVendaId })).status;
      assert.equal(await cancel('leitura', waiting), 403);
      assert.equal(await cancel('caixa', waiting), 200, 'a sale that is not paid is given up');
      assert.equal(await cancel('caixa', paid), 400, 'no money is given back at the till');
      assert.equal(await cancel('financeiro', paid), 200);
      assert.deepEqual(await statuses('/Login/LogOut', {}), [200, 200, 200, 200]);
    });

    test('a wrong password, an unknown login and one without a password are answered alike', async (context) => {
      const { document, room, insert, logIn } = await openShop(context, engine);
      await insert({ nome: 'Ana', senha: PASSWORD });
      await insert({ nome: 'Bia' });
      await insert({ nome: 'Caio', senha: PASSWORD, ativo: false });
      const unknown = await logIn('ninguém');
      assert.equal(unknown.status, 401);
      for (const [operador, senha] of [
        ['ana', 'capivara laranja 65'],
        ['bia', PASSWORD],
        ['caio', PASSWORD],
      ] as const) {
        const answer = await logIn(operador, senha);
        assert.deepEqual([answer.status, answer.body], [401, unknown.body], operador);
      }
      const asPerson = { cpfCnpj: document, senha: PASSWORD };
      assert.equal((await room.call('/Login/Login', undefined, asPerson)).status, 401);
      assert.equal((await insert({ nome: 'Davi', senha: 'curta' })) ?? 'refused', 'refused');
    });

    test('an edit of login, password, profile or activity ends the keys; any other does not', async (context) => {
      const { room, insert, logIn } = await openShop(context, engine);
      const { id } = await insert({ nome: 'Ana', login: 'ana', senha: PASSWORD });
      const status = async (key: string) => (await room.call('/Login/ConsultaLogin', key)).status;
      const { key } = (await logIn('ana')).body.pessoa;
      await insert({ id, nome: 'Ana Souza', login: 'ana', email: 'ana@loja.example', senha: '' });
      room.clock.advance(REMEMBERED_MS);
      assert.equal(await status(key), 200);
      for (const change of [{ perfil: 'leitura' }, { senha: PASSWORD }, { ativo: false }]) {
        const { key: before } = (await logIn('ana')).body.pessoa;
        assert.equal(await status(before), 200);
        await insert({ id, nome: 'Ana', ...change });
        room.clock.advance(REMEMBERED_MS);
        assert.equal(await status(before), 401, JSON.stringify(change));
      }
      assert.equal((await logIn('ana')).status, 401, 'it is not active');
    });
  });
}
