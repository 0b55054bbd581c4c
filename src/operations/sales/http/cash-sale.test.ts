import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../../test/support/databases.ts';
import type { TestSeller } from '../../test-answer.ts';
import { type OperationsRoom, openOperationsRoom } from '../../test-room.ts';

const CASH = 41;

interface Shop {
  readonly room: OperationsRoom;
  readonly seller: TestSeller;
  readonly terminalId: number;
  sell(body: object): ReturnType<OperationsRoom['call']>;
  /** A product that counts its stock. */
  addProduct(product: object): Promise<number>;
  stockOf(productId: number): Promise<number>;
}

async function openShop(
  context: Parameters<typeof openOperationsRoom>[0],
  engine: TestEngine,
  terminal: object = {},
): Promise<Shop> {
  const room = await openOperationsRoom(context, engine);
  const seller = await room.addPerson();
  await room.call('/ProdutoCategoria/Insert', seller.key, { nome: 'Bebidas' });
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1', ...terminal });
  const terminalId = made.body.terminal.id;
  return {
    room,
    seller,
    terminalId,
    sell: (body) => room.call('/Venda/Vender', seller.key, { formaPagamentoId: CASH, terminalId, ...body }),
    addProduct: async (product) => {
      const answer = await room.call('/Produto/Insert', seller.key, { nome: 'Café', ...product });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.produto.id;
    },
    stockOf: async (productId) => {
      const { body } = await room.call('/Produto/GetByPessoaId', seller.key);
      return body.produtos.find((product: { id: number }) => product.id === productId).quantidade;
    },
  };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`cash sales (${engine})`, () => {
    test('a sale by value is credited at once, and the answer has every field', async (context) => {
      const { sell, seller, terminalId } = await openShop(context, engine);
      const { status, body } = await sell({ valorTotalVendido: '1040,50', referencia: ' nota 7 ' });
      assert.equal(status, 200, JSON.stringify(body));
      const sale = body.intencaoVenda;
      assert.match(body.data, /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}\.\d{4}$/);
      assert.match(sale.token, /^\d{6}$/);
      const payment = {
        id: 1,
        tipo: 5,
        origem: 10,
        idPagamento: '',
        nsuTid: '',
        trnNsu: '',
        autorizacao: '',
        adquirente: '',
        bandeira: '',
        codigoRespostaAdquirente: '',
        codigoRespostaExecTransac: '',
        mensagemRespostaAdquirente: '',
        idConfirmacao: '',
        dataAdquirente: '',
        dataAtualizacao: '15/01/2026 09:00',
        respostaAdquirente: '',
        comprovanteAdquirente: '',
        comprovanteCliente: '',
        comprovanteEstabelecimento: '',
        nomeTitularCartao: '',
        tipoParcelamento: 2,
        orderLIO: null,
        pagamentoExternoStatus: { id: 15, nome: 'Finalizado' },
      };
      assert.deepEqual(sale, {
        id: 1,
        referencia: 'nota 7',
        token: sale.token,
        data: '15/01/2026 09:00:00.0000',
        hora: '09:00:00',
        quantidade: 0,
        valorOriginal: 1040.5,
        valorOriginalFormat: '1040,50',
        valorAcrescimo: 0,
        valorAcrescimoFormat: '0,00',
        valorDesconto: 0,
        valorDescontoFormat: '0,00',
        valorFinal: 1040.5,
        valorFinalFormat: '1040,50',
        quantidadeParcelas: 1,
        urlPagamento: null,
        formaPagamento: {
          id: CASH,
          nome: 'Dinheiro',
          modalidade: '',
          fluxoPagamento: { id: 11, nome: 'Pagamento Sem Confirmação' },
        },
        terminal: { id: terminalId, nome: 'Caixa 1' },
        pagamentosExterno: [payment],
        pagamentosExternos: [payment],
        intencaoVendaStatus: { id: 10, nome: 'Creditado' },
        cliente: null,
        pedido: null,
        dataAtualizacao: '15/01/2026 09:00:00.0000',
        latitude: '0',
        longitude: '0',
        vendedor: {
          id: seller.id,
          nomeRazaoSocial: 'Loja',
          sobrenomeNomeFantasia: null,
          fotoThumbnail: null,
          parceiro: null,
        },
        operador: null,
        gate2allToken: null,
        produtos: [],
      });
    });

    test('amounts and ids are accepted in every form that deployed clients send', async (context) => {
      const { room, seller, terminalId, sell } = await openShop(context, engine);
      const sold = async (body: object) => {
        const answer = await sell(body);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body.intencaoVenda.valorFinalFormat;
      };
      assert.equal(await sold({ valorTotalVendido: 10.5 }), '10,50');
      assert.equal(await sold({ valorTotalVendido: 100 }), '100,00');
      assert.equal(await sold({ valorTotalVendido: '1.000' }), '1000,00', 'a point of thousands');
      assert.equal(await sold({ valorTotalVendido: '1,234.56' }), '1234,56', 'a machine set to English');
      assert.equal(await sold({ valorTotalVendido: 'R$\u00a026,00' }), '26,00', 'as a browser writes it');
      assert.equal(
        await sold({ valorTotalVendido: 24.599999999999998 }),
        '24,60',
        'what arithmetic leaves behind',
      );
      for (const valorTotalVendido of [1.234, 0.999]) {
        const answer = await sell({ valorTotalVendido });
        assert.equal(answer.status, 400, 'a number has no thousands separator');
        assert.match(answer.body.message, /valorTotalVendido .* no máximo duas casas/);
      }
      assert.equal(
        await sold({ formaPagamentoId: '41', terminalId: String(terminalId), valorTotalVendido: '0,02' }),
        '0,02',
      );
      assert.equal(await sold({ produtosVendidos: [{ Id: '', Valor: '1.00', Quantidade: '2' }] }), '2,00');
      const wrapped = {
        IntencaoVenda: { FormaPagamentoId: 41, TerminalId: terminalId, ValorTotalVendido: 3 },
      };
      const answer = await room.call('/webapi/venda//vender/', seller.key, wrapped);
      assert.equal(answer.body.intencaoVenda.valorFinal, 3);
    });

    test('an invalid sale is refused with the name of the invalid field, and nothing is sold', async (context) => {
      const shop = await openShop(context, engine);
      const fixed = await shop.addProduct({ valor: '12,50', controlaQuantidade: true, quantidade: '3' });
      const open = await shop.addProduct({});
      const other = await shop.room.addPerson();
      const foreign = (await shop.room.call('/Terminal/Insert', other.key, { nome: 'Outro' })).body.terminal
        .id;
      const wrong: readonly (readonly [object, RegExp])[] = [
        [{}, /^Envie valorTotalVendido ou produtosVendidos\.$/],
        [{ valorTotalVendido: '0,00' }, /valorTotalVendido/],
        [{ valorTotalVendido: '-1' }, /valorTotalVendido/],
        [{ valorTotalVendido: 'dez' }, /valorTotalVendido/],
        [{ formaPagamentoId: undefined, valorTotalVendido: 1 }, /\[formaPagamentoId\]/],
        [{ formaPagamentoId: 99, valorTotalVendido: 1 }, /Forma de pagamento 99/],
        [{ terminalId: foreign, valorTotalVendido: 1 }, /Terminal \d+ não encontrado/],
        [
          { quantidadeParcelas: 2, valorTotalVendido: 1 },
          /^O campo quantidadeParcelas deve ser no máximo 1 /,
        ],
        [{ pessoaClienteId: 7, valorTotalVendido: 1 }, /Cliente 7/],
        [{ operadorId: 7, valorTotalVendido: 1 }, /Operador 7/],
        [{ pedidoId: 7, valorTotalVendido: 1 }, /Pedido 7/],
        [{ valorDesconto: 1, valorTotalVendido: 2 }, /^O terminal não permite desconto \(valorDesconto\)\.$/],
        [
          { valorAcrescimo: 1, valorTotalVendido: 2 },
          /^O terminal não permite acréscimo \(valorAcrescimo\)\.$/,
        ],
        [
          { produtosVendidos: [{ id: fixed }], valorTotalVendido: '12,49' },
          /^O campo valorTotalVendido deve ser a soma de produtosVendidos\.$/,
        ],
        [
          { produtosVendidos: [{ id: fixed, valor: '12,49' }] },
          /^O campo produtosVendidos\[0\]\.valor difere /,
        ],
        [{ produtosVendidos: [{ id: open }] }, /^Envie produtosVendidos\[0\]\.valor: .* valor aberto\.$/],
        [{ produtosVendidos: [{ id: 999 }] }, /^Produto 999 não encontrado \(produtosVendidos\[0\]\.id\)\.$/],
        [
          { produtosVendidos: [{ id: fixed, quantidade: '0' }] },
          /^O campo produtosVendidos\[0\]\.quantidade deve /,
        ],
        [{ produtosVendidos: [{ id: fixed, quantidade: '4' }] }, /estoque/],
        [{ valorTotalVendido: 1, observacao: 'NUMBER' }, /cartão/],
      ];
      for (const [body, message] of wrong) {
        const answer = await shop.sell(body);
        assert.equal(answer.status, 400, JSON.stringify([body, answer.body]));
        assert.deepEqual(Object.keys(answer.body), ['message']);
        assert.match(answer.body.message, message);
      }
      assert.equal(await shop.stockOf(fixed), 3);
      const listed = await shop.room.call('/IntencaoVenda/GetByFiltros', shop.seller.key, {});
      assert.deepEqual(listed.body.intencoesVendas, []);
    });

    test('discount and surcharge count where the terminal permits them', async (context) => {
      const shop = await openShop(context, engine, { permiteDesconto: true, permiteAcrescimo: true });
      const fixed = await shop.addProduct({ valor: '12,50' });
      const { body } = await shop.sell({
        produtosVendidos: [{ id: fixed, valor: '99,00', quantidade: 2 }],
        valorTotalVendido: '25,00',
        valorDesconto: 5,
        valorAcrescimo: '1,50',
      });
      const { valorOriginal, valorDesconto, valorAcrescimo, valorFinal } = body.intencaoVenda;
      assert.deepEqual([valorOriginal, valorDesconto, valorAcrescimo, valorFinal], [25, 5, 1.5, 21.5]);
      assert.equal((await shop.sell({ valorTotalVendido: 5, valorDesconto: 5 })).status, 400);
    });

    test('64 tills sell the last item once, and a cancel returns it to the stock', async (context) => {
      const shop = await openShop(context, engine);
      const last = await shop.addProduct({ valor: '10,00', controlaQuantidade: true, quantidade: '1' });
      const tills = Array.from({ length: 64 }, () => shop.sell({ produtosVendidos: [{ id: last }] }));
      const answers = await Promise.all(tills);
      const sold = answers.filter(({ status }) => status === 200);
      assert.equal(sold.length, 1);
      assert.ok(answers.every(({ status }) => status === 200 || status === 400));
      assert.equal(await shop.stockOf(last), 0);
      const intencaoVendaId = sold[0]?.body.intencaoVenda.id;
      const canceled = await shop.room.call('/Venda/CancelarVenda', shop.seller.key, { intencaoVendaId });
      assert.equal(canceled.status, 200, JSON.stringify(canceled.body));
      const { intencaoVendaStatus, pagamentosExternos } = canceled.body.intencaoVenda;
      assert.deepEqual(intencaoVendaStatus, { id: 20, nome: 'Cancelado' });
      assert.equal(pagamentosExternos[1].tipo, 10);
      assert.equal(pagamentosExternos[1].mensagemRespostaAdquirente, 'CANCELAMENTO OK');
      assert.equal(await shop.stockOf(last), 1);
      assert.equal((await shop.sell({ produtosVendidos: [{ id: last }] })).status, 200);
    });

    test('an edit without a stock keeps the stock that sales have changed', async (context) => {
      const shop = await openShop(context, engine);
      const id = await shop.addProduct({ valor: '10,00', controlaQuantidade: true, quantidade: '50' });
      const sales = Array.from({ length: 20 }, () => shop.sell({ produtosVendidos: [{ id }] }));
      const edits = Array.from({ length: 20 }, (_, index) => shop.addProduct({ id, nome: `Café ${index}` }));
      await Promise.all([...sales, ...edits]);
      assert.equal(await shop.stockOf(id), 30);
    });

    test('a sale is canceled once, only by its own person and at its own terminal', async (context) => {
      const shop = await openShop(context, engine);
      const { body } = await shop.sell({ valorTotalVendido: 10 });
      const intencaoVendaId = body.intencaoVenda.id;
      const cancel = (key: string, more: object = {}) =>
        shop.room.call('/Venda/CancelarVenda', key, { intencaoVendaId: String(intencaoVendaId), ...more });
      const other = await shop.room.addPerson();
      assert.equal((await cancel(other.key)).status, 404);
      assert.equal((await cancel(shop.seller.key, { terminalId: shop.terminalId + 1 })).status, 400);
      const answers = await Promise.all(Array.from({ length: 16 }, () => cancel(shop.seller.key)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      const refused = answers.filter(({ status }) => status === 400);
      assert.equal(refused.length, 15);
      assert.equal(refused[0]?.body.message, 'Intenção de venda não está autorizada.');
    });

    test('a request repeated with its Idempotency-Key sells once', async (context) => {
      const { room, seller, terminalId } = await openShop(context, engine);
      const send = (valorTotalVendido: number, key = 'abc') =>
        room.inject({
          method: 'POST',
          url: `/Venda/Vender?key=${seller.key}`,
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          payload: JSON.stringify({ formaPagamentoId: CASH, terminalId, valorTotalVendido }),
        });
      const answers = await Promise.all(Array.from({ length: 16 }, () => send(10)));
      assert.deepEqual([...new Set(answers.map(({ body }) => body.intencaoVenda.id))].length, 1);
      assert.equal((await send(11)).status, 422);
      assert.equal((await send(10, 'x'.repeat(256))).status, 400);
      assert.equal((await send(11, 'other')).status, 200);
      const listed = await room.call('/IntencaoVenda/GetByFiltros', seller.key, {});
      assert.equal(listed.body.intencoesVendas.length, 2);
    });
  });
}
