import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { ok, startReceiver } from '../../support/receiver.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';

const MINUTE_MS = 60_000;
const CASH = 41;
const SALES = 1;
const PRINTING = 3;

onSqliteByDay('callbacks', {}, (service) => {
  const inserted = async (path: string, body: object, name: string) =>
    objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
  const sell = async (more: object = {}) => {
    const terminal = await inserted('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const body = { formaPagamentoId: CASH, terminalId: terminal.id, valorTotalVendido: 10, ...more };
    return inserted('/Venda/Vender', body, 'intencaoVenda');
  };
  const toldTo = (urlCallback: string) =>
    inserted('/Callback/Insert', { callbackTipo: SALES, urlCallback }, 'callback');
  const stateOf = async (id: string) => {
    const { postbacks } = (await service.command('postback', 'list')) as { postbacks: readonly Members[] };
    return postbacks.find((one) => one.id === id);
  };

  test('a credited sale is sent as an empty POST with all data in the query, before its cancel', async (t) => {
    const receiver = await startReceiver((response) => response.writeHead(204).end());
    t.after(() => receiver.close());
    await toldTo(`${receiver.address}/retorno?loja=7`);
    const sale = await sell({ referencia: 'nota & 1' });
    await until('it is sent', () => receiver.received.length === 1);
    const [first] = receiver.received;
    assert.equal(first?.body, '');
    assert.equal(first?.headers['content-type'], undefined);
    const url = new URL(first?.path ?? '', receiver.address);
    assert.equal(url.pathname, '/retorno');
    assert.deepEqual(
      [...url.searchParams],
      [
        ['loja', '7'],
        ['cpfCnpj', '11144477735'],
        ['intencaoVendaId', String(sale.id)],
        ['intencaoVendaReferencia', 'nota & 1'],
        ['pedidoId', ''],
        ['pedidoReferencia', ''],
      ],
    );
    answered(await post(service, '/Venda/CancelarVenda', { intencaoVendaId: sale.id }, DEMO_KEY));
    await until('the cancel is sent', () => receiver.received.length === 2);
    assert.equal(receiver.received[1]?.path, first?.path);
  });

  test("an order's own address gets its sales' callbacks too", async (t) => {
    const [own, orders] = [await startReceiver(ok), await startReceiver(ok)];
    t.after(() => Promise.all([own.close(), orders.close()]));
    await toldTo(`${own.address}/`);
    const order = await inserted(
      '/Pedido/Insert',
      { valorTotalPedido: 10, referencia: 'mesa 3', urlRetorno: `${orders.address}/pedido` },
      'pedido',
    );
    await sell({ pedidoId: order.id });
    await until('both are sent', () => own.received.length === 1 && orders.received.length === 1);
    for (const { path } of [...own.received, ...orders.received]) {
      const query = new URL(path, own.address).searchParams;
      assert.deepEqual([query.get('pedidoId'), query.get('pedidoReferencia')], [String(order.id), 'mesa 3']);
    }
  });

  test('it is retried after 2, 4, 8, 16 and 32 more minutes, then fails, and can be sent again by command', async (t) => {
    const receiver = await startReceiver(500);
    t.after(() => receiver.close());
    await toldTo(`${receiver.address}/`);
    const sale = await sell();
    const id = `venda-${sale.id}.1`;
    await until('the first try', () => receiver.received.length === 1);
    for (const [index, minutes] of [2, 4, 8, 16, 32].entries()) {
      await until('the try is stored', async () => (await stateOf(id))?.tries === index + 1);
      service.clock.advance(minutes * MINUTE_MS - 30_000);
      assert.equal(receiver.received.length, index + 1, `not before ${minutes} minutes`);
      service.clock.advance(31_000);
      await until(`the try after ${minutes} minutes`, () => receiver.received.length === index + 2);
    }
    await until('it has failed', async () => (await stateOf(id))?.state === 'failed');
    receiver.answerWith(200);
    await service.command('postback', 'resend', id);
    await until('it is delivered', async () => (await stateOf(id))?.state === 'delivered');
    assert.equal(receiver.received.length, 7);
  });

  test('a print job that has ended is told to the address of printing alone, until that answers, while later ones go on', async (t) => {
    const [sales, printing] = [await startReceiver(ok), await startReceiver(500)];
    t.after(() => Promise.all([sales.close(), printing.close()]));
    await toldTo(`${sales.address}/`);
    const urlCallback = `${printing.address}/impressao?loja=7`;
    await inserted('/Callback/Insert', { callbackTipo: PRINTING, urlCallback }, 'callback');
    const { id: terminalId } = await inserted('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const { chave } = await inserted('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
    const print = async (referencia: string, approved: boolean) => {
      const sent = { conteudo: 'Mesa 4', referencia, terminalId };
      const { id } = await inserted('/IntencaoImpressao/Insert', sent, 'intencaoImpressao');
      for (const [step, body] of Object.entries({ take: {}, result: { approved } })) {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${chave}` };
        const path = `/payment-client/v1/work/${id}/${step}`;
        const answer = await service.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
        assert.equal(answer.status, 200, answer.text);
      }
      return String(id);
    };
    const printed = await print('mesa 4', true);
    await until('the first try', async () => (await stateOf(`impressao-${printed}.3`))?.tries === 1);
    printing.answerWith(202);
    const failed = await print('mesa 5', false);
    await until('the later job is told', () => printing.received.length === 2);
    service.clock.advance(2 * MINUTE_MS + 1_000);
    await until('the first is told again', async () => {
      return (await stateOf(`impressao-${printed}.3`))?.state === 'delivered';
    });
    const facts = printing.received.map(({ path, body }) => {
      const { pathname, searchParams } = new URL(path, printing.address);
      return [pathname, body, Object.fromEntries(searchParams)];
    });
    const told = (intencaoImpressaoId: string, intencaoImpressaoReferencia: string, status: string) => [
      '/impressao',
      '',
      {
        loja: '7',
        cpfCnpj: '11144477735',
        intencaoVendaId: '',
        intencaoVendaReferencia: '',
        pedidoId: '',
        pedidoReferencia: '',
        intencaoImpressaoId,
        intencaoImpressaoReferencia,
        status,
      },
    ];
    const first = told(printed, 'mesa 4', '15');
    assert.deepEqual(facts, [first, told(failed, 'mesa 5', '25'), first]);
    assert.deepEqual(sales.received, []);
    answered(await post(service, '/Callback/Delete', { callbackTipo: PRINTING }, DEMO_KEY));
  });

  test('addresses are set, replaced and removed, one for each type', async () => {
    const put = await toldTo('http://localhost:9/a');
    const { id: pessoaId, ...names } = put.pessoa as Record<string, unknown>;
    assert.equal(typeof pessoaId, 'number');
    assert.deepEqual(Object.keys(names), ['nome', 'sobrenomeNomeFantasia']);
    assert.deepEqual(put, {
      id: put.id,
      pessoa: put.pessoa,
      callbackTipo: { id: 1, nome: 'UrlRetorno' },
      urlCallback: 'http://localhost:9/a',
    });
    const again = await inserted(
      '/Callback/Update',
      { CallbackTipo: '1', UrlCallback: 'http://localhost:9/b' },
      'callback',
    );
    assert.deepEqual(again, { ...put, urlCallback: 'http://localhost:9/b' });
    const query = await inserted(
      '/Callback/Insert',
      { callbackTipo: 2, urlCallback: 'http://localhost:9/c' },
      'callback',
    );
    assert.deepEqual(query.callbackTipo, { id: 2, nome: 'UrlConsulta' });
    const gone = await service.send({
      method: 'DELETE',
      path: `/Callback/Delete?key=${DEMO_KEY}&callbackTipo=1`,
    });
    assert.equal(gone.status, 200, gone.text);
    for (const [path, body] of [
      ['/Callback/Delete', { callbackTipo: 1 }],
      ['/Callback/Update', { callbackTipo: 3, urlCallback: 'http://localhost:9/d' }],
    ] as const) {
      assert.equal((await post(service, path, body, DEMO_KEY)).status, 404, path);
    }
  });

  test('an invalid address or type is refused', async () => {
    for (const body of [
      {},
      { callbackTipo: 1 },
      { callbackTipo: 4, urlCallback: 'http://localhost:9/' },
      { callbackTipo: 1, urlCallback: 'localhost' },
      { callbackTipo: 1, urlCallback: `http://localhost/${'x'.repeat(500)}` },
    ]) {
      assert.equal(
        (await post(service, '/Callback/Insert', body, DEMO_KEY)).status,
        400,
        JSON.stringify(body),
      );
    }
  });
});
