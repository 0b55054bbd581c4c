import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_PAIR, getAs } from '../../support/gateway-client.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay, onTwoInstances, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { browserOf, okJson } from '../panel/panel-client.ts';

const PIX = 25;
const CASH = 41;
const DAY_MS = 24 * 60 * 60_000;
/** Nobody pays an amount that ends so by himself. */
const NEVER = '10,03';
const NEVER_CENTS = 1_003;
const JSON_TYPE = { 'Content-Type': 'application/json' };

type Sale = Members & {
  readonly id: number;
  readonly urlPagamento: string | null;
  readonly gate2allToken: string | null;
  readonly intencaoVendaStatus: { readonly id: number };
  readonly pagamentosExternos: readonly Members[];
};

/** What a shop's system, its buyer and its payment client do. */
function shopAt(service: TestService) {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const newTerminal = async () =>
    (await inserted('/Terminal/Insert', { nome: 'Balcão' }, 'terminal')).id as number;
  const saleNow = async ({ id }: { readonly id: number }) =>
    (await inserted('/IntencaoVenda/GetById', { intencaoVendaId: id }, 'intencaoVenda')) as Sale;
  return {
    inserted,
    newTerminal,
    sell: async (more: object = {}) => {
      const asked = { formaPagamentoId: PIX, valorTotalVendido: NEVER, ...more };
      const terminalId = 'terminalId' in asked ? asked.terminalId : await newTerminal();
      return (await inserted('/Venda/Vender', { ...asked, terminalId }, 'intencaoVenda')) as Sale;
    },
    saleNow,
    reaches: async (sale: { readonly id: number }, status: number) => {
      const isThere = async () => (await saleNow(sale)).intencaoVendaStatus.id === status;
      await until(`sale ${sale.id} is ${status}`, isThere);
      return saleNow(sale);
    },
    cancel: async ({ id: intencaoVendaId }: { readonly id: number }) =>
      (await inserted('/Venda/CancelarVenda', { intencaoVendaId }, 'intencaoVenda')) as Sale,
    pay: ({ gate2allToken: transactionId }: Sale) =>
      service.send({
        method: 'POST',
        path: '/__sim/pix/pay',
        headers: JSON_TYPE,
        body: JSON.stringify({ transactionId, payer: { name: 'Ana', document: '11144477735' } }),
      }),
    transactionOf: async ({ gate2allToken }: Sale) =>
      (await getAs(service, `/v1/transactions/${gate2allToken}`, API_PAIR)).json() as Members,
    /** A payment client's key for a terminal, and one request for work. */
    newClient: async (terminalId: number) => {
      const { chave } = await inserted('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
      return (path: string, body?: object) =>
        service.send({
          method: 'POST',
          path: `/payment-client/v1/work${path}`,
          headers: { Authorization: `Bearer ${chave}`, ...(body ? JSON_TYPE : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
    },
  };
}

onSqliteByDay('Pix at the till', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const shop = shopAt(service);

  test('without a payment client for it the sale waits with the page of its Pix, and is credited when that is paid', async () => {
    const sale = await shop.sell({ referencia: 'mesa 4' });
    assert.equal(sale.intencaoVendaStatus.id, 5);
    assert.match(String(sale.urlPagamento), /\/v1\/url-payment\/[\w-]{43}$/);
    assert.deepEqual(objectIn(sale, 'formaPagamento').fluxoPagamento, { id: 21, nome: 'TEF' });
    const [waiting] = sale.pagamentosExternos;
    assert.deepEqual(
      [waiting?.origem, waiting?.nsuTid, objectIn(waiting ?? {}, 'pagamentoExternoStatus').id],
      [15, '', 5],
    );
    const page = await service.send({ path: new URL(String(sale.urlPagamento)).pathname });
    assert.match(page.text, /R\$\s10,03/);
    const made = await shop.transactionOf(sale);
    assert.deepEqual([made.status, made.amount, made.referenceId], [1, String(NEVER_CENTS), 'mesa 4']);
    assert.equal((await shop.pay(sale)).status, 200);
    const paid = await shop.reaches(sale, 10);
    const [payment] = paid.pagamentosExternos;
    const { endToEndId } = objectIn(objectIn(await shop.transactionOf(sale), 'payment'), 'pix');
    assert.match(String(endToEndId), /^E\w{31}$/);
    assert.deepEqual([payment?.idPagamento, payment?.nsuTid], [endToEndId, endToEndId]);
    assert.deepEqual([payment?.bandeira, payment?.nomeTitularCartao], ['PIX', 'Ana']);
    const list = answered(
      await post(service, '/IntencaoVenda/GetByFiltros', { intencaoVendaId: sale.id }, DEMO_KEY),
    );
    const listed = list.intencoesVendas as readonly Sale[];
    assert.equal(listed[0]?.urlPagamento, paid.urlPagamento, 'lists have the address too');
  });

  test('canceled before it is paid the Pix is removed, and nobody can pay it any more', async () => {
    const sale = await shop.sell();
    assert.equal((await shop.cancel(sale)).intencaoVendaStatus.id, 20);
    assert.equal((await shop.transactionOf(sale)).status, 9);
    assert.equal((await shop.pay(sale)).status, 409);
  });

  test('canceled after it is paid the money goes back, without the technical password', async () => {
    const sale = await shop.sell();
    await shop.pay(sale);
    const { pagamentosExternos } = await shop.reaches(sale, 10);
    await shop.cancel(sale);
    const canceled = await shop.reaches(sale, 20);
    assert.equal((await shop.transactionOf(sale)).status, 9);
    const [, cancel] = canceled.pagamentosExternos;
    assert.deepEqual([cancel?.tipo, cancel?.nsuTid], [10, pagamentosExternos[0]?.nsuTid]);
  });

  test('not paid within a day it expires with its Pix', async () => {
    const sale = await shop.sell();
    service.clock.advance(DAY_MS - 60_000);
    assert.equal((await shop.saleNow(sale)).intencaoVendaStatus.id, 5);
    service.clock.advance(61_000);
    await shop.reaches(sale, 15);
    assert.equal((await shop.transactionOf(sale)).status, 4);
    assert.equal((await shop.pay(sale)).status, 409);
  });

  test('several Pix and cash pay one order, never more than it costs, and one that expires frees its share', async () => {
    const { id: pedidoId } = await shop.inserted('/Pedido/Insert', { valorTotalPedido: 20 }, 'pedido');
    const orderStatus = async () =>
      objectIn(await shop.inserted('/Pedido/GetById', { pedidoId }, 'pedido'), 'pedidoStatus').id;
    const terminalId = await shop.newTerminal();
    const first = await shop.sell({ pedidoId, terminalId });
    const more = { terminalId, formaPagamentoId: CASH, pedidoId };
    const tooMuch = await post(service, '/Venda/Vender', { ...more, valorTotalVendido: '9,98' }, DEMO_KEY);
    assert.equal(tooMuch.status, 400);
    await shop.cancel(first);
    const second = await shop.sell({ pedidoId, terminalId });
    await shop.sell({ ...more, valorTotalVendido: '9,97' });
    assert.equal(await orderStatus(), 6);
    await shop.pay(second);
    await shop.reaches(second, 10);
    assert.equal(await orderStatus(), 10);
  });

  test('a payment client that says that it takes Pix takes it, for as long as it says so', async () => {
    const terminalId = await shop.newTerminal();
    const client = await shop.newClient(terminalId);
    assert.equal((await client('?kinds=payment,cancel')).status, 204);
    const byService = await shop.sell({ terminalId });
    assert.match(String(byService.urlPagamento), /url-payment/, 'it does not say so');
    await shop.cancel(byService);
    assert.equal((await client('?kinds=payment,cancel,pix')).status, 204);
    const sale = await shop.sell({ terminalId });
    assert.deepEqual([sale.urlPagamento, sale.gate2allToken], [null, null]);
    const { work } = (await client('?kinds=payment,cancel,pix')).json() as { work: Members };
    assert.deepEqual([work.intencaoVendaId, work.formaPagamentoId, work.amount], [sale.id, PIX, NEVER_CENTS]);
    assert.equal((await client(`/${work.id}/take`)).status, 200);
    assert.equal((await client(`/${work.id}/result`, { approved: true, nsuTid: 'E123' })).status, 200);
    const paid = await shop.reaches(sale, 10);
    assert.equal(paid.pagamentosExternos[0]?.nsuTid, 'E123');
    const refused = await post(service, '/Venda/CancelarVenda', { intencaoVendaId: sale.id }, DEMO_KEY);
    assert.equal(refused.status, 400, 'the payment client gives it back, with the technical password');
    assert.equal((await client('?kinds=payment,cancel')).status, 204);
    assert.match(String((await shop.sell({ terminalId })).urlPagamento), /url-payment/);
  });

  test('a payment client that can show a code is given that of the service, until it is paid; nobody takes it', async () => {
    const terminalId = await shop.newTerminal();
    const client = await shop.newClient(terminalId);
    const kinds = 'kinds=payment,cancel,show';
    const sale = await shop.sell({ terminalId, referencia: 'mesa 7' });
    assert.equal((await client('?kinds=payment,cancel')).status, 204, 'who does not say so is given nothing');
    const { work } = (await client(`?wait=25&${kinds}`)).json() as {
      work: Members & { readonly pix: Members };
    };
    assert.deepEqual(
      [work.kind, work.taken, work.autoStart, work.intencaoVendaId, work.formaPagamentoId, work.amount],
      ['show', false, false, sale.id, PIX, NEVER_CENTS],
    );
    const { qrCode } = objectIn(objectIn(await shop.transactionOf(sale), 'payment'), 'pix');
    assert.deepEqual([work.pix.qrCode, work.pix.url, work.referencia], [qrCode, sale.urlPagamento, 'mesa 7']);
    assert.ok(Date.parse(String(work.pix.expiraEm)) > service.clock.now());
    assert.equal((await client(`?${kinds}&seen=${work.id}`)).status, 204, 'it is shown already');
    assert.equal((await client(`/${work.id}/take`)).status, 409);
    assert.equal((await client(`/${work.id}/result`, { approved: true })).status, 409);
    assert.deepEqual((await client(`/${work.id}/progress`)).json(), { goOn: true });
    const stranger = await shop.newClient(await shop.newTerminal());
    assert.deepEqual((await stranger(`/${work.id}/progress`)).json(), { goOn: false });
    await shop.pay(sale);
    await shop.reaches(sale, 10);
    assert.deepEqual((await client(`/${work.id}/progress`)).json(), { goOn: false });
    assert.equal((await client(`?${kinds}`)).status, 204);
    const canceled = await shop.sell({ terminalId });
    const next = (await client(`?${kinds}`)).json() as { work: Members };
    assert.equal(next.work.intencaoVendaId, canceled.id);
    await shop.cancel(canceled);
    assert.deepEqual((await client(`/${next.work.id}/progress`)).json(), { goOn: false });
  });

  test('the panel says that Pix can be used, and shows the code of a sale until it is paid', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { items } = okJson<{ items: readonly Members[] }>(await browser.call('GET', '/payment-methods'));
    const methodOf = (wanted: number) => items.find(({ id }) => id === wanted);
    assert.deepEqual([methodOf(PIX)?.available, methodOf(PIX)?.lacks], [true, null]);
    assert.deepEqual([methodOf(53)?.available, methodOf(53)?.lacks], [true, null]);
    const sale = await shop.sell();
    const code = okJson<{ qrCode: string; pix: { text: string; expiresAt: string } }>(
      await browser.call('GET', `/till/sales/${sale.id}/code`),
    );
    assert.match(code.pix.text, /^000201010212.*br\.gov\.bcb\.pix/);
    assert.match(code.qrCode, /^<svg/);
    assert.equal(Date.parse(code.pix.expiresAt) > service.clock.now(), true);
    const shown = okJson<Members>(await browser.call('GET', `/till/sales/${sale.id}`));
    assert.deepEqual([shown.isPix, objectIn(shown, 'cancel').technicalPassword], [true, false]);
    const pixIdNow = async () => {
      const { payments } = okJson<{ payments: readonly Members[] }>(
        await browser.call('GET', `/till/sales/${sale.id}`),
      );
      return payments[0]?.pixId;
    };
    assert.equal(await pixIdNow(), null);
    await shop.pay(sale);
    const { pagamentosExternos } = await shop.reaches(sale, 10);
    assert.equal(await pixIdNow(), pagamentosExternos[0]?.idPagamento);
  });
});

onTwoInstances('Pix at tills of two instances', { GUICHE_SIM_TIME_SCALE: '1000' }, (first, second) => {
  describe('whichever of them learns of it', () => {
    test('each sale is credited once, and is the same at both', async () => {
      const [here, there] = [shopAt(first), shopAt(second)];
      const sales = await Promise.all([here.sell(), there.sell(), here.sell(), there.sell()]);
      await Promise.all(sales.map((sale, index) => (index % 2 === 0 ? there : here).pay(sale)));
      for (const sale of sales) {
        const paid = await there.reaches(sale, 10);
        const { pagamentosExternos, intencaoVendaStatus } = await here.saleNow(sale);
        assert.equal(intencaoVendaStatus.id, 10);
        assert.deepEqual(pagamentosExternos, paid.pagamentosExternos);
        assert.equal(pagamentosExternos.length, 1);
      }
    });
  });
});
