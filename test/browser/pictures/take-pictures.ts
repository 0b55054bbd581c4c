import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type DatabasePlace, newDatabasePlace } from '../../support/databases.ts';
import { API_PAIR } from '../../support/gateway-client.ts';
import { submit } from '../../support/hosted-page.ts';
import { giveUpNewestSale } from '../../support/manual-case.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { saleCall } from '../../support/sale-calls.ts';
import { saleOf } from '../../support/sales.ts';
import { serviceAt, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { openChromium } from '../chromium.ts';
import { logInAs, openPanelPage } from '../panel-page.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures');
const OPERATOR = { login: '529.982.247-25', password: 'guiche-operador' };
const SELLER = { login: '111.444.777-35', password: 'guiche-vendedor' };
const DEMO_SALES = '500';
const MAX_COLOURS = 128;
const WAITING = { document: '11222333000181', tradeName: 'Padaria Bom Pão' };

interface Picture {
  readonly name: string;
  readonly who: typeof OPERATOR;
  readonly path: string;
  /** A text that is shown once the screen is loaded. */
  readonly shows: string;
  readonly width?: number;
}

const PICTURES: readonly Picture[] = [
  { name: 'inicio', who: SELLER, path: '/inicio', shows: 'Início' },
  { name: 'vendas', who: SELLER, path: '/vendas', shows: 'Vendas' },
  { name: 'vendas-celular', who: SELLER, path: '/vendas', shows: 'Vendas', width: 390 },
  { name: 'links', who: SELLER, path: '/links', shows: 'Bolo de 3 kg' },
  { name: 'produtos', who: SELLER, path: '/produtos', shows: 'Produtos' },
  { name: 'caixa', who: SELLER, path: '/caixa', shows: 'Valor da venda' },
  { name: 'pedido', who: SELLER, path: '/pedidos/1', shows: 'Vendas deste pedido' },
  { name: 'recorrencia', who: SELLER, path: '/recorrencias/1', shows: 'Recusada por enquanto' },
  { name: 'chaves', who: SELLER, path: '/chaves', shows: 'Chaves' },
  { name: 'avisos', who: SELLER, path: '/avisos', shows: 'Avisos' },
  { name: 'equipe', who: SELLER, path: '/equipe', shows: 'Equipe' },
  { name: 'seguranca', who: SELLER, path: '/seguranca', shows: 'Segurança' },
  { name: 'ativacoes', who: OPERATOR, path: '/ativacoes', shows: WAITING.tradeName },
  { name: 'pessoas', who: OPERATOR, path: '/pessoas', shows: WAITING.tradeName },
  { name: 'adquirentes', who: OPERATOR, path: '/adquirentes', shows: 'Pausada' },
  { name: 'precisa-de-atencao', who: OPERATOR, path: '/precisa-de-atencao', shows: 'parou na maquininha' },
  { name: 'auditoria', who: OPERATOR, path: '/auditoria', shows: 'Auditoria' },
  { name: 'saude', who: OPERATOR, path: '/saude', shows: 'Cópia de segurança' },
];

/**
 * Takes the pictures of docs/painel.md from a running panel with demo sales: `npm run pictures`, or `npm run pictures -- NAME` for
 * some of them.
 */
async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const place = await newDatabasePlace('sqlite');
  const service = serviceAt(async () => place, {}, { remove: () => place.remove() });
  await service.start();
  const chromium = await openChromium();
  try {
    await service.command('demo', 'sales', '--count', DEMO_SALES);
    await service.command(
      ...['person', 'add', '--document', WAITING.document, '--name', WAITING.tradeName, '--role', 'seller'],
    );
    await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ name: 'Bolo de 3 kg', amount: '21000', maxUses: 20 }),
    });
    await sellAtTill(service);
    await chargeMonthly(service);
    await storeCard(service);
    await leaveInNeedOfAttention(service, place);
    await addAccounts(service);
    const address = service.address().replace('127.0.0.1', 'localhost');
    const named = process.argv.slice(2);
    for (const picture of PICTURES) {
      if (named.length > 0 && !named.includes(picture.name)) continue;
      const { page, close } = await openPanelPage(chromium.browser, { width: picture.width ?? 1280 });
      await logInAs(page, address, picture.who);
      await page.goto(`${address}/painel${picture.path}`);
      await page.getByText(picture.shows).locator('visible=true').first().waitFor();
      // Its name may stand in the menu while the screen is still loaded.
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
      await save(page, picture.name);
      await close();
    }
  } finally {
    await chromium.close();
    await service.stop();
    await service.remove();
  }
}

const CASH = 41;
const TEF_CREDIT = 21;
const KEYED_CREDIT = 51;

