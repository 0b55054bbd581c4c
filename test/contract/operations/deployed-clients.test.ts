import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs, sell as sellByGateway } from '../../support/gateway-client.ts';
import { submit } from '../../support/hosted-page.ts';
import { MOVEMENT_CARDS } from '../../support/movements.ts';
import { answered, assertMessage, DEMO_KEY, DEMO_SELLER, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import {
  flag,
  list,
  matching,
  nothing,
  number,
  orNull,
  type Read,
  record,
  type TypedReader,
  text,
} from '../../support/typed-reader.ts';
import { until } from '../../support/waiting.ts';

/** What deployed clients read of an answer, in the types that their strict parsers expect. */
const NAMED = record({ id: number, nome: text });
const WHOLE_TIME = matching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}\.\d{4}$/);
const MINUTE = matching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
const PLAIN_AMOUNT = matching(/^\d+,\d{2}$/);

const PAYMENT = record({
  id: number,
  tipo: number,
  origem: number,
  idPagamento: text,
  nsuTid: text,
  trnNsu: text,
  autorizacao: text,
  adquirente: text,
  bandeira: text,
  codigoRespostaAdquirente: text,
  codigoRespostaExecTransac: text,
  mensagemRespostaAdquirente: text,
  dataAdquirente: matching(/^(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2})?$/),
  dataAtualizacao: MINUTE,
  respostaAdquirente: text,
  comprovanteAdquirente: text,
  tipoParcelamento: number,
  orderLIO: nothing,
  pagamentoExternoStatus: NAMED,
});

/** What a till prints, and what the certification of a till looks at. */
const PRINTED_PAYMENT = record({
  id: number,
  respostaAdquirente: matching(/^PWINFO_RET=-?\d+\r\n(PWINFO_[A-Z]+=[^\r]*(\r\n|$))+$/),
  codigoRespostaExecTransac: text,
  bandeira: text,
  nomeTitularCartao: text,
  dataAdquirente: MINUTE,
  comprovanteCliente: text,
  comprovanteEstabelecimento: text,
});
const PRINTED_SALE = record({
  intencaoVenda: record({ intencaoVendaStatus: NAMED, pagamentosExternos: list(PRINTED_PAYMENT) }),
});
const DETAILED_PAYMENT = record({
  pagamentoExterno: record({ id: number, comprovanteCliente: text, comprovanteEstabelecimento: text }),
});

const SELLER = record({
  id: number,
  nomeRazaoSocial: text,
  sobrenomeNomeFantasia: orNull(text),
  fotoThumbnail: orNull(text),
  parceiro: nothing,
});

const SALE_FIELDS = {
  id: number,
  referencia: orNull(text),
  token: matching(/^\d{6}$/),
  hora: matching(/^\d{2}:\d{2}:\d{2}$/),
  quantidade: number,
  valorOriginal: number,
  valorOriginalFormat: PLAIN_AMOUNT,
  valorAcrescimo: number,
  valorAcrescimoFormat: PLAIN_AMOUNT,
  valorDesconto: number,
  valorDescontoFormat: PLAIN_AMOUNT,
  valorFinal: number,
  valorFinalFormat: PLAIN_AMOUNT,
  quantidadeParcelas: number,
  urlPagamento: orNull(text),
  formaPagamento: record({ id: number, nome: text, modalidade: text, fluxoPagamento: NAMED }),
  terminal: NAMED,
  pagamentosExterno: list(PAYMENT),
  pagamentosExternos: list(PAYMENT),
  intencaoVendaStatus: NAMED,
  cliente: nothing,
  pedido: orNull(record({ id: number, referencia: orNull(text), pedidoStatus: NAMED })),
  latitude: matching(/^0$/),
  longitude: matching(/^0$/),
  vendedor: SELLER,
  operador: orNull(text),
};
const SALE = record({
  ...SALE_FIELDS,
  data: WHOLE_TIME,
  dataAtualizacao: WHOLE_TIME,
  gate2allToken: orNull(text),
  produtos: list(record({ itemProdutoId: number, id: number, nome: text, quantidade: text, valor: text })),
});
const LISTED_SALE = record({ ...SALE_FIELDS, data: MINUTE, dataAtualizacao: MINUTE });

