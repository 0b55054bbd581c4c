import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { openOperationsRoom } from '../../test-room.ts';
import { EXTERNAL_PAYMENTS, SALE_ITEMS, SALES, type SaleTables } from '../record/tables.ts';

const DAY_MS = 24 * 60 * 60_000;
const CASH = 41;
const MANY = 10_000;

type Listed = { readonly id: number };

for (const engine of ENGINES) {
  describe(`queries of sales (${engine})`, () => {
    test('every filter narrows the list, newest first, in both body forms and verbs', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const terminal = async (nome: string) =>
        (await room.call('/Terminal/Insert', seller.key, { nome })).body.terminal.id;
      const [first, second] = [await terminal('Um'), await terminal('Dois')];
      const sell = async (terminalId: number, more: object = {}) => {
        const body = { formaPagamentoId: CASH, terminalId, valorTotalVendido: 10, ...more };
        return (await room.call('/Venda/Vender', seller.key, body)).body.intencaoVenda.id;
      };
      const old = await sell(first, { referencia: 'a' });
      room.clock.advance(DAY_MS);
      const middle = await sell(second, { formaPagamentoId: 11, integracaoId: 77 });
      const newest = await sell(first, { referencia: 'a' });
      await room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId: newest });

      const idsOf = async (body: object, path = '/IntencaoVenda/GetByFiltros') => {
        const answer = await room.call(path, seller.key, body);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body.intencoesVendas.map(({ id }: Listed) => id);
      };
      assert.deepEqual(await idsOf({}), [newest, middle, old]);
      const unset = { intencaoVendaId: 0, terminalId: 0, formaPagamentoId: null, status: 0, referencia: '' };
      assert.deepEqual(await idsOf(unset), [newest, middle, old], 'zeros and nulls filter nothing');
      assert.deepEqual(await idsOf({ intencaoVendaId: String(middle) }), [middle]);
      assert.deepEqual(await idsOf({ TERMINALID: first }), [newest, old]);
      assert.deepEqual(await idsOf({ formaPagamentoId: 11 }), [middle]);
      assert.deepEqual(await idsOf({ status: '10' }), [middle, old]);
      assert.deepEqual(await idsOf({ status: 'Pendente ,20' }), [newest]);
      assert.deepEqual(await idsOf({ status: 'cancelado, creditado' }), [newest, middle, old]);
      assert.deepEqual(await idsOf({ vendasDia: true }), [newest, middle]);
      assert.deepEqual(await idsOf({ intencaoVenda: { referencia: 'a' } }), [newest, old]);
      assert.deepEqual(await idsOf({ dataFim: '15/01/2026' }), [old]);
      assert.deepEqual(await idsOf({ dataInicio: '16/01/2026 00:00:00' }), [newest, middle]);
      assert.deepEqual(await idsOf({ pagina: 2, tamanho: 2 }), [old]);
      assert.deepEqual(await idsOf({ integracaoId: 77 }, '/IntencaoVenda/GetByIntegracaoId'), [middle]);
      assert.deepEqual(await idsOf([{ Id: `${old}` }, { Id: 999 }], '/Venda/ConsultarVendas'), [old]);
      const byQuery = await room.call('/intencaovenda/getbyfiltros?TerminalId=2', seller.key);
      assert.deepEqual(
        byQuery.body.intencoesVendas.map(({ id }: Listed) => id),
        [middle],
      );
      const { draw, recordsTotal, recordsFiltered } = byQuery.body;
      assert.deepEqual([draw, recordsTotal, recordsFiltered], ['', null, null]);
      assert.deepEqual(await idsOf({ dataInicio: '2026-01-16' }), [newest, middle]);
      assert.deepEqual(await idsOf({ dataFim: '2026-01-15T23:59:59' }), [old]);
      assert.deepEqual(await idsOf({ status: [10] }), [middle, old]);
    });

    test('a filter that cannot be read counts as not sent, and one that no sale can have finds none', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const { body } = await room.call('/Terminal/Insert', seller.key, { nome: 'Um' });
      const sale = { formaPagamentoId: CASH, terminalId: body.terminal.id, valorTotalVendido: 10 };
      const { id } = (await room.call('/Venda/Vender', seller.key, sale)).body.intencaoVenda;
      const lists = [
        ['/IntencaoVenda/GetByFiltros', 'intencoesVendas'],
        ['/PagamentoExterno/GetByFiltros', 'pagamentosExterno'],
      ] as const;
      for (const [path, member] of lists) {
        const found = async (filter: object) => {
          const answer = await room.call(path, seller.key, filter);
          assert.equal(answer.status, 200, JSON.stringify([filter, answer.body]));
          return answer.body[member].length;
        };
        const polled = { dataFim: '', dataInicio: true, formaPagamentoId: true, quantidadeRegistros: 20 };
        assert.equal(await found({ intencaoVendaId: `${id}`, ...polled, status: '' }), 1);
        const unreadable = [
          ...[{ intencaoVendaId: 'x' }, { terminalId: {} }, { formaPagamentoId: 4.1 }, { pedidoId: [] }],
          ...[{ status: 'Paga' }, { status: 'Paga,Creditado' }, { status: true }, { referencia: false }],
          ...[{ dataInicio: '31/02/2026' }, { dataFim: 'ontem' }, { dataFim: '15/01/26' }, { dataFim: 7 }],
          ...[{ vendasDia: 'talvez' }, { integracaoId: true }, { pagina: 'a' }, { tamanho: 9_999 }],
          ...[{ pagina: -1 }, { tamanho: -1 }],
        ];
        for (const filter of unreadable) assert.equal(await found(filter), 1, JSON.stringify(filter));
        const impossible = [
          ...[{ intencaoVendaId: '9'.repeat(30) }, { terminalId: 2 ** 60 }, { referencia: 'x'.repeat(300) }],
          ...[{ referencia: 'a\nb' }, { status: '5' }, { dataInicio: '16/01/2026' }],
        ];
        for (const filter of impossible) assert.equal(await found(filter), 0, JSON.stringify(filter));
      }
      const late = await room.call('/IntencaoVenda/GetByFiltros', seller.key, { pagina: '9999999999' });
      assert.deepEqual(late.body.intencoesVendas, [], 'a page far behind the last one is empty');
      const byIds = async (ids: unknown) =>
        (await room.call('/Venda/ConsultarVendas', seller.key, ids)).body.intencoesVendas;
      assert.deepEqual(await byIds([]), [], 'no ids, no sales');
      assert.deepEqual(await byIds([{ Id: 'x' }, { Id: '' }, {}]), []);
      assert.equal((await byIds([{ Id: 'x' }, { Id: id }])).length, 1);
    });

    test('a listed sale has the fields of the list, and nothing that breaks strict parsers', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson({ name: 'Padaria' });
      const { body } = await room.call('/Terminal/Insert', seller.key, { nome: 'Um' });
      const sale = { formaPagamentoId: CASH, terminalId: body.terminal.id, valorTotalVendido: 10 };
      await room.call('/Venda/Vender', seller.key, sale);
      const listed = (await room.call('/IntencaoVenda/GetByFiltros', seller.key, {})).body.intencoesVendas[0];
      assert.equal(listed.data, '15/01/2026 09:00');
      assert.equal(listed.dataAtualizacao, '15/01/2026 09:00');
      assert.deepEqual(listed.vendedor, {
        id: seller.id,
        nomeRazaoSocial: 'Padaria',
        sobrenomeNomeFantasia: null,
        fotoThumbnail: null,
        parceiro: null,
      });
      assert.deepEqual(
        [listed.operador, listed.cliente, listed.latitude, listed.longitude],
        [null, null, '0', '0'],
      );
      assert.deepEqual(listed.pagamentosExterno, listed.pagamentosExternos);
      assert.ok(!('produtos' in listed) && !('gate2allToken' in listed));
    });

    test('only the person of a sale sees it and its payments', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [seller, other] = [await room.addPerson(), await room.addPerson()];
      const { body } = await room.call('/Terminal/Insert', seller.key, { nome: 'Um' });
      const sale = { formaPagamentoId: CASH, terminalId: body.terminal.id, valorTotalVendido: 10 };
      const sold = (await room.call('/Venda/Vender', seller.key, sale)).body.intencaoVenda;
      const paymentId = sold.pagamentosExternos[0].id;
      const asked = [
        [`/IntencaoVenda/GetById?intencaoVendaId=${sold.id}`, 404],
        [`/PagamentoExterno/GetById?pagamentoExternoId=${paymentId}`, 404],
      ] as const;
      for (const [path, status] of asked) {
        assert.equal((await room.call(path, seller.key)).status, 200);
        assert.equal((await room.call(path, seller.key, {})).status, 200);
        assert.equal((await room.call(path, other.key)).status, status);
        assert.equal((await room.call(`${path}&pessoaId=${seller.id}`, other.key)).status, 403);
      }
      assert.equal((await room.call('/Venda/Vender', other.key, sale)).status, 400, 'not its terminal');
      const lists = [
        ['/IntencaoVenda/GetByFiltros', 'intencoesVendas'],
        ['/PagamentoExterno/GetByFiltros', 'pagamentosExterno'],
      ] as const;
      for (const [path, member] of lists) {
        assert.equal((await room.call(path, seller.key, {})).body[member].length, 1);
        assert.deepEqual((await room.call(path, other.key, { intencaoVendaId: sold.id })).body[member], []);
      }
      const detailed = await room.call(
        `/PagamentoExterno/GetById?pagamentoExternoId=${paymentId}`,
        seller.key,
      );
      assert.equal(detailed.body.pagamentoExterno.comprovanteCliente, '');
      assert.deepEqual(detailed.body.pagamentoExterno.terminal, { id: sale.terminalId, nome: 'Um' });
      assert.equal((await room.call('/IntencaoVenda/GetById', seller.key)).status, 400);
    });

    test('of ten thousand sales the newest thousand are listed, the rest on further pages', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const seller = await room.addPerson();
      const { body } = await room.call('/Terminal/Insert', seller.key, { nome: 'Um' });
      const sale = {
        formaPagamentoId: CASH,
        terminalId: body.terminal.id,
        produtosVendidos: [{ valor: '10,00' }],
      };
      await room.call('/Venda/Vender', seller.key, sale);
      await room.database.write(async (transaction) => {
        const tables = transaction.tables<SaleTables>();
        const made = SALES.fromRow(await tables.selectFrom('sales').selectAll().executeTakeFirstOrThrow());
        const item = SALE_ITEMS.fromRow(
          await tables.selectFrom('sale_items').selectAll().executeTakeFirstOrThrow(),
        );
        const payment = EXTERNAL_PAYMENTS.fromRow(
          await tables.selectFrom('external_payments').selectAll().executeTakeFirstOrThrow(),
        );
        const ids = Array.from({ length: MANY }, (_, index) => 10 + index);
        const rows = <Item extends object>(items: readonly Item[], toRow: (item: Item) => object) =>
          items.map((one) => toRow(one) as never);
        const chunk = 500;
        for (let from = 0; from < MANY; from += chunk) {
          const some = ids.slice(from, from + chunk);
          await tables
            .insertInto('sales')
            .values(
              rows(
                some.map((id) => ({ ...made, id })),
                SALES.toRow,
              ),
            )
            .execute();
          await tables
            .insertInto('sale_items')
            .values(
              rows(
                some.map((saleId) => ({ ...item, saleId })),
                SALE_ITEMS.toRow,
              ),
            )
            .execute();
          await tables
            .insertInto('external_payments')
            .values(
              rows(
                some.map((id) => ({ ...payment, id, saleId: id })),
                EXTERNAL_PAYMENTS.toRow,
              ),
            )
            .execute();
        }
      });
      const idsOf = async (asked: object) =>
        (await room.call('/IntencaoVenda/GetByFiltros', seller.key, asked)).body.intencoesVendas.map(
          ({ id }: Listed) => id,
        );
      const newest = await idsOf({});
      assert.equal(newest.length, 1_000);
      assert.equal(newest[0], MANY + 9);
      assert.deepEqual(
        newest.toSorted((one: number, two: number) => two - one),
        newest,
      );
      const last = await idsOf({ pagina: 11 });
      assert.deepEqual(last, [1]);
      assert.equal((await idsOf({ pagina: 2 }))[0], newest.at(-1) - 1);
    });
  });
}
