import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
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