/** A terminal with an order, one part of which is paid in cash and one on a card, and sales beside it. */
async function sellAtTill(service: TestService): Promise<void> {
  const call = async (path: string, name: string, body: object) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name).id as number;
  await call('/ProdutoCategoria/Insert', 'produtoCategoria', { nome: 'Café' });
  const coffee = await call('/Produto/Insert', 'produto', { nome: 'Café coado', valor: '6,50' });
  const bread = await call('/Produto/Insert', 'produto', { nome: 'Pão de queijo', valor: '5,00' });
  const terminalId = await call('/Terminal/Insert', 'terminal', {
    nome: 'Balcão',
    habilitarPDV: true,
    vendaPorProduto: true,
    permiteDesconto: true,
    habilitarPedidos: true,
  });
  const pedidoId = await call('/Pedido/Insert', 'pedido', {
    referencia: 'Mesa 4',
    obs: 'Conta dividida por três',
    produtosPedido: [
      { id: coffee, quantidade: '4', valor: '6,50' },
      { id: bread, quantidade: '6', valor: '5,00' },
    ],
    pedidoFormasPagamento: [CASH, TEF_CREDIT].map((id) => ({
      formaPagamento: { id },
      quantidadeMaximaParcelas: id === CASH ? 1 : 2,
    })),
  });
  const sell = (formaPagamentoId: number, valorTotalVendido: string, more: object = {}) =>
    call('/Venda/Vender', 'intencaoVenda', { terminalId, formaPagamentoId, valorTotalVendido, ...more });
  await sell(CASH, '18,50', { pedidoId });
  await sell(TEF_CREDIT, '20,00', { pedidoId, iniciarTransacaoAutomaticamente: true });
  await sell(KEYED_CREDIT, '42,00', { referencia: 'Encomenda 31' });
  await sell(CASH, '13,00', { referencia: 'Mesa 2' });
}

/** Can be stored; its sales are refused for lack of funds. */
const WITHOUT_FUNDS = '4000000000096240';

/** A monthly charge whose first try was refused. */
async function chargeMonthly(service: TestService): Promise<void> {
  const call = async (path: string, name: string, body: object) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const client = { cpfCnpj: '39053344705', nomeRazaoSocial: 'Ana Souza' };
  const { id: clienteId } = await call('/Cliente/Insert', 'cliente', client);
  const card = await call('/ClienteCartao/Insert', 'clienteCartao', { clienteId });
  const form = new URL(String(card.urlCapturarDadosCartao)).pathname;
  await submit(service, form, { numero: WITHOUT_FUNDS, validade: '12/2035' });
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const dataInicio = `${today.format(service.clock.now())} 00:00`;
  const monthly = { clienteId, dataInicio, quantidade: 12, valor: '129,00', descricao: 'Assinatura de café' };
  const path = '/PagamentoRecorrente/Insert';
  const { id } = await call(path, 'pagamentoRecorrente', { ...monthly, referencia: 'plano-9' });
  await until('the first month was tried', async () => {
    const now = await call('/PagamentoRecorrente/GetById', 'pagamentoRecorrente', {
      pagamentoRecorrenteId: id,
    });
    const [entry] = now.parcelas as readonly { readonly proximaTentativa: string }[];
    return entry?.proximaTentativa !== '';
  });
}

/** A card whose notification waits, because its address does not exist. */
async function storeCard(service: TestService): Promise<void> {
  const cardInfo = { number: '4235647728025682', expirationMonth: '12', expirationYear: '2035' };
  const { status } = await service.send({
    method: 'POST',
    path: '/v1/tokenization',
    headers: { 'Content-Type': 'application/json', ...API_PAIR },
    body: JSON.stringify({ cardInfo, postBackUrl: 'https://loja.example/avisos' }),
  });
  assert.equal(status, 201);
}

/** Two accounts of the demo shop, one of which is paused. Nothing is sent to either. */
async function addAccounts(service: TestService): Promise<void> {
  const shop = ['--person', '1', '--provider'];
  await service.command(
    ...['acquirer', 'add', ...shop, 'CIELO', '--default'],
    ...['--setting', 'merchantId=3f1d8a52-6c1b-4b7e-9a0e-5d2f7c4b8e10'],
    ...['--setting', `merchantKey=${'EXEMPLO0'.repeat(5)}`, '--setting', 'pix=on'],
  );
  await service.command(
    ...['acquirer', 'add', ...shop, 'REDE'],
    ...['--setting', 'pv=10001234', '--setting', 'key=exemplo-de-chave-de-integracao'],
  );
  await service.command('acquirer', 'pause', ...shop, 'REDE', '--reason', 'manutenção da adquirente');
}

/** Longer than a payment client may be silent. */
const SILENT_MS = 16 * 60_000;

/** A sale that recovery has given up, and one of a till whose payment client fell silent. */
async function leaveInNeedOfAttention(service: TestService, place: DatabasePlace): Promise<void> {
  const call = async (path: string, name: string, body: object) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  await service.send(saleCall(saleOf({ referenceId: 'pedido-1207' })));
  await giveUpNewestSale(place);
  const { id: terminalId } = await call('/Terminal/Insert', 'terminal', { nome: 'Caixa 2' });
  const client = await call('/ClientePagamento/Insert', 'clientePagamento', { terminalId });
  const sale = await call('/Venda/Vender', 'intencaoVenda', {
    ...{ terminalId, formaPagamentoId: TEF_CREDIT, valorTotalVendido: '87,50', referencia: 'Mesa 7' },
  });
  const [payment] = sale.pagamentosExternos as readonly [Members];
  await service.send({
    method: 'POST',
    path: `/payment-client/v1/work/${payment.id}/take`,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${client.chave}` },
    body: '{}',
  });
  service.clock.advance(SILENT_MS);
}

async function save(page: Page, name: string): Promise<void> {
  const taken = await page.screenshot();
  await sharp(taken)
    .png({ palette: true, colours: MAX_COLOURS, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`));
}

await takePictures();
