import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CASH = 41;
const TEF_CREDIT = 21;
const DAY_MS = 24 * 60 * 60_000;
type Listed = { readonly id: number };

async function openShop(
  context: Parameters<typeof openOperationsRoom>[0],
  engine: TestEngine,
  mode: 'sandbox' | 'production' = 'sandbox',
) {
  const room = await openOperationsRoom(context, engine, { mode });
  const seller = await room.addPerson({ name: 'Padaria' });
  await room.call('/ProdutoCategoria/Insert', seller.key, { nome: 'Pães' });
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
  const terminalId = made.body.terminal.id;
  const call = async (path: string, body?: object) => {
    const answer = await room.call(path, seller.key, body);
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    room,
    seller,
    terminalId,
    call,
    order: async (body: object) => (await call('/Pedido/Insert', body)).pedido,
    orderNow: async (pedidoId: number) => (await call(`/Pedido/GetById?pedidoId=${pedidoId}`)).pedido,
    tryToSell: (pedidoId: number, valorTotalVendido: number, more: object = {}) =>
      room.call('/Venda/Vender', seller.key, {
        formaPagamentoId: CASH,
        terminalId,
        pedidoId,
        valorTotalVendido,
        ...more,
      }),
  };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`orders (${engine})`, () => {
    test('the answer has every field of an order, and GetById adds its sales and methods', async (context) => {
      const { call, order, orderNow, tryToSell } = await openShop(context, engine);
      const product = await call('/Produto/Insert', { nome: 'Pão de queijo mineiro', valor: '3,50' });
      const made = await order({
        pessoaVendedorId: 1,
        referencia: ' mesa 7 ',
        ValorTotalPedido: '300.00',
        urlRetorno: 'http://localhost:9/volta',
        terminalId: 5,
        produtosPedido: [
          { Id: String(product.produto.id), Nome: 'outro nome', Valor: '3.50', Quantidade: '2' },
          { Id: '', Nome: 'Couvert', Valor: '293,00', Quantidade: 1 },
        ],
        pedidoFormasPagamento: [
          { FormaPagamento: { Id: TEF_CREDIT }, QuantidadeMaximaParcelas: 3, Adquirente: 'REDE' },
        ],
      });
      assert.deepEqual(made, {
        id: 1,
        referencia: 'mesa 7',
        obs: null,
        data: '15/01/2026 09:00:00.0000',
        hora: '09:00:00',
        valor: 300,
        valorFormat: '300,00',
        valorAberto: 300,
        valorAbertoFormat: '300,00',
        valorOriginalPago: 0,
        valorOriginalPagoFormat: '0,00',
        valorOriginalEmPagamento: 0,
        valorOriginalEmPagamentoFormat: '0,00',
        tipo: 'Interno',
        quantidade: 3,
        quantidadeTransacoes: 0,
        urlRetorno: 'http://localhost:9/volta',
        pedidoStatus: { id: 5, nome: 'Aberto' },
        pessoa: {
          id: 1,
          nomeRazaoSocial: 'Padaria',
          sobrenomeNomeFantasia: null,
          cpfCnpjFormat: '000.000.000-01',
          email: null,
        },
        produtos: [
          {
            itemProdutoId: 1,
            id: product.produto.id,
            nome: 'Pão de queijo mineiro',
            descricao: null,
            nomeExibe: 'Pão de que',
            quantidade: 2,
            valor: 3.5,
            valorFormat: '3,50',
            fotoThumbnail: null,
          },
          {
            itemProdutoId: 2,
            id: 1,
            nome: 'Couvert',
            descricao: null,
            nomeExibe: 'Couvert',
            quantidade: 1,
            valor: 293,
            valorFormat: '293,00',
            fotoThumbnail: null,
          },
        ],
      });
      const refused = await tryToSell(1, 10);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.message, 'O pedido não aceita esta forma de pagamento.');
      const tooMany = await tryToSell(1, 10, { formaPagamentoId: TEF_CREDIT, quantidadeParcelas: 4 });
      assert.match(tooMany.body.message, /no máximo 3 parcelas/);
      const sold = await tryToSell(1, 10, { formaPagamentoId: TEF_CREDIT, quantidadeParcelas: 3 });
      assert.equal(sold.status, 200, JSON.stringify(sold.body));
      assert.deepEqual(sold.body.intencaoVenda.pedido, {
        id: 1,
        referencia: 'mesa 7',
        pedidoStatus: { id: 6, nome: 'Aguardando Pagamento' },
      });
      const found = await orderNow(1);
      assert.equal(found.notaFiscal, null);
      assert.deepEqual(found.pedidoFormasPagamento, [
        {
          id: 1,
          quantidadeMaximaParcelas: 3,
          adquirentePadrao: 'REDE',
          formaPagamento: {
            id: TEF_CREDIT,
            nome: 'TEF',
            modalidade: 'Crédito',
            fluxoPagamento: { id: 21, nome: 'TEF' },
          },
        },
      ]);
      assert.deepEqual(
        [found.valorAberto, found.valorOriginalEmPagamento, found.quantidadeTransacoes],
        [290, 10, 1],
      );
      assert.deepEqual(
        found.intencoesVenda.map((sale: Listed & { vendedor: Listed }) => [sale.id, sale.vendedor.id]),
        [[sold.body.intencaoVenda.id, 1]],
      );
    });

    test('both body forms, both verbs, and zeros and empty lists in all other fields are accepted', async (context) => {
      const { room, seller, call, order } = await openShop(context, engine);
      const strict = await order({
        pedidoId: 0,
        valorTotalPedido: 12.5,
        referencia: 'b',
        produtosPedido: [],
        pedidoFormasPagamento: [],
        pessoaVendedorId: 0,
        terminalFisicoId: 0,
        urlRetorno: null,
        produtos: [],
        intencoesVenda: [],
      });
      assert.equal(strict.valorFormat, '12,50');
      assert.equal(strict.produtos[0].valorFormat, '12,50', 'the default product, once for the whole value');
      const wrapped = await order({
        pedido: { produtosPedido: [{ Id: 0, Valor: 1.234, Quantidade: '0,5' }] },
      }).catch((error: Error) => error.message);
      assert.match(String(wrapped), /valor/, 'three decimals are not an amount');
      const sum = await order({ pedido: { produtosPedido: [{ Valor: '9,99', Quantidade: '0,5' }] } });
      assert.equal(sum.valorFormat, '5,00', 'rounded half up');
      const byGet = await room.call(`/webapi/PEDIDO//cancelar/?PedidoID=${strict.id}`, seller.key);
      assert.equal(byGet.body.pedido.pedidoStatus.nome, 'Cancelado');
      const byPost = await call('/Pedido/Cancelar', { pedido: { pedidoId: String(sum.id) } });
      assert.equal(byPost.pedido.pedidoStatus.id, 15);
    });

    test('sales add up to the total and never exceed it; canceling one reopens the order', async (context) => {
      const { call, room, seller, order, orderNow, tryToSell } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: '100,00' });
      const first = await tryToSell(id, 60);
      assert.equal(first.status, 200);
      assert.deepEqual(await stateOf(orderNow, id), [6, 40, 60, 0]);
      const tooMuch = await tryToSell(id, 40.01);
      assert.equal(tooMuch.status, 400);
      assert.equal(tooMuch.body.message, 'O valor da venda passa do que falta pagar do pedido.');
      const waiting = await tryToSell(id, 40, { formaPagamentoId: TEF_CREDIT });
      assert.deepEqual(await stateOf(orderNow, id), [6, 0, 60, 40]);
      assert.equal((await tryToSell(id, 0.01)).status, 400, 'the amount that waits for payment is reserved');
      const inUse = await room.call(`/Pedido/Cancelar?pedidoId=${id}`, seller.key, {});
      assert.equal(inUse.status, 409);
      await call('/Venda/CancelarVenda', { intencaoVendaId: waiting.body.intencaoVenda.id });
      assert.equal((await tryToSell(id, 40)).status, 200);
      assert.deepEqual(await stateOf(orderNow, id), [10, 0, 100, 0]);
      await call('/Venda/CancelarVenda', { intencaoVendaId: first.body.intencaoVenda.id });
      assert.deepEqual(await stateOf(orderNow, id), [6, 60, 40, 0]);
      const listed = await call('/Pedido/GetByFiltros', { pedidoId: id });
      assert.equal(listed.pedidos[0].quantidadeTransacoes, 3);
    });

    test('two tills at one order take its total together, and never a centavo more', async (context) => {
      const { order, orderNow, tryToSell } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 100 });
      const tills = Array.from({ length: 2 }, async () => {
        let sold = 0;
        for (let left = 12; left > 0; left -= 1) sold += (await tryToSell(id, 9.5)).status === 200 ? 1 : 0;
        return sold;
      });
      const [one = 0, other = 0] = await Promise.all(tills);
      assert.equal(one + other, 10, 'R$ 95,00 of R$ 100,00');
      const rest = await Promise.all([tryToSell(id, 5), tryToSell(id, 5), tryToSell(id, 101)]);
      assert.deepEqual(rest.map(({ status }) => status).sort(), [200, 400, 400]);
      assert.deepEqual(await stateOf(orderNow, id), [10, 0, 100, 0]);
    });

    test('64 tills with cash and payment clients at one order reserve its total, and never a centavo more', async (context) => {
      const { order, orderNow, tryToSell } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 100 });
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, till) =>
          tryToSell(id, 9.5, { formaPagamentoId: till % 2 === 0 ? CASH : TEF_CREDIT }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 10);
      const [, left, paid = 0, waiting = 0] = await stateOf(orderNow, id);
      assert.deepEqual([left, paid + waiting], [5, 95]);
    });

    test('a canceled order accepts no sale and no change, and canceling it again changes nothing', async (context) => {
      const { room, seller, call, order, tryToSell } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 100 });
      await call('/Pedido/Cancelar', { pedidoId: id });
      assert.equal((await tryToSell(id, 1)).status, 400);
      const edited = await room.call('/Pedido/Insert', seller.key, { pedidoId: id, valorTotalPedido: 5 });
      assert.equal(edited.status, 409);
      assert.equal((await call(`/Pedido/Cancelar?pedidoId=${id}`)).pedido.pedidoStatus.id, 15);
    });

    test('an edit replaces all fields of an order, keeps its balance, and the total never falls below it', async (context) => {
      const { room, seller, order, orderNow, tryToSell } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 100, referencia: 'a', obs: 'sem cebola' });
      await tryToSell(id, 60);
      const below = await room.call('/Pedido/Insert', seller.key, { pedidoId: id, valorTotalPedido: 59.99 });
      assert.equal(below.status, 409);
      const edited = await order({ pedidoId: String(id), valorTotalPedido: 60, referencia: 'b' });
      assert.deepEqual([edited.id, edited.referencia, edited.obs], [id, 'b', null]);
      assert.deepEqual(await stateOf(orderNow, id), [10, 0, 60, 0]);
      assert.equal(
        (await room.call('/Pedido/Insert', seller.key, { pedidoId: 999, valorTotalPedido: 5 })).status,
        404,
      );
    });

    test('every filter narrows the list, newest first, and empty lists are arrays', async (context) => {
      const { room, seller, call, order, tryToSell } = await openShop(context, engine);
      const old = await order({ valorTotalPedido: 10, referencia: 'a' });
      room.clock.advance(DAY_MS);
      const middle = await order({ valorTotalPedido: 20, referencia: 'b', produtosPedido: [{ Valor: 5 }] });
      const newest = await order({ valorTotalPedido: 30, referencia: 'a' });
      await tryToSell(newest.id, 30);
      const idsOf = async (path: string, body?: object) =>
        (await call(path, body)).pedidos.map(({ id }: Listed) => id);
      const filtered = (body: object) => idsOf('/Pedido/GetByFiltros', body);
      const all = [newest.id, middle.id, old.id];
      assert.deepEqual(await filtered({}), all);
      const unset = {
        pessoaIds: [],
        pedidoId: 0,
        status: 0,
        tipo: '',
        dataInicio: null,
        valorComDivergencia: false,
      };
      assert.deepEqual(await filtered(unset), all, 'zeros, nulls and empty lists filter nothing');
      assert.deepEqual(await filtered({ pessoaIds: seller.id, terminalId: 3 }), all);
      assert.deepEqual(await filtered({ pessoaIds: [seller.id] }), all);
      assert.deepEqual(await filtered({ PedidoId: `${middle.id}` }), [middle.id]);
      assert.deepEqual(await filtered({ status: '10' }), [newest.id]);
      assert.deepEqual(await filtered({ status: 'Aberto ,6' }), [middle.id, old.id]);
      assert.deepEqual(await filtered({ tipo: 'Interno' }), all);
      assert.deepEqual(await filtered({ tipo: 2 }), []);
      assert.deepEqual(await filtered({ dataFim: '15/01/2026 23:59:59' }), [old.id]);
      assert.deepEqual(await filtered({ dataInicio: '16/01/2026' }), [newest.id, middle.id]);
      assert.deepEqual(await filtered({ valorComDivergencia: true }), [middle.id]);
      assert.deepEqual(await filtered({ referencia: 'a', pagina: 2, tamanho: 1 }), [old.id]);
      const byReference = '/Pedido/GetByPessoaIdByReferencia';
      assert.deepEqual(await idsOf(`${byReference}?pessoaId=${seller.id}&pedidoReferencia=a`), [
        newest.id,
        old.id,
      ]);
      assert.deepEqual(await idsOf(`${byReference}?pedidoReferencia=z`, {}), []);
      const ofPerson = `/Pedido/GetPedidosByPessoaId?pessoaVendedorId=${seller.id}`;
      assert.deepEqual(await idsOf(ofPerson, {}), all);
      assert.deepEqual(await idsOf(`${ofPerson}&pedidoId=${old.id}`), [old.id]);
      const [record] = (await call(`${ofPerson}&pedidoId=${old.id}`)).pedidos;
      assert.ok(!('intencoesVenda' in record), 'only GetById and GetByFiltros list the sales');
    });

    test('another shop neither sees nor touches an order, nor sells on it', async (context) => {
      const { room, order, seller } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 100 });
      const other = await room.addPerson();
      const terminal = await room.call('/Terminal/Insert', other.key, { nome: 'Caixa' });
      const tried = [
        await room.call(`/Pedido/GetById?pedidoId=${id}`, other.key),
        await room.call(`/Pedido/Cancelar?pedidoId=${id}`, other.key),
        await room.call('/Pedido/Insert', other.key, { pedidoId: id, valorTotalPedido: 1 }),
        await room.call('/Pedido/GetByFiltros', other.key, { pessoaIds: seller.id }),
        await room.call('/Pedido/GetByFiltros', other.key, { pessoaIds: `${other.id},${seller.id}` }),
        await room.call(`/Pedido/GetPedidosByPessoaId?pessoaVendedorId=${seller.id}`, other.key),
        await room.call('/Venda/Vender', other.key, {
          formaPagamentoId: CASH,
          terminalId: terminal.body.terminal.id,
          pedidoId: id,
          valorTotalVendido: 1,
        }),
      ];
      assert.deepEqual(
        tried.map(({ status }) => status),
        [404, 404, 404, 403, 403, 403, 400],
      );
      assert.deepEqual(
        (await room.call('/Pedido/GetByFiltros', other.key, { pedidoId: id })).body.pedidos,
        [],
      );
    });

    test('an invalid order is refused with the name of the invalid field', async (context) => {
      const { room, seller } = await openShop(context, engine, 'production');
      const refused = [
        [{}, /valorTotalPedido ou produtosPedido/],
        [{ valorTotalPedido: 0 }, /valorTotalPedido ou produtosPedido/],
        [{ valorTotalPedido: 'dez' }, /valorTotalPedido/],
        [
          { valorTotalPedido: 1, produtosPedido: [{ Id: 99 }] },
          /Produto 99 não encontrado \(produtosPedido\[0\]\.id\)/,
        ],
        [
          { valorTotalPedido: 1, produtosPedido: [{ Id: 1 }] },
          /^Envie produtosPedido\[0\]\.valor: .* valor aberto/,
        ],
        [
          { valorTotalPedido: 1, produtosPedido: [{ Valor: 1, Quantidade: '0' }] },
          /produtosPedido\[0\]\.quantidade/,
        ],
        [{ valorTotalPedido: 1, terminalFisicoId: 99 }, /Terminal físico 99/],
        [
          { valorTotalPedido: 1, pedidoFormasPagamento: [{ formaPagamento: { id: 7 } }] },
          /Forma de pagamento 7/,
        ],
        [
          {
            valorTotalPedido: 1,
            pedidoFormasPagamento: [{ formaPagamento: { id: CASH }, quantidadeMaximaParcelas: 2 }],
          },
          /^O campo pedidoFormasPagamento\[0\]\.quantidadeMaximaParcelas deve ser no máximo 1 /,
        ],
        [{ valorTotalPedido: 1, urlRetorno: 'http://10.0.0.1/x' }, /urlRetorno/],
        [{ valorTotalPedido: 1, urlRetorno: 'ftp://loja.example/x' }, /urlRetorno/],
        [{ valorTotalPedido: 1, urlRetorno: `https://loja.example/${'x'.repeat(500)}` }, /urlRetorno/],
        [{ valorTotalPedido: 1, obs: 'NUMBER' }, /obs/],
      ] as const;
      for (const [body, message] of refused) {
        const answer = await room.call('/Pedido/Insert', seller.key, body);
        assert.equal(answer.status, 400, JSON.stringify([body, answer.body]));
        assert.match(answer.body.message, message);
      }
      assert.deepEqual((await room.call('/Pedido/GetByFiltros', seller.key, {})).body.pedidos, []);
      for (const path of ['GetById', 'Cancelar', 'GetByPessoaIdByReferencia']) {
        const answer = await room.call(`/Pedido/${path}`, seller.key, {});
        assert.equal(answer.status, 400, path);
        assert.match(answer.body.message, /^Parâmetro \[pedido(Id|Referencia)\] não pode ser nulo\.$/);
      }
    });

    test('a filter that cannot be read counts as not sent', async (context) => {
      const { room, seller, order } = await openShop(context, engine);
      const { id } = await order({ valorTotalPedido: 10, referencia: 'a' });
      const idsOf = async (path: string, body: object) => {
        const answer = await room.call(path, seller.key, body);
        assert.equal(answer.status, 200, JSON.stringify([body, answer.body]));
        return answer.body.pedidos.map((one: Listed) => one.id);
      };
      const unreadable = [
        ...[{ status: 'Pago agora' }, { status: { id: 5 } }, { status: 'x,Aberto' }, { tipo: 'x' }],
        ...[{ tipo: true }, { dataInicio: '2026' }, { dataFim: false }, { pessoaIds: 'eu' }],
        ...[{ pessoaIds: `x,${seller.id}` }, { pessoaIds: true }, { pedidoId: 'a' }],
        ...[{ valorComDivergencia: 'talvez' }, { referencia: true }, { pagina: {} }, { tamanho: 1e9 }],
      ];
      for (const body of unreadable) {
        assert.deepEqual(await idsOf('/Pedido/GetByFiltros', body), [id], JSON.stringify(body));
      }
      assert.deepEqual(await idsOf('/Pedido/GetPedidosByPessoaId', { pedidoId: 'a' }), [id]);
      assert.deepEqual(await idsOf('/Pedido/GetByFiltros', { pedidoId: '9'.repeat(30) }), []);
      assert.deepEqual(await idsOf('/Pedido/GetByFiltros', { referencia: 'x'.repeat(300) }), []);
    });
  });
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Status, and what is open, paid and in payment. */
async function stateOf(orderNow: Shop['orderNow'], id: number): Promise<readonly number[]> {
  const order = await orderNow(id);
  return [order.pedidoStatus.id, order.valorAberto, order.valorOriginalPago, order.valorOriginalEmPagamento];
}
