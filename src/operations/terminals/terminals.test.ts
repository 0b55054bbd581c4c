import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import type { TestSeller } from '../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';

const insert = (room: OperationsRoom, seller: TestSeller, body: object) =>
  room.call('/Terminal/Insert', seller.key, body);
const listed = async (room: OperationsRoom, seller: TestSeller) =>
  (await room.call('/Terminal/GetByPessoaId', seller.key)).body.terminais;

for (const engine of SQLITE_BY_DAY) {
  describe(`terminals (${engine})`, () => {
    test('the old form creates a terminal with its own physical terminal', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const { status, body } = await insert(room, seller, {
        nome: 'Caixa 1',
        impressora: { id: 5 },
        pessoa: { id: seller.id },
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body.terminal), ['id', 'nome', 'impressora', 'pessoa']);
      assert.deepEqual(body.terminal.impressora, { id: 5, nome: '' });
      assert.equal(body.terminal.pessoa.id, seller.id);
      const [terminal] = await listed(room, seller);
      const { pessoa, id, ...physical } = terminal.terminalFisico;
      assert.deepEqual(physical, { nome: 'Caixa 1', instalacaoId: '', pontoCaptura: '' });
      assert.ok(id > 0);
      assert.deepEqual(pessoa, terminal.pessoa);
      assert.equal(terminal.pessoa.key, null);
    });

    test('renaming a terminal renames its own physical terminal, not a shared one', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const one = (await insert(room, seller, { nome: 'Caixa 1' })).body.terminal;
      const [{ terminalFisico }] = await listed(room, seller);
      const sharing = { nome: 'Caixa 1', terminalFisicoId: terminalFisico.id };
      const two = (await insert(room, seller, sharing)).body.terminal;
      const namesAfter = async (id: number, nome: string) => {
        assert.equal((await insert(room, seller, { id, nome })).status, 200);
        const terminals: { terminalFisico: { nome: string } }[] = await listed(room, seller);
        return terminals.map((terminal) => terminal.terminalFisico.nome);
      };
      assert.deepEqual(await namesAfter(two.id, 'Caixa 2'), ['Caixa 1', 'Caixa 1']);
      assert.deepEqual(await namesAfter(one.id, 'Balcão'), ['Balcão', 'Balcão']);
    });

    test('impressora 0, as a number or a text, removes the printer', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      for (const none of [0, '0', { id: 0 }]) {
        const added = await insert(room, seller, { nome: 'Caixa', impressora: { id: 5 } });
        const { id } = added.body.terminal;
        const edited = await insert(room, seller, { terminal: { id, nome: 'Caixa', Impressora: none } });
        assert.equal(edited.status, 200);
        assert.equal(edited.body.terminal.impressora, null);
      }
      assert.equal((await insert(room, seller, { nome: 'Caixa', impressora: 7 })).status, 400);
    });

    test('the flat form sets what it names, in any letter case and as text', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const first = await insert(room, seller, { nome: 'Caixa 1' });
      const [{ terminalFisico }] = await listed(room, seller);
      const second = await insert(room, seller, {
        nome: 'Caixa 2',
        pessoaId: String(seller.id),
        terminalFisicoId: terminalFisico.id,
        impressoraId: '7',
        habilitarPDV: 'true',
        vendaPorValor: '0',
        permiteVendaParcelada: 1,
        parcelamentopadrao: 'ADMIN',
        identificadorTef: 42,
        rastrearIntervalo: '15',
      });
      assert.equal(second.status, 200);
      const terminals = await listed(room, seller);
      assert.equal(terminals.length, 2);
      const [, terminal] = terminals;
      assert.equal(terminal.id, second.body.terminal.id);
      assert.notEqual(terminal.id, first.body.terminal.id);
      assert.deepEqual(terminal.terminalFisico, terminalFisico, 'shared with the first');
      assert.deepEqual(terminal.impressora, { id: 7, nome: '' });
      assert.deepEqual(
        [terminal.habilitarPDV, terminal.vendaPorValor, terminal.permiteVendaParcelada],
        [true, false, true],
      );
      assert.deepEqual(
        [terminal.parcelamentoPadrao, terminal.identificadorTef, terminal.rastrearIntervalo],
        ['admin', '42', '15'],
      );
    });

    test('an edit changes what it names and keeps the rest', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [seller, other] = [await room.addPerson(), await room.addPerson()];
      const { body } = await insert(room, seller, { nome: 'Caixa', impressoraId: 5, aguardaTef: true });
      const { id } = body.terminal;
      const edited = await insert(room, seller, {
        terminal: { id, nome: 'Caixa nova', habilitarPedidos: true },
      });
      assert.equal(edited.body.terminal.id, id);
      const [terminal, ...more] = await listed(room, seller);
      assert.deepEqual(
        [terminal.nome, terminal.aguardaTef, terminal.habilitarPedidos, terminal.impressora, more.length],
        ['Caixa nova', true, true, { id: 5, nome: '' }, 0],
      );
      assert.deepEqual(
        (await insert(room, seller, { id, nome: 'Caixa', impressora: { id: '' } })).body.terminal.impressora,
        null,
      );
      assert.equal((await insert(room, other, { id, nome: 'Roubado' })).status, 404);
      assert.equal((await insert(room, seller, { id: 404, nome: 'Nenhum' })).status, 404);
    });

    test("another's physical terminal, or one that does not exist, is not found", async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [seller, other] = [await room.addPerson(), await room.addPerson()];
      await insert(room, other, { nome: 'Caixa' });
      const [{ terminalFisico }] = await listed(room, other);
      for (const terminalFisicoId of [terminalFisico.id, 999]) {
        assert.equal((await insert(room, seller, { nome: 'Caixa', terminalFisicoId })).status, 404);
      }
      assert.deepEqual(await listed(room, seller), []);
    });

    test('installments belong to the store or to the administrator', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const refused = await insert(room, seller, { nome: 'Caixa', parcelamentoPadrao: 'banco' });
      assert.equal(refused.status, 400);
      assert.match(refused.body.message, /parcelamentoPadrao .*loja, admin/);
    });
  });
}
