import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { browserOf, OPERATOR, okJson, SELLER } from '../contract/panel/panel-client.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, sell } from '../support/gateway-client.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../support/operations-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const CASH = 41;
const TEF_CREDIT = 21;

/** Screens of the platform's team; all others are a shop's. */
const OF_THE_PLATFORM = /^\/(?:precisa-de-atencao|ativacoes|adquirentes|pessoas|auditoria|saude)/;
/** Screens that both have. */
const OF_BOTH = [
  '/inicio',
  '/vendas',
  '/vendas/$id',
  '/recebimentos',
  '/conciliacao',
  '/conciliacao/pagamentos/$id',
  '/disputas',
  '/disputas/$id',
  '/vendas/$id/disputa',
  '/avisos',
  '/equipe',
  '/seguranca',
  '/rotas',
  '/rotas/nova',
];
/** Without a session, or leading to another screen. */
const OUTSIDE = ['/', '/entrar', '/convite', '/$', '/caixa/vendas'];

export interface ScreenPaths {
  readonly seller: readonly string[];
  readonly operator: readonly string[];
}

/** One record of each kind that a screen shows, by the path of its screen. */
export type Examples = Readonly<Record<string, string>>;

/**
 * The addresses of all screens, below `/painel`, as the panel's own router has them. Fails for a screen that shows a
 * record of which there is no example.
 */
export async function screenPaths(page: Page, examples: Examples): Promise<ScreenPaths> {
  const routes = (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as readonly string[];
  const paths = routes.filter((path) => !OUTSIDE.includes(path));
  assert.ok(paths.length > 30, `the router has only ${paths.length} screens`);
  const filled = (path: string) => {
    const address = path.includes('$') ? examples[path] : path;
    assert.ok(
      address && !address.includes('undefined'),
      `no example of ${path}: add one to test/browser/panel-screens.ts`,
    );
    return address;
  };
  return {
    seller: paths.filter((path) => !OF_THE_PLATFORM.test(path)).map(filled),
    operator: paths.filter((path) => OF_THE_PLATFORM.test(path) || OF_BOTH.includes(path)).map(filled),
  };
}

/** A till that was opened, with cash taken out. */
async function openedTill(service: TestService, terminalId: number): Promise<number> {
  const seller = browserOf(service);
  okJson(await seller.logIn(SELLER));
  const keyed = async (path: string, body: object) =>
    okJson<{ id: number }>(await seller.call('POST', path, body, { 'Idempotency-Key': randomUUID() }));
  const { id } = await keyed('/till/shifts', { terminalId, openingCash: 15_000 });
  const note = 'Depósito no banco da esquina, com o recibo guardado na gaveta de baixo';
  await keyed(`/till/shifts/${id}/cash`, { kind: 'withdrawal', amount: 5_000, note });
  return id;
}

/** A sale that its acquirer has paid. Gives the name of the payment. */
async function paidOut(service: TestService): Promise<string> {
  const sold = await sell(service, {
    top: { referenceId: 'conta-de-natal-do-escritorio' },
    card: { capture: true },
  });
  const { transactionId } = sold.json() as { transactionId: string };
  const { reader } = service.rooms().money;
  const [line] = await until('the lines of the paid sale', async () => {
    const lines = await reader.ofSale(transactionId);
    return lines.length > 0 && lines;
  });
  const paid = await service.send({
    method: 'POST',
    path: '/__sim/payouts/run',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ date: line?.dueDay }),
  });
  assert.equal(paid.status, 200, paid.text);
  const [now] = await reader.ofSale(transactionId);
  return String(now?.payoutId);
}

