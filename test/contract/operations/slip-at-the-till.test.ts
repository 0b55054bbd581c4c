import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs } from '../../support/gateway-client.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

const SLIP = 53;
const CASH = 41;
const DAY_MS = 24 * 60 * 60_000;
/** Nobody pays an amount that ends so by himself. */
const NEVER = '10,03';
const CLIENT = {
  cpfCnpj: '11144477735',
  nomeRazaoSocial: 'Maria da Silva',
  email: 'maria@example.com',
  endereco: {
    tipoLogradouro: 'Avenida',
    logradouro: 'Paulista',
    numero: '1000',
    cep: '01310-100',
    bairro: 'Bela Vista',
    cidade: 'São Paulo',
    uf: 'SP',
  },
};
const PAYER = {
  ...{ pagador: 'Ana Souza', documento: '11144477735', cep: '01310-100', rua: 'Avenida Paulista' },
  ...{ lugar: '1', bairro: 'Bela Vista' },
};

type Sale = Members & {
  readonly id: number;
  readonly urlPagamento: string | null;
  readonly gate2allToken: string | null;
  readonly intencaoVendaStatus: { readonly id: number };
  readonly pagamentosExternos: readonly Members[];
};

onSqliteByDay('A slip at the till', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const newTerminal = async () =>
    (await inserted('/Terminal/Insert', { nome: 'Balcão' }, 'terminal')).id as number;
  const newClient = async (more: object = {}) =>
    (await inserted('/Cliente/Insert', { ...CLIENT, ...more }, 'cliente')).id as number;
  const sell = async (more: object = {}) => {
    const asked = { formaPagamentoId: SLIP, valorTotalVendido: NEVER, ...more };
    const terminalId = 'terminalId' in asked ? asked.terminalId : await newTerminal();
    return (await inserted('/Venda/Vender', { ...asked, terminalId }, 'intencaoVenda')) as Sale;
  };
  const saleNow = async ({ id }: { readonly id: number }) =>
    (await inserted('/IntencaoVenda/GetById', { intencaoVendaId: id }, 'intencaoVenda')) as Sale;
  const reaches = async (sale: { readonly id: number }, status: number) => {
    const isThere = async () => (await saleNow(sale)).intencaoVendaStatus.id === status;
    await until(`sale ${sale.id} is ${status}`, isThere);
    return saleNow(sale);
  };
  const cancel = async ({ id: intencaoVendaId }: { readonly id: number }) =>
    (await inserted('/Venda/CancelarVenda', { intencaoVendaId }, 'intencaoVenda')) as Sale;
  const transactionOf = async ({ gate2allToken }: Sale) =>
    (await getAs(service, `/v1/transactions/${gate2allToken}`, API_PAIR)).json() as Members;
  const slipOf = async (sale: Sale) => objectIn(objectIn(await transactionOf(sale), 'payment'), 'bankSlip');
  const pay = (line: unknown) =>
    service.send({
      method: 'POST',
      path: '/__sim/slip/pay',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ line }),
    });
  const page = (url: unknown) => service.send({ path: new URL(String(url)).pathname });

  test('for a client whose address is known the slip is there at once, and the sale is credited when it is paid', async () => {
    const pessoaClienteId = await newClient();
    const sale = await sell({ pessoaClienteId, referencia: 'mesa 4' });
    assert.equal(sale.intencaoVendaStatus.id, 5);
    assert.match(String(sale.urlPagamento), /\/v1\/url-payment\/[\w-]{43}$/);
    assert.deepEqual(objectIn(sale, 'formaPagamento').fluxoPagamento, { id: 33, nome: 'Gateway Boleto' });
    assert.match((await page(sale.urlPagamento)).text, /Copiar linha digitável/);
    const { digitableLine, providerReference } = await slipOf(sale);
    assert.equal((await pay(digitableLine)).status, 200);
    const paid = await reaches(sale, 10);
    const [payment] = paid.pagamentosExternos;
    assert.deepEqual([payment?.bandeira, payment?.nsuTid], ['BOLETO', providerReference]);
    const list = answered(
      await post(service, '/IntencaoVenda/GetByFiltros', { intencaoVendaId: sale.id }, DEMO_KEY),
    );
    assert.equal((list.intencoesVendas as readonly Sale[])[0]?.urlPagamento, paid.urlPagamento);
  });

  test('without one, or where something is missing of him, the hosted page asks who pays', async () => {
    const { endereco } = CLIENT;
    const incomplete = await newClient({
      cpfCnpj: '39053344705',
      endereco: { ...endereco, bairro: undefined },
    });
    for (const more of [{}, { pessoaClienteId: incomplete }]) {
      const sale = await sell(more);
      assert.match(String(sale.urlPagamento), /\/v1\/payment\//);
      const { pathname } = new URL(String(sale.urlPagamento));
      const { text } = await page(sale.urlPagamento);
      const chave = /name="chave" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
      const asked = await service.send({
        method: 'POST',
        path: pathname,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...PAYER, forma: 'boleto', chave }).toString(),
      });
      assert.equal(asked.status, 303, asked.text);
      const now = await saleNow(sale);
      assert.deepEqual(
        [now.intencaoVendaStatus.id, new URL(String(now.urlPagamento)).pathname],
        [5, asked.headers.location],
      );
      await pay((await slipOf(sale)).digitableLine);
      await reaches(sale, 10);
    }
  });

  test('canceled before it is paid the slip is withdrawn', async () => {
    const sale = await sell({ pessoaClienteId: await newClient() });
    const { digitableLine } = await slipOf(sale);
    assert.equal((await cancel(sale)).intencaoVendaStatus.id, 20);
    assert.equal((await transactionOf(sale)).status, 12);
    assert.equal((await pay(digitableLine)).status, 409);
  });

  test('canceled after it is paid by its barcode it stays credited: a slip is not given back by itself', async () => {
    const sale = await sell({ pessoaClienteId: await newClient() });
    await pay((await slipOf(sale)).digitableLine);
    await reaches(sale, 10);
    await cancel(sale);
    assert.equal((await reaches(sale, 10)).intencaoVendaStatus.id, 10);
    assert.equal((await transactionOf(sale)).status, 6);
  });

  test('not paid in its time it expires with its slip, and nobody who asks in a day is no sale', async () => {
    const asked = await sell({ pessoaClienteId: await newClient() });
    const unasked = await sell();
    service.clock.advance(DAY_MS + 1_000);
    await reaches(unasked, 15);
    assert.equal((await saleNow(asked)).intencaoVendaStatus.id, 5, 'its slip is not due yet');
    service.clock.advance(14 * DAY_MS);
    await reaches(asked, 15);
    assert.equal((await transactionOf(asked)).status, 4);
  });

  test('slip and cash pay one order', async () => {
    const { id: pedidoId } = await inserted('/Pedido/Insert', { valorTotalPedido: 20 }, 'pedido');
    const orderStatus = async () =>
      objectIn(await inserted('/Pedido/GetById', { pedidoId }, 'pedido'), 'pedidoStatus').id;
    const terminalId = await newTerminal();
    const slip = await sell({ pedidoId, terminalId, pessoaClienteId: await newClient() });
    await sell({ terminalId, formaPagamentoId: CASH, pedidoId, valorTotalVendido: '9,97' });
    assert.equal(await orderStatus(), 6);
    await pay((await slipOf(slip)).digitableLine);
    await reaches(slip, 10);
    assert.equal(await orderStatus(), 10);
  });
});