const SOLD = record({ data: WHOLE_TIME, intencaoVenda: SALE });
const SALES = record({
  data: WHOLE_TIME,
  intencoesVendas: list(LISTED_SALE),
  draw: text,
  recordsTotal: nothing,
  recordsFiltered: nothing,
});
const METHODS = record({ formasPagamento: list(record({ id: number, nome: text, modalidade: text })) });
const ORDER = record({
  pedido: record({ id: number, valor: number, valorFormat: PLAIN_AMOUNT, urlRetorno: orNull(text) }),
});
const TERMINALS = record({
  terminais: list(
    record({
      id: number,
      nome: text,
      impressora: orNull(NAMED),
      terminalFisico: record({ id: number, nome: text, instalacaoId: text, pontoCaptura: text }),
      pontoCaptura: text,
      pessoaUltimaModificacao: orNull(NAMED),
      dataUltimaModificacao: text,
      parcelamentoPadrao: matching(/^loja$/),
    }),
  ),
});
const PRODUCTS = record({
  produtos: list(
    record({ id: number, nome: text, descricao: orNull(text), valor: text, produtoStatus: NAMED }),
  ),
});
const CALLBACK = record({
  callback: record({
    callbackTipo: NAMED,
    urlCallback: text,
    pessoa: record({ id: number, nome: text, sobrenomeNomeFantasia: orNull(text) }),
  }),
});
const LOGIN = record({
  pessoa: record({ key: text, id: number, pessoaJuridica: flag, nomeRazaoSocial: text, cpfCnpj: text }),
  operador: nothing,
  android: nothing,
  ios: nothing,
  app: nothing,
});
const INSTALLATION = record({
  data: WHOLE_TIME,
  instalacao: record({
    id: number,
    nome: text,
    instalacaoId: text,
    pessoa: record({ id: number, nomeRazaoSocial: text, sobrenomeNomeFantasia: orNull(text) }),
  }),
});
const REFUSED_REFUND = record({
  transactionId: text,
  status: number,
  error: record({ code: text, message: text }),
});

const AT_ONCE = { GUICHE_SIM_TIME_SCALE: '1000' };
const CASH = 41;
const TEF_CREDIT = 21;
const KEYED_CREDIT = 51;
const CREDITED = 10;
const REFUSED = 25;
/** The shops' time, which knows no summer time any more. */
const HOURS_BEHIND_UTC = 3;
const MINUTES_OF_A_SLOW_TEST = 10;

function assertLocalNow(minute: string | undefined): void {
  const [, day, month, year, hour, min] = (/^(..)\/(..)\/(....) (..):(..)$/.exec(minute ?? '') ?? []).map(
    Number,
  );
  const at = Date.UTC(year ?? 0, (month ?? 0) - 1, day, (hour ?? 0) + HOURS_BEHIND_UTC, min);
  const minutesOff = Math.abs(Date.now() - at) / 60_000;
  assert.ok(minutesOff < MINUTES_OF_A_SLOW_TEST, `${minute} is not the local time of now`);
}