/** Makes the records of the examples, with long names. */
export async function makeExamples(service: TestService): Promise<Examples> {
  const call = async (path: string, name: string, body: object): Promise<Members> =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const idOf = async (path: string, name: string, body: object) => Number((await call(path, name, body)).id);
  const sale = await service.send(
    saleCall({
      ...saleOf({ referenceId: 'encomenda-de-natal-da-familia-albuquerque' }),
      postBackUrl: 'https://loja.example/avisos',
    }),
  );
  const id = String(recordOf(sale).top.transactionId);
  const payout = await paidOut(service);
  const link = await service.send({
    method: 'POST',
    path: '/v1/payment-links',
    headers: { 'Content-Type': 'application/json', ...API_PAIR },
    body: JSON.stringify({ name: 'Bolo de 3 kg', amount: '21000' }),
  });
  await idOf('/ProdutoCategoria/Insert', 'produtoCategoria', { nome: 'Café' });
  const product = await idOf('/Produto/Insert', 'produto', { nome: 'Café coado', valor: '6,50' });
  const terminalId = await idOf('/Terminal/Insert', 'terminal', { nome: 'Balcão da entrada principal' });
  const order = await idOf('/Pedido/Insert', 'pedido', {
    referencia: 'Mesa 4',
    produtosPedido: [{ id: product, quantidade: '4', valor: '6,50' }],
    pedidoFormasPagamento: [{ formaPagamento: { id: CASH }, quantidadeMaximaParcelas: 1 }],
  });
  const waiting = { terminalId, formaPagamentoId: TEF_CREDIT, valorTotalVendido: '20,00' };
  const tillSale = await idOf('/Venda/Vender', 'intencaoVenda', waiting);
  const client = { cpfCnpj: '39053344705', nomeRazaoSocial: 'Ana Souza' };
  const clienteId = await idOf('/Cliente/Insert', 'cliente', client);
  const monthly = { clienteId, dataInicio: '01/02/2035 00:00', quantidade: 12, valor: '129,00' };
  const recurrence = await idOf('/PagamentoRecorrente/Insert', 'pagamentoRecorrente', {
    ...monthly,
    descricao: 'Assinatura de café',
    referencia: 'plano-9',
  });
  await service.command('acquirer', 'add', '--person', '1', '--provider', 'GETNET');
  const { routing } = service.rooms();
  const rules = [
    { name: 'Parcelado em muitas vezes', when: { installments: { from: 7 } }, accounts: ['REDE', 'CIELO'] },
  ];
  const version = await routing.add(1, { rules });
  const operator = browserOf(service);
  okJson(await operator.logIn(OPERATOR));
  const { items } = okJson<{ items: { id: number }[] }>(await operator.call('GET', '/acquirers'));
  const { dispute } = await service.rooms().disputes.record(
    {
      transactionId: id,
      source: 'rede',
      kind: 'chargeback',
      process: '7700123456789',
      reasonCode: '10.4',
      reasonText: 'Fraude: o portador do cartão não reconhece a compra feita com cartão não presente',
      amount: 1,
      notifiedDay: '2035-01-02',
    },
    { kind: 'recovery' },
  );
  return {
    '/conciliacao/pagamentos/$id': `/conciliacao/pagamentos/${payout}`,
    '/disputas/$id': `/disputas/${dispute.id}`,
    '/vendas/$id/disputa': `/vendas/${id}/disputa`,
    '/avisos/$transactionId/$version': `/avisos/${id}/1`,
    '/vendas/$id': `/vendas/${id}`,
    '/vendas/$id/comprovante': `/vendas/${id}/comprovante`,
    '/rotas/$version': `/rotas/${version}`,
    '/links/$id': `/links/${(link.json() as { paymentLinkId: string }).paymentLinkId}`,
    '/produtos/$id': `/produtos/${product}`,
    '/terminais/$id': `/terminais/${terminalId}`,
    '/clientes/$id': `/clientes/${clienteId}`,
    '/caixa/vendas/$id': `/caixa/vendas/${tillSale}`,
    '/caixa/fechamentos/$id': `/caixa/fechamentos/${await openedTill(service, terminalId)}`,
    '/pedidos/$id': `/pedidos/${order}`,
    '/recorrencias/$id': `/recorrencias/${recurrence}`,
    '/adquirentes/$id': `/adquirentes/${items[0]?.id}`,
    '/adquirentes/$id/taxas': `/adquirentes/${items[0]?.id}/taxas`,
    '/adquirentes/$id/taxas/nova': `/adquirentes/${items[0]?.id}/taxas/nova`,
    '/pessoas/$id': '/pessoas/1',
    '/pessoas/$id/editar': '/pessoas/1/editar',
  };
}
