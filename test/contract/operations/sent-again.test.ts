import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { submit } from '../../support/hosted-page.ts';
import type { HttpRequest } from '../../support/http-exchange.ts';
import { answered, DEMO_KEY, type Members, objectIn, post, postOf } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

const CREDIT = 21;

onSqliteByDay('a pushed sale that is sent again', {}, (service) => {
  const openTill = async () => {
    const call = async (path: string, body: object, name: string) =>
      objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
    const { id: terminalId } = await call('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const { chave } = await call('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
    const asClient = async (step: string, body: object = {}) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${chave}` };
      const path = `/payment-client/v1/work${step}`;
      return service.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    };
    const sale = {
      formaPagamentoId: CREDIT,
      terminalId,
      aguardarTefIniciarTransacao: true,
      valorTotalVendido: '5,00',
      referencia: 'mesa 7',
    };
    return {
      sell: (more: object = {}) => call('/Venda/Vender', { ...sale, ...more }, 'intencaoVenda'),
      /** The till's connection, which a test cuts. */
      sellOver: (signal: AbortSignal) =>
        fetch(`${service.address()}/Venda/Vender?key=${DEMO_KEY}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Connection: 'close' },
          body: JSON.stringify(sale),
          signal,
        }),
      nextWork: async () => objectIn(answered(await asClient('?wait=25')), 'work').id,
      take: async (id: unknown) => answered(await asClient(`/${id}/take`)),
      approve: async (id: unknown) => answered(await asClient(`/${id}/result`, { approved: true })),
      statusOf: async (id: unknown) =>
        objectIn(
          await call(`/IntencaoVenda/GetById?intencaoVendaId=${id}`, {}, 'intencaoVenda'),
          'intencaoVendaStatus',
        ).id,
    };
  };
  type Till = Awaited<ReturnType<typeof openTill>>;
  const payPushed = async (till: Till, selling: Promise<Members>) => {
    const work = await till.nextWork();
    await till.take(work);
    const sale = await selling;
    await till.approve(work);
    return sale.id;
  };

  test('by the next buyer, of the same value and reference, is a sale of its own once the first is paid', async () => {
    for (const referencia of ['mesa 7', '', '   ', '0', 0, null]) {
      const till = await openTill();
      const first = await payPushed(till, till.sell({ referencia }));
      const second = await payPushed(till, till.sell({ referencia }));
      assert.notEqual(second, first, `referencia ${JSON.stringify(referencia)}`);
      assert.deepEqual([await till.statusOf(first), await till.statusOf(second)], [10, 10]);
    }
  });

  test('while the first waits or is being paid is the first, if its reference names it', async () => {
    const till = await openTill();
    const selling = till.sell();
    const work = await till.nextWork();
    const again = till.sell();
    await till.take(work);
    const { id } = await selling;
    assert.deepEqual([(await again).id, (await till.sell()).id], [id, id]);
    const unnamed = till.sell({ referencia: 0 });
    await until('another sale waits', async () => (await till.nextWork()) === work);
    await till.approve(work);
    assert.notEqual(await payPushed(till, unnamed), id, 'without a reference nothing is guessed');
  });

  test('by a caller that was cut off before its answer is the first, also when that is paid; and only then', async () => {
    const till = await openTill();
    const cut = new AbortController();
    const selling = till.sellOver(cut.signal);
    const work = await till.nextWork();
    cut.abort();
    await assert.rejects(selling);
    await till.take(work);
    await till.approve(work);
    const again = await till.sell();
    assert.equal(objectIn(again, 'intencaoVendaStatus').id, 10);
    assert.equal(await payPushed(till, till.sell()).then((id) => id !== again.id), true, 'it was answered');
  });

  test('by a caller that was cut off is another sale after 20 seconds', async () => {
    const till = await openTill();
    const cut = new AbortController();
    const selling = till.sellOver(cut.signal);
    const work = await till.nextWork();
    cut.abort();
    await assert.rejects(selling);
    await till.take(work);
    await till.approve(work);
    service.clock.advance(20_001);
    const second = await payPushed(till, till.sell());
    assert.equal(await till.statusOf(second), 10);
  });
});

onSqliteByDay('a sale by a kept card that is sent again', {}, (service) => {
  const call = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const openShop = async (referencia: string) => {
    const { id: terminalId } = await call('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const { id } = await call('/Cliente/Insert', { cpfCnpj: '11144477735' }, 'cliente');
    const form = await call('/ClienteCartao/Insert', { clienteId: id }, 'clienteCartao');
    const path = new URL(String(form.urlCapturarDadosCartao)).pathname;
    const card = { numero: '4235647728025682', validade: '12/2039' };
    assert.equal((await submit(service, path, card)).status, 303);
    const sale = {
      formaPagamentoId: 2,
      terminalId,
      pessoaClienteId: id,
      valorTotalVendido: '50,00',
      referencia,
    };
    const found = async () =>
      answered(await post(service, '/IntencaoVenda/GetByFiltros', { referencia }, DEMO_KEY))
        .intencoesVendas as readonly Members[];
    return { sale, found, sell: () => call('/Venda/Vender', sale, 'intencaoVenda') };
  };

  test('by a caller whose network took the answer and lost it is another sale, which its reference could have told', async (context) => {
    const { sale, found, sell } = await openShop('pedido 1001');
    const { hostname, port } = new URL(service.address());
    const body = JSON.stringify(sale);
    const lost = connect({ host: hostname, port: Number(port) });
    context.after(() => lost.destroy());
    // Nothing of the answer is ever read.
    lost.pause();
    lost.write(
      `POST /Venda/Vender?key=${DEMO_KEY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const unanswered = () => service.rooms().database.read<{ unanswered_sales: { sale_id: number } }>();
    await until('the connection has the answer', async () => {
      const [first] = await found();
      const waiting = await unanswered().selectFrom('unanswered_sales').select('sale_id').execute();
      return first !== undefined && objectIn(first, 'intencaoVendaStatus').id === 10 && waiting.length === 0;
    });
    const [first, ...none] = await found();
    assert.deepEqual(none, [], 'who asks before selling again finds the sale');
    const again = await sell();
    assert.notEqual(again.id, first?.id);
    assert.equal((await found()).length, 2);
  });

  test('with its Idempotency-Key is the first one, whatever its caller has seen', async () => {
    const { sale, found } = await openShop('pedido 1002');
    const request = postOf('/Venda/Vender', sale, DEMO_KEY);
    const headers = { ...request.headers, 'Idempotency-Key': 'pedido 1002' };
    const sell = async () =>
      objectIn(answered(await service.send({ ...request, headers } as HttpRequest)), 'intencaoVenda').id;
    assert.equal(await sell(), await sell());
    assert.equal((await found()).length, 1);
  });
});