onSqliteByDay('Bodies of deployed clients', AT_ONCE, (service) => {
  const call = async <Value>(path: string, body: unknown, read: TypedReader<Value>): Promise<Value> =>
    read(answered(await post(service, path, body, DEMO_KEY)), path);
  const newTerminal = async () =>
    (await call('/Terminal/Insert', { nome: 'Caixa' }, record({ terminal: NAMED }))).terminal.id;
  const credited = async (id: number): Promise<Read<typeof SALE>> => {
    const now = async () =>
      (await call(`/IntencaoVenda/GetById?intencaoVendaId=${id}`, {}, SOLD)).intencaoVenda;
    await until(`sale ${id} is credited`, async () => (await now()).intencaoVendaStatus.id === CREDITED);
    return now();
  };

  test('a till that sends referencia 0 with every sale gets a sale for each buyer', async () => {
    const coffee = {
      formaPagamentoId: TEF_CREDIT,
      terminalId: await newTerminal(),
      aguardarTefIniciarTransacao: true,
      quantidadeParcelas: 1,
      valorTotalVendido: '5,00',
      referencia: 0,
    };
    const first = (await call('/Venda/Vender?', coffee, SOLD)).intencaoVenda;
    const paid = await credited(first.id);
    assert.deepEqual([paid.produtos, paid.quantidade, paid.operador], [[], 0, null]);
    assert.equal(paid.pagamentosExternos[0]?.origem, 10);
    const second = (await call('/Venda/Vender?', coffee, SOLD)).intencaoVenda;
    assert.notEqual(second.id, first.id);
  });

  test('a sale is sent in every form that clients send, and read by all of them', async () => {
    const terminalId = await newTerminal();
    const bodies: readonly (readonly [object, string])[] = [
      [{ formaPagamentoId: CASH, terminalId: `${terminalId}`, valorTotalVendido: '100000,00' }, '100000,00'],
      [{ formaPagamentoId: '41', terminalId, valorTotalVendido: '1.234,5', observacao: 'x' }, '1234,50'],
      [{ formaPagamentoId: CASH, terminalId, valorTotalVendido: 10.5, parcelamentoAdmin: 0 }, '10,50'],
      [{ FormaPagamentoId: CASH, TerminalId: terminalId, ValorTotalVendido: 'R$\u00a026,00' }, '26,00'],
      [
        {
          ...{ operadorId: null, pessoaClienteId: null, formaPagamentoId: CASH, pedidoId: null, terminalId },
          ...{ referencia: 'mesa 7', valorTotalVendido: 12, valorAcrescimo: null, valorDesconto: null },
          ...{ observacao: null, aguardarTefIniciarTransacao: false, produtosVendidos: null },
        },
        '12,00',
      ],
    ];
    for (const [body, format] of bodies) {
      const { intencaoVenda } = await call('/webapi/venda/vender/?', body, SOLD);
      assert.equal(intencaoVenda.valorFinalFormat, format);
      assert.equal(intencaoVenda.vendedor.id, 1);
    }
  });

  test('a poll with filters of any type is answered, with dates of either form', async () => {
    const body = { formaPagamentoId: CASH, terminalId: await newTerminal(), valorTotalVendido: 7 };
    const { id } = (await call('/Venda/Vender', body, SOLD)).intencaoVenda;
    const polls = [
      {
        ...{ intencaoVendaId: `${id}`, dataFim: '', dataInicio: true, formaPagamentoId: true },
        ...{ quantidadeRegistros: 20, status: '' },
      },
      { intencaoVendaId: id, dataInicio: '2001-01-01T00:00:00', dataFim: '2100-01-01' },
      { intencaoVendaId: id, dataInicio: '01/01/2001 00:00:00', vendasDia: false, status: 0, terminalId: 0 },
      { intencaoVendaId: id, senhaTecnica: 0, aguardarTefIniciarTransacao: true, status: 'Creditado ,15' },
    ];
    for (const poll of polls) {
      const { intencoesVendas } = await call('/IntencaoVenda/GetByFiltros', poll, SALES);
      assert.deepEqual(
        intencoesVendas.map((sale) => [sale.id, sale.intencaoVendaStatus.id]),
        [[id, CREDITED]],
        JSON.stringify(poll),
      );
    }
    assert.deepEqual((await call('/Venda/ConsultarVendas', [], SALES)).intencoesVendas, []);
    const canceled = await call('/Venda/CancelarVenda', { intencaoVendaId: `${id}` }, SOLD);
    assert.equal(canceled.intencaoVenda.intencaoVendaStatus.id, 20);
  });

  test('sixteen methods are listed, Pix under its name', async () => {
    const { formasPagamento } = await call('/FormaPagamento/GetByPessoaId', '', METHODS);
    assert.equal(formasPagamento.length, 16);
    assert.equal(formasPagamento.find(({ id }) => id === 25)?.modalidade, 'Pix');
  });

  test('an order is made for a shop that writes its address without a scheme', async () => {
    const order = { referencia: 'mesa 4', ValorTotalPedido: '100000.00', pessoaVendedorId: 1 };
    const inserted = (urlRetorno: unknown) => call('/Pedido/Insert', { ...order, urlRetorno }, ORDER);
    const { pedido } = await inserted('minhaloja.com.br/retorno');
    assert.deepEqual(
      [pedido.urlRetorno, pedido.valorFormat],
      ['https://minhaloja.com.br/retorno', '100000,00'],
    );
    assert.equal((await inserted(null)).pedido.urlRetorno, null);
    for (const urlRetorno of ['ftp://minhaloja.com.br', 'javascript:alert(1)', 'retorno']) {
      const answer = await post(service, '/Pedido/Insert', { ...order, urlRetorno }, DEMO_KEY);
      assert.equal(answer.status, 400, urlRetorno);
    }
  });

  test('terminals, products, callbacks and the login have every member that strict clients read', async () => {
    const printer = await call('/Impressora/Insert', { nome: 'Balcão' }, record({ impressora: NAMED }));
    const body = { nome: 'Com impressora', impressora: { id: printer.impressora.id } };
    await call('/Terminal/Insert', body, record({ terminal: record({ impressora: NAMED }) }));
    const { terminais } = await call('/Terminal/GetByPessoaId', '', TERMINALS);
    const last = terminais.at(-1);
    assert.deepEqual([last?.impressora?.nome, last?.pessoaUltimaModificacao?.id], ['Balcão', 1]);
    MINUTE(last?.dataUltimaModificacao, 'dataUltimaModificacao');

    const [usual] = (await call('/Produto/GetByPessoaId', '', PRODUCTS)).produtos;
    assert.equal(usual?.descricao, '');
    await call('/ProdutoCategoria/Insert', { nome: 'Joias' }, record({ produtoCategoria: NAMED }));
    const ring = { nome: 'Anel', valor: 12_345.67 };
    const { produto } = await call('/Produto/Insert', ring, record({ produto: record({ valor: text }) }));
    assert.equal(produto.valor, '12345,67');

    const address = { callbackTipo: 1, urlCallback: 'minhaloja.com.br:8080/aviso' };
    const { callback } = await call('/Callback/Insert', address, CALLBACK);
    assert.deepEqual([callback.urlCallback, callback.pessoa.id], ['https://minhaloja.com.br:8080/aviso', 1]);
    LOGIN(answered(await post(service, '/Login/Login/', DEMO_SELLER)), 'login');
  });

  test('the certification of a till finds the pin pad’s lines, codes and both receipts', async () => {
    const terminalId = await newTerminal();
    const outcomes = [
      { valorTotalVendido: '5,00', status: CREDITED, execution: '0' },
      { valorTotalVendido: '1000,01', status: REFUSED, execution: '-2596' },
    ];
    for (const { valorTotalVendido, status, execution } of outcomes) {
      const body = { formaPagamentoId: TEF_CREDIT, terminalId, quantidadeParcelas: 1, valorTotalVendido };
      const { id } = (await call('/Venda/Vender?', body, SOLD)).intencaoVenda;
      const now = async () =>
        (await call('/IntencaoVenda/GetById', { intencaoVendaId: `${id}` }, SOLD)).intencaoVenda;
      await until(`sale ${id} is ${status}`, async () => (await now()).intencaoVendaStatus.id === status);
      const path = `/IntencaoVenda/GetById?intencaoVendaId=${id}`;
      const [payment] = (await call(path, '', PRINTED_SALE)).intencaoVenda.pagamentosExternos;
      assert.deepEqual(
        [payment?.codigoRespostaExecTransac, payment?.bandeira, payment?.nomeTitularCartao],
        [execution, 'VISA', 'CARTAO DE TESTE'],
      );
      // This pin pad says no time of the acquirer's: the time of its result is told.
      assertLocalNow(payment?.dataAdquirente);
      assertLocalNow((await now()).pagamentosExternos[0]?.dataAtualizacao);
      const asked = `/PagamentoExterno/GetById?pagamentoExternoId=${payment?.id}`;
      const { pagamentoExterno } = await call(asked, '', DETAILED_PAYMENT);
      for (const read of [payment, pagamentoExterno]) {
        const receipts = status === CREDITED ? [/VIA CLIENTE/, /VIA ESTABELECIMENTO/] : [/^$/, /^$/];
        assert.match(read?.comprovanteCliente ?? '?', receipts[0] ?? /x/);
        assert.match(read?.comprovanteEstabelecimento ?? '?', receipts[1] ?? /x/);
      }
    }
  });

  test('a sale typed on the page is paid for the till that polls once the page says so, with its NSU', async () => {
    const body = {
      formaPagamentoId: KEYED_CREDIT,
      terminalId: await newTerminal(),
      valorTotalVendido: '12,00',
    };
    const { id, urlPagamento, gate2allToken } = (await call('/Venda/Vender', body, SOLD)).intencaoVenda;
    const { headers } = await submit(service, new URL(urlPagamento ?? '').pathname);
    assert.match((await service.send({ path: String(headers.location) })).text, /aprovado/i);
    const poll = { intencaoVendaId: `${id}`, dataFim: '', dataInicio: true, status: '' };
    const [sale] = (await call('/IntencaoVenda/GetByFiltros', poll, SALES)).intencoesVendas;
    const [payment] = sale?.pagamentosExternos ?? [];
    const charge = record({ payment: record({ card: record({ providerReference: text }) }) });
    const charged = await getAs(service, `/v1/transactions/${gate2allToken}`);
    assert.deepEqual(
      [sale?.intencaoVendaStatus.id, payment?.nsuTid, payment?.idPagamento],
      [CREDITED, charge(charged.json(), 'charge').payment.card.providerReference, `${payment?.id}`],
    );
    assertLocalNow(payment?.dataAdquirente);
    assertLocalNow(payment?.dataAtualizacao);
  });

  test('a till tests its connection by its installation', async () => {
    const body = { nome: 'Caixa do balcão', instalacaoId: 'loja-7' };
    await call('/Terminal/Insert', body, record({ terminal: NAMED }));
    for (const asked of [{ instalacaoId: 'loja-7' }, { InstalacaoId: 'loja-7', pessoaId: 1 }]) {
      const { instalacao } = await call('/Instalacao/GetById', asked, INSTALLATION);
      assert.deepEqual([instalacao.nome, instalacao.pessoa.id], ['Caixa do balcão', 1]);
      const { id } = instalacao;
      const byId = (await call('/webapi/Instalacao/GetById', { instalacaoId: id }, INSTALLATION)).instalacao;
      assert.deepEqual(byId, instalacao);
    }
    const unknown = await post(service, '/Instalacao/GetById', { instalacaoId: 'outra' }, DEMO_KEY);
    assertMessage(unknown, 404, 'Instalação não encontrada.');
  });

  test('a shop plug-in reads of a refused refund that the money is kept, and its buyer’s e-mail of a sale', async () => {
    const sold = await sellByGateway(service, {
      top: { customer: { name: 'Ana', email: 'ana@loja.example' } },
      card: { capture: true },
      cardInfo: { number: MOVEMENT_CARDS.refundDenied },
    });
    const sale = record({ transactionId: text, customer: record({ name: text, email: text }) });
    const { transactionId, customer } = sale(sold.json(), 'sale');
    assert.equal(customer.email, 'ana@loja.example');
    const answer = await service.send({
      method: 'PUT',
      path: `/v1/transactions/${transactionId}/void`,
      headers: API_PAIR,
    });
    assert.equal(answer.status, 409);
    const refused = REFUSED_REFUND(answer.json(), 'void');
    assert.deepEqual([refused.transactionId, refused.status], [transactionId, 6]);
  });
});
