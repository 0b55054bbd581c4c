import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';

const CREDIT = 21;
const PASSWORD = '314159';

async function openTill(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const room = await openOperationsRoom(context, engine);
  const seller = await room.addPerson();
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
  const terminalId = made.body.terminal.id;
  const newClient = async (): Promise<string> => {
    const answer = await room.call('/ClientePagamento/Insert', seller.key, { terminalId });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.clientePagamento.chave;
  };
  const asClient = (key: string, path: string, body: object = {}) =>
    room.inject({
      method: 'POST',
      url: `/payment-client/v1/work${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      payload: JSON.stringify(body),
    });
  const sell = (body: object = {}) =>
    room.call('/Venda/Vender', seller.key, {
      formaPagamentoId: CREDIT,
      terminalId,
      valorTotalVendido: '40,00',
      ...body,
    });
  const cancel = (intencaoVendaId: number, body: object = {}) =>
    room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId, terminalId, ...body });
  const statusOf = async (id: number) =>
    (await room.call(`/IntencaoVenda/GetById?intencaoVendaId=${id}`, seller.key)).body.intencaoVenda
      .intencaoVendaStatus.id;
  /** Once: expiry and the simulated payment client. */
  const runJobs = async () => {
    for (const job of room.saleJobs) await job.run(new AbortController().signal);
  };
  const deactivate = () => room.accounts.deactivatePerson(seller.id);
  return { room, seller, terminalId, newClient, asClient, sell, cancel, statusOf, runJobs, deactivate };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`sales through a payment client (${engine})`, () => {
    test('a client that is unpaired during a payment can still report its result, and gets no more work', async (context) => {
      const { room, seller, terminalId, ...till } = await openTill(context, engine);
      const key = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(key, '')).body;
      assert.equal((await till.asClient(key, `/${work.id}/take`)).status, 200);
      await room.paymentClients.unpair({ personId: seller.id, terminalId }, async () => undefined);
      assert.equal((await till.asClient(key, '')).status, 401);
      assert.equal((await till.asClient(key, `/${work.id}/take`)).status, 401);
      assert.deepEqual((await till.asClient(key, `/${work.id}/progress`)).body, { goOn: true });
      const reported = await till.asClient(key, `/${work.id}/result`, {
        approved: true,
        autorizacao: '123456',
      });
      assert.deepEqual(reported.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
      assert.equal(await till.statusOf(id), 10);
    });

    test('a pushed sale is answered once a client takes it, and credited by its result', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      assert.equal((await till.asClient(key, '')).status, 204, 'nothing to do yet');
      const polling = till.asClient(key, '?wait=25');
      const selling = till.sell({ iniciarTransacaoAutomaticamente: true, quantidadeParcelas: 3 });
      const { work } = (await polling).body;
      assert.deepEqual(
        [work.kind, work.amount, work.quantidadeParcelas, work.taken],
        ['payment', 4_000, 3, false],
      );
      assert.equal((await till.asClient(key, `/${work.id}/take`)).status, 200);
      const sale = (await selling).body.intencaoVenda;
      assert.deepEqual(sale.intencaoVendaStatus, { id: 6, nome: 'Em Pagamento' });
      assert.equal(
        (await till.asClient(key, `/${work.id}/take`)).status,
        200,
        'taken again by the same client',
      );
      assert.deepEqual((await till.asClient(key, `/${work.id}/progress`)).body, { goOn: true });
      assert.equal(
        (await till.asClient(key, '')).body.work.taken,
        true,
        'a client that comes back finds it again',
      );
      const result = { approved: true, autorizacao: '123456', comprovanteCliente: 'VIA CLIENTE' };
      for (let said = 0; said < 2; said += 1) {
        const answer = await till.asClient(key, `/${work.id}/result`, result);
        assert.deepEqual(answer.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
      }
      const other = await till.asClient(key, `/${work.id}/result`, { approved: false });
      assert.deepEqual(other.body, { accepted: false, undo: false, intencaoVendaStatus: 10 });
      const path = `/PagamentoExterno/GetById?pagamentoExternoId=${work.id}`;
      const { pagamentoExterno } = (await till.room.call(path, till.seller.key)).body;
      assert.equal(pagamentoExterno.autorizacao, '123456');
      assert.equal(pagamentoExterno.comprovanteCliente, 'VIA CLIENTE');
      assert.equal(
        pagamentoExterno.dataAdquirente,
        '2026-01-15T09:00:00',
        'it sends none: the time of the result',
      );
    });

    test('a result reported again with other texts is the same result, and reverses nothing', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      await till.sell();
      const { work } = (await till.asClient(key, '')).body;
      await till.asClient(key, `/${work.id}/take`);
      const tell = async (result: object) => (await till.asClient(key, `/${work.id}/result`, result)).body;
      const accepted = { accepted: true, undo: false, intencaoVendaStatus: 10 };
      const first = { approved: true, autorizacao: '123456', comprovanteCliente: 'VIA CLIENTE' };
      assert.deepEqual(await tell(first), accepted);
      assert.deepEqual(await tell({ approved: true }), accepted, 'after a restart, without the receipt');
      assert.deepEqual(await tell({ approved: true, autorizacao: '123456', bandeira: 'VISA' }), accepted);
      const path = `/PagamentoExterno/GetById?pagamentoExternoId=${work.id}`;
      const { pagamentoExterno } = (await till.room.call(path, till.seller.key)).body;
      assert.equal(pagamentoExterno.comprovanteCliente, 'VIA CLIENTE', 'the first report stays');
    });

    test('a pushed sale sent again after its client took it is the same sale, and once it is paid another one', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      const body = { iniciarTransacaoAutomaticamente: true, referencia: 'pedido 7' };
      const polling = till.asClient(key, '?wait=25');
      const selling = till.sell(body);
      const { work } = (await polling).body;
      await till.asClient(key, `/${work.id}/take`);
      const sale = (await selling).body.intencaoVenda;
      const taken = (await till.sell(body)).body.intencaoVenda;
      assert.deepEqual([taken.id, taken.intencaoVendaStatus.id], [sale.id, 6]);
      await till.asClient(key, `/${work.id}/result`, { approved: true });
      assert.equal((await till.asClient(key, '')).status, 204, 'nothing more to charge');
      const nextBuyer = till.sell(body);
      const next = (await till.asClient(key, '?wait=25')).body.work;
      assert.notEqual(next.id, work.id);
      await till.asClient(key, `/${next.id}/take`);
      assert.notEqual((await nextBuyer).body.intencaoVenda.id, sale.id);
    });

    test('a refused sale ends in 25, and its stock is released', async (context) => {
      const till = await openTill(context, engine);
      await till.room.call('/ProdutoCategoria/Insert', till.seller.key, { nome: 'Bebidas' });
      const product = { nome: 'Café', valor: '40,00', controlaQuantidade: true, quantidade: '1' };
      const made = await till.room.call('/Produto/Insert', till.seller.key, product);
      const produtosVendidos = [{ id: made.body.produto.id }];
      const key = await till.newClient();
      const first = (await till.sell({ produtosVendidos })).body.intencaoVenda;
      assert.equal(first.intencaoVendaStatus.id, 5);
      assert.equal((await till.sell({ produtosVendidos })).status, 400, 'reserved for the first');
      const { work } = (await till.asClient(key, '')).body;
      await till.asClient(key, `/${work.id}/take`);
      const refused = { approved: false, mensagemRespostaAdquirente: 'NEGADA 01' };
      await till.asClient(key, `/${work.id}/result`, refused);
      assert.equal(await till.statusOf(first.id), 25);
      assert.equal((await till.sell({ produtosVendidos })).status, 200);
    });

    test('a sale that nobody takes expires (15) after 20 s when pushed, after 24 h when not', async (context) => {
      const till = await openTill(context, engine);
      await till.newClient();
      const pushed = till.sell({ aguardarTefIniciarTransacao: true, referencia: 'a' });
      const again = till.sell({ aguardarTefIniciarTransacao: true, referencia: 'a' });
      const waiting = (await till.sell()).body.intencaoVenda.id;
      // Each call is in the audit with its own commit: the second one has found the sale of the first.
      const sold = async () => {
        const entries = await till.room.database
          .read<{ audit: { operation: string } }>()
          .selectFrom('audit')
          .select('operation')
          .where('operation', '=', 'Venda/Vender')
          .execute();
        return entries.length;
      };
      while ((await sold()) < 3) await nextTurn();
      till.room.clock.advance(20_000);
      const [one, two] = await Promise.all([pushed, again]);
      assert.deepEqual(one.body.intencaoVenda.intencaoVendaStatus, { id: 15, nome: 'Expirado' });
      assert.equal(two.body.intencaoVenda.id, one.body.intencaoVenda.id, 'sent again while it was pushed');
      await till.runJobs();
      assert.equal(await till.statusOf(waiting), 5);
      till.room.clock.advance(24 * 60 * 60_000);
      await till.runJobs();
      assert.equal(await till.statusOf(waiting), 15);
    });

    test('a sale canceled at the till tells its client to stop, and to undo what was approved', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(key, '')).body;
      await till.asClient(key, `/${work.id}/take`);
      assert.equal((await till.cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20);
      assert.deepEqual((await till.asClient(key, `/${work.id}/progress`)).body, { goOn: false });
      const late = await till.asClient(key, `/${work.id}/result`, { approved: true });
      assert.deepEqual(late.body, { accepted: false, undo: true, intencaoVendaStatus: 20 });
    });

    test('a client that died with a sale, which the till canceled meanwhile, is asked what became of it', async (context) => {
      const { room, ...till } = await openTill(context, engine);
      const key = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(key, '')).body;
      assert.equal(work.canceled, false);
      await till.asClient(key, `/${work.id}/take`);
      room.clock.advance(3_000);
      await till.cancel(id);
      const pushed = (await till.sell()).body.intencaoVenda;
      const next = (await till.asClient(key, '')).body.work;
      assert.equal(next.intencaoVendaId, pushed.id, 'who waits at the till comes first');
      await till.asClient(key, `/${next.id}/take`);
      await till.asClient(key, `/${next.id}/result`, { approved: true });
      for (let asked = 0; asked < 2; asked += 1) {
        const again = (await till.asClient(key, '')).body.work;
        assert.deepEqual([again.id, again.taken, again.canceled, again.amount], [work.id, true, true, 4_000]);
        assert.equal((await till.asClient(key, `/${work.id}/take`)).body.work.canceled, true);
      }
      assert.deepEqual(
        (await till.asClient(key, `/${work.id}/progress`)).body,
        { goOn: true },
        'it may take its time to find out',
      );
      const path = `/${work.id}/result`;
      const charged = { approved: true, autorizacao: '123456' };
      const undo = { accepted: false, undo: true, intencaoVendaStatus: 20 };
      for (let said = 0; said < 2; said += 1)
        assert.deepEqual((await till.asClient(key, path, charged)).body, undo);
      assert.equal((await till.asClient(key, '')).status, 204, 'a result came');
      const undone = { accepted: true, undo: false, intencaoVendaStatus: 20 };
      assert.deepEqual((await till.asClient(key, path, { ...charged, undone: true })).body, undone);
      const repeated = (await till.asClient(key, path, charged)).body;
      assert.deepEqual(repeated, { ...undone, accepted: false }, 'nothing is undone twice');
      assert.equal(await till.statusOf(id), 20);
    });

    test('what a client had not charged when the till gave up is closed by its word', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(key, '')).body;
      await till.asClient(key, `/${work.id}/take`);
      await till.cancel(id);
      for (let said = 0; said < 2; said += 1) {
        const refused = await till.asClient(key, `/${work.id}/result`, { approved: false });
        assert.deepEqual(refused.body, { accepted: false, undo: false, intencaoVendaStatus: 20 });
      }
      assert.equal((await till.asClient(key, '')).status, 204);
    });

    test('a client that replaced a dead one is asked about its canceled sale, after five minutes of silence', async (context) => {
      const { room, ...till } = await openTill(context, engine);
      const dead = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(dead, '')).body;
      await till.asClient(dead, `/${work.id}/take`);
      await till.cancel(id);
      const key = await till.newClient();
      assert.equal((await till.asClient(key, '')).status, 204);
      room.clock.advance(5 * 60_000 + 1);
      assert.deepEqual((await till.asClient(key, '')).body.work.canceled, true);
      await till.asClient(key, `/${work.id}/take`);
      assert.equal((await till.asClient(key, `/${work.id}/result`, { approved: false })).body.undo, false);
      const back = await till.asClient(dead, `/${work.id}/result`, { approved: true });
      assert.deepEqual(back.body, { accepted: false, undo: true, intencaoVendaStatus: 20 });
    });

    test('an approval by the client that charged counts, also after another one took its work over', async (context) => {
      const { room, ...till } = await openTill(context, engine);
      const dead = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(dead, '')).body;
      await till.asClient(dead, `/${work.id}/take`);
      const key = await till.newClient();
      room.clock.advance(5 * 60_000 + 1);
      await till.asClient(key, `/${work.id}/take`);
      assert.equal((await till.asClient(dead, `/${work.id}/result`, { approved: false })).status, 409);
      const charged = await till.asClient(dead, `/${work.id}/result`, { approved: true });
      assert.deepEqual(charged.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
      const unaware = await till.asClient(key, `/${work.id}/result`, { approved: false });
      assert.deepEqual(unaware.body, { accepted: false, undo: false, intencaoVendaStatus: 10 });
      assert.equal(await till.statusOf(id), 10);
    });

    test('each client that had the work may say that it charged, and a revoked one that never had it may not', async (context) => {
      const { room, seller, terminalId, ...till } = await openTill(context, engine);
      const stranger = await till.newClient();
      await room.paymentClients.unpair({ personId: seller.id, terminalId }, async () => undefined);
      const charging = await till.newClient();
      const { id } = (await till.sell()).body.intencaoVenda;
      const { work } = (await till.asClient(charging, '')).body;
      const approvedBy = (key: string) => till.asClient(key, `/${work.id}/result`, { approved: true });
      await till.asClient(charging, `/${work.id}/take`);
      assert.equal((await approvedBy(stranger)).status, 409);
      for (let handedOn = 0; handedOn < 2; handedOn += 1) {
        room.clock.advance(5 * 60_000 + 1);
        assert.equal((await till.asClient(await till.newClient(), `/${work.id}/take`)).status, 200);
      }
      assert.equal((await approvedBy(stranger)).status, 409);
      assert.equal(await till.statusOf(id), 6, 'not paid by its word');
      const charged = await approvedBy(charging);
      assert.deepEqual(charged.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
    });

    test('a refund goes through the client, on the same day and with the technical password', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      const work = async (result: object) => {
        const { id, original } = (await till.asClient(key, '')).body.work;
        await till.asClient(key, `/${id}/take`);
        await till.asClient(key, `/${id}/result`, result);
        return { id, original };
      };
      const { id } = (await till.sell()).body.intencaoVenda;
      const payment = await work({ approved: true, autorizacao: '123456', trnNsu: '77' });
      assert.equal(payment.original, null);
      assert.equal((await till.cancel(id)).status, 400, 'no password');
      assert.equal((await till.cancel(id, { senhaTecnica: '000000' })).status, 400);
      const asked = await till.cancel(id, { senhaTecnica: Number(PASSWORD) });
      assert.deepEqual(asked.body.intencaoVenda.intencaoVendaStatus, {
        id: 18,
        nome: 'Cancelamento Iniciado',
      });
      const { original } = await work({ approved: false, mensagemRespostaAdquirente: 'NEGADA 01' });
      assert.deepEqual(original, {
        pagamentoExternoId: payment.id,
        nsuTid: '',
        trnNsu: '77',
        autorizacao: '123456',
        adquirente: '',
        bandeira: '',
        idConfirmacao: '',
        finalizadoEm: new Date(till.room.clock.now()).toISOString(),
      });
      assert.equal(await till.statusOf(id), 10, 'refused: paid as before');
      await till.cancel(id, { senhaTecnica: PASSWORD });
      await work({ approved: true, mensagemRespostaAdquirente: 'CANCELAMENTO OK' });
      assert.equal(await till.statusOf(id), 20);
      const old = (await till.sell()).body.intencaoVenda.id;
      await work({ approved: true });
      till.room.clock.advance(24 * 60 * 60_000);
      assert.equal((await till.cancel(old, { senhaTecnica: PASSWORD })).status, 400, 'not the same day');
    });

    test('of two clients of one terminal only the last one works, and unknown keys are refused', async (context) => {
      const till = await openTill(context, engine);
      const [first, second] = [await till.newClient(), await till.newClient()];
      assert.equal((await till.asClient(first, '')).status, 409);
      assert.equal((await till.asClient(second, '')).status, 204);
      assert.equal((await till.asClient('nobody', '')).status, 401);
      const other = await till.room.addPerson();
      const foreign = { terminalId: till.terminalId };
      assert.equal((await till.room.call('/ClientePagamento/Insert', other.key, foreign)).status, 404);
      await till.sell();
      const { id } = (await till.asClient(second, '')).body.work;
      assert.equal(
        (await till.asClient(second, `/${id}/result`, { approved: true })).status,
        409,
        'not taken',
      );
      assert.equal((await till.asClient(second, `/${id}/take`)).status, 200);
      assert.equal((await till.asClient(second, `/${id}/result`, {})).status, 400);
    });

    test('an approval is recorded without a receipt that contains a card number', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      await till.sell();
      const { id } = (await till.asClient(key, '')).body.work;
      await till.asClient(key, `/${id}/take`);
      const result = { approved: true, autorizacao: '123456', comprovanteCliente: 'VIA CLIENTE NUMBER' };
      const answer = await till.asClient(key, `/${id}/result`, result);
      assert.deepEqual(answer.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
      const path = `/PagamentoExterno/GetById?pagamentoExternoId=${id}`;
      const { pagamentoExterno } = (await till.room.call(path, till.seller.key)).body;
      assert.equal(pagamentoExterno.autorizacao, '123456');
      assert.equal(pagamentoExterno.comprovanteCliente, '[removido: número de cartão]');
    });

    test('a replaced client can still report the result of the work it took', async (context) => {
      const till = await openTill(context, engine);
      const first = await till.newClient();
      await till.sell();
      const { id } = (await till.asClient(first, '')).body.work;
      await till.asClient(first, `/${id}/take`);
      const second = await till.newClient();
      assert.equal((await till.asClient(first, '')).status, 409, 'no new work');
      assert.equal((await till.asClient(first, `/${id}/take`)).status, 409);
      assert.deepEqual((await till.asClient(first, `/${id}/progress`)).body, { goOn: true });
      assert.equal((await till.asClient(second, `/${id}/result`, { approved: false })).status, 409);
      const answer = await till.asClient(first, `/${id}/result`, { approved: true });
      assert.deepEqual(answer.body, { accepted: true, undo: false, intencaoVendaStatus: 10 });
    });

    test('the work of a silent client goes to the newest one after five minutes', async (context) => {
      const till = await openTill(context, engine);
      const first = await till.newClient();
      const sale = (await till.sell()).body.intencaoVenda.id;
      const { id } = (await till.asClient(first, '')).body.work;
      await till.asClient(first, `/${id}/take`);
      const second = await till.newClient();
      till.room.clock.advance(5 * 60_000);
      assert.equal((await till.asClient(second, '')).status, 204, 'the first may still be working');
      assert.equal((await till.asClient(second, `/${id}/take`)).status, 409);
      till.room.clock.advance(1);
      const { work } = (await till.asClient(second, '')).body;
      assert.deepEqual([work.id, work.taken], [id, true]);
      assert.equal((await till.asClient(second, `/${id}/take`)).status, 200);
      assert.deepEqual((await till.asClient(first, `/${id}/progress`)).body, { goOn: false });
      await till.asClient(second, `/${id}/result`, { approved: true });
      assert.equal(await till.statusOf(sale), 10);
    });

    test('a client may have two requests for work waiting, and a third is refused', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      const asking = [1, 2, 3].map(() => till.asClient(key, '?wait=25'));
      const refused = await Promise.race(asking);
      assert.equal(refused.status, 429);
      await till.sell();
      const statuses = (await Promise.all(asking)).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 200, 429]);
      assert.equal((await till.asClient(key, '')).status, 200, 'the two are over');
    });

    test('fifty pushed sales of a person may wait, and one more is answered as it is', async (context) => {
      const till = await openTill(context, engine);
      await till.newClient();
      const body = { iniciarTransacaoAutomaticamente: true };
      const selling = Array.from({ length: 51 }, () => till.sell(body));
      const first = (await Promise.race(selling)).body.intencaoVenda;
      assert.equal(first.intencaoVendaStatus.id, 5);
      till.room.clock.advance(20_000);
      const all = await Promise.all(selling);
      const expired = all.filter(({ body }) => body.intencaoVenda.intencaoVendaStatus.id === 15);
      assert.equal(expired.length, 50);
    });

    test('a client of an inactive shop gets no work', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      await till.sell();
      const { id } = (await till.asClient(key, '')).body.work;
      await till.deactivate();
      assert.equal((await till.asClient(key, '')).status, 403);
      assert.equal((await till.asClient(key, `/${id}/take`)).status, 403);
    });

    test('a pushed sale comes before older ones that are not, and work already seen is not returned again', async (context) => {
      const till = await openTill(context, engine);
      const key = await till.newClient();
      await till.sell();
      const older = (await till.asClient(key, '')).body.work.id;
      await till.sell();
      const newer = (await till.asClient(key, `?seen=${older}`)).body.work.id;
      assert.ok(newer > older);
      assert.equal((await till.asClient(key, `?seen=${newer}`)).status, 204);
      const polling = till.asClient(key, `?wait=25&seen=${newer}`);
      const selling = till.sell({ iniciarTransacaoAutomaticamente: true });
      const pushed = (await polling).body.work;
      assert.equal(pushed.autoStart, true);
      assert.equal((await till.asClient(key, '')).body.work.id, pushed.id, 'before the older ones');
      await till.asClient(key, `/${pushed.id}/take`);
      assert.equal((await selling).body.intencaoVenda.intencaoVendaStatus.id, 6);
      await till.asClient(key, `/${pushed.id}/result`, { approved: true });
      assert.equal((await till.asClient(key, `/${older}/take`)).status, 200, 'still there to be taken');
    });

    test('the sandbox plays the client of a terminal without one, and refuses R$ 1000,01', async (context) => {
      const till = await openTill(context, engine);
      const credited = (await till.sell()).body.intencaoVenda.id;
      const refused = (await till.sell({ valorTotalVendido: '1000,01' })).body.intencaoVenda.id;
      await till.runJobs();
      assert.equal(await till.statusOf(credited), 6);
      till.room.clock.advance(2_000);
      await till.runJobs();
      assert.deepEqual([await till.statusOf(credited), await till.statusOf(refused)], [10, 25]);
    });
  });
}
