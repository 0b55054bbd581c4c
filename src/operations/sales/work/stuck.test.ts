import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../../test/support/databases.ts';
import { assertPlans, watchReads } from '../../test-queries.ts';
import { openOperationsRoom, refusedWith } from '../../test-room.ts';
import { selectEvents } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { createStuckSales, settledStatuses, stuckCase, stuckCause } from './stuck.ts';
import { countStuck, selectStuck } from './stuck-store.ts';

const CREDIT = 21;
const SILENT_MS = 15 * 60_000 + 1;

async function openTill(context: TestContext, engine: TestEngine) {
  const room = await openOperationsRoom(context, engine);
  const { database, clock } = room;
  const { id: personId, key } = await room.addPerson();
  const call = async (path: string, body?: object) => (await room.call(path, key, body)).body;
  const terminalId = (await call('/Terminal/Insert', { nome: 'Caixa 1' })).terminal.id;
  const client = (await call('/ClientePagamento/Insert', { terminalId })).clientePagamento.chave;
  const asClient = async (path: string, body: object = {}) =>
    (
      await room.inject({
        method: 'POST',
        url: `/payment-client/v1/work${path}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${client}` },
        payload: JSON.stringify(body),
      })
    ).body;
  const stuckSales = createStuckSales({
    database,
    clock,
    callbacks: { notifyOfSale: async () => undefined },
  });
  const take = async (): Promise<number> => {
    const { work } = await asClient('');
    await asClient(`/${work.id}/take`);
    return work.id;
  };
  const read = async (id: number) =>
    (await call(`/IntencaoVenda/GetById?intencaoVendaId=${id}`)).intencaoVenda;
  return {
    room,
    personId,
    call,
    terminalId,
    asClient,
    stuckSales,
    /** A sale whose client took it and fell silent. */
    stuckSale: async (more: object = {}) => {
      const body = { formaPagamentoId: CREDIT, terminalId, valorTotalVendido: '40,00', ...more };
      const { id } = (await call('/Venda/Vender', body)).intencaoVenda;
      const work = await take();
      clock.advance(SILENT_MS);
      return { id: id as number, work };
    },
    /** A cancel of a credited sale, of which the client fell silent. */
    stuckCancel: async () => {
      const body = { formaPagamentoId: CREDIT, terminalId, valorTotalVendido: '40,00' };
      const { id } = (await call('/Venda/Vender', body)).intencaoVenda;
      await asClient(`/${await take()}/result`, { approved: true });
      await call('/Venda/CancelarVenda', { intencaoVendaId: id, terminalId, senhaTecnica: '314159' });
      const work = await take();
      clock.advance(SILENT_MS);
      return { id: id as number, work };
    },
    /** One more cancel of a credited sale; returns its payment. */
    cancelAgain: async (id: number, isTaken: boolean): Promise<number> => {
      await call('/Venda/CancelarVenda', { intencaoVendaId: id, terminalId, senhaTecnica: '314159' });
      return isTaken ? take() : (await asClient('')).work.id;
    },
    eventsOf: async (id: number) =>
      (await selectEvents(database.read<SaleTables>(), id)).map(({ origin }) => origin),
    /** As a person who sees the sale now, or saw it as `seen`. */
    settle: async (saleId: number, status: number, seen?: string) => {
      const now = await stuckSales.find(saleId);
      const answer = { personId, saleId, status, reason: 'by telephone', origin: 'user 1' };
      return stuckSales.settle({ ...answer, seen: seen ?? (now && stuckCase(now)) }, async () => undefined);
    },
    statusOf: async (id: number) => (await read(id)).intencaoVendaStatus.id,
    paymentOf: async (id: number) =>
      (await call(`/PagamentoExterno/GetById?pagamentoExternoId=${id}`)).pagamentoExterno,
  };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`a sale that a person settles, and what its payment client says later (${engine})`, () => {
    test('an approval after it was settled as credited adds the numbers and receipts', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckSale();
      await till.settle(id, 10);
      const result = { approved: true, autorizacao: '123456', trnNsu: '77', comprovanteCliente: 'VIA' };
      const accepted = { accepted: true, undo: false, intencaoVendaStatus: 10 };
      assert.deepEqual(await till.asClient(`/${work}/result`, result), accepted);
      assert.deepEqual(await till.asClient(`/${work}/result`, { approved: true }), accepted, 'said again');
      const payment = await till.paymentOf(work);
      assert.deepEqual([payment.autorizacao, payment.comprovanteCliente], ['123456', 'VIA']);
      const refused = await till.asClient(`/${work}/result`, { approved: false });
      assert.deepEqual(refused, { ...accepted, accepted: false });
    });

    test('an approval after it was settled as refused is to be undone, and seen until it is', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckSale();
      await till.settle(id, 25);
      assert.equal(await till.stuckSales.count(till.personId), 0);
      const late = await till.asClient(`/${work}/result`, { approved: true, autorizacao: '123456' });
      assert.deepEqual(late, { accepted: false, undo: true, intencaoVendaStatus: 25 });
      const found = await till.stuckSales.find(id);
      assert.deepEqual(found && [stuckCause(found), settledStatuses(found)], ['charged', [25]]);
      assert.equal((await till.paymentOf(work)).autorizacao, '123456');
      const undone = { approved: true, undone: true };
      await till.asClient(`/${work}/result`, undone);
      assert.deepEqual([await till.stuckSales.count(), await till.statusOf(id)], [0, 25]);
      assert.deepEqual((await till.eventsOf(id)).slice(-3), [
        'user 1',
        'late approval',
        'late approval undone',
      ]);
      assert.equal((await till.paymentOf(work)).autorizacao, '123456', 'what it said before stays');
    });

    test('a canceled sale whose client says nothing needs a person after 15 minutes, and is closed by one', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckSale();
      await till.call('/Venda/CancelarVenda', { intencaoVendaId: id, terminalId: till.terminalId });
      assert.equal(await till.stuckSales.count(till.personId), 0);
      till.room.clock.advance(SILENT_MS);
      const [listed, ...more] = await till.stuckSales.list({
        personId: till.personId,
        afterPaymentId: 0,
        limit: 10,
      });
      assert.deepEqual(more, []);
      assert.deepEqual(
        listed && [listed.sale.id, listed.payment.id, stuckCause(listed), settledStatuses(listed)],
        [id, work, 'untold', [20]],
      );
      await till.settle(id, 20);
      assert.deepEqual([await till.stuckSales.count(), await till.statusOf(id)], [0, 20]);
      assert.equal(await till.asClient(''), undefined, 'nobody is asked any more');
      await till.asClient(`/${work}/result`, { approved: true });
      const found = await till.stuckSales.find(id);
      assert.equal(found && stuckCause(found), 'charged', 'its client knew better');
      await till.settle(id, 20);
      const again = await till.asClient(`/${work}/result`, { approved: true });
      assert.deepEqual(
        again,
        { accepted: false, undo: false, intencaoVendaStatus: 20 },
        'the money went back',
      );
    });

    test('a refusal after it was settled as credited is seen, and cancels the sale if a person agrees', async (context) => {
      const till = await openTill(context, engine);
      for (const end of [10, 20]) {
        const { id, work } = await till.stuckSale();
        await till.settle(id, 10);
        const late = await till.asClient(`/${work}/result`, { approved: false });
        assert.deepEqual(late, { accepted: false, undo: false, intencaoVendaStatus: 10 });
        const found = await till.stuckSales.find(id);
        assert.deepEqual(found && [stuckCause(found), settledStatuses(found)], ['notCharged', [10, 20]]);
        await till.settle(id, end);
        assert.deepEqual([await till.statusOf(id), await till.stuckSales.count()], [end, 0]);
      }
    });

    test('an approved cancel cancels the sale, though a person said that the money did not go back', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckCancel();
      await till.settle(id, 10);
      assert.equal(await till.statusOf(id), 10);
      const canceled = { accepted: true, undo: false, intencaoVendaStatus: 20 };
      for (const _ of [1, 2]) {
        assert.deepEqual(await till.asClient(`/${work}/result`, { approved: true }), canceled);
      }
      assert.equal(await till.statusOf(id), 20);
    });

    test('a cancel approved late ends the one requested after it, so that the money does not go back twice', async (context) => {
      const till = await openTill(context, engine);
      for (const isTaken of [false, true]) {
        const { id, work } = await till.stuckCancel();
        await till.settle(id, 10);
        const second = await till.cancelAgain(id, isTaken);
        const canceled = { accepted: true, undo: false, intencaoVendaStatus: 20 };
        assert.deepEqual(await till.asClient(`/${work}/result`, { approved: true }), canceled);
        assert.equal(await till.statusOf(id), 20);
        assert.equal((await till.paymentOf(second)).pagamentoExternoStatus.id, 15);
        if (!isTaken) assert.match((await till.asClient(`/${second}/take`)).message, /./);
        else assert.deepEqual(await till.asClient(`/${second}/progress`), { goOn: false });
        const refused = await till.asClient(`/${second}/result`, { approved: false });
        assert.notEqual(refused.accepted, true);
        assert.equal(await till.statusOf(id), 20, 'a refusal does not make it paid again');
      }
    });

    for (const late of ['first', 'second'] as const) {
      test(`of two cancels that are both approved both are recorded, and the history says so: the ${late} last`, async (context) => {
        const till = await openTill(context, engine);
        const { id, work } = await till.stuckCancel();
        await till.settle(id, 10);
        const second = await till.cancelAgain(id, true);
        const order = late === 'first' ? [second, work] : [work, second];
        const canceled = { accepted: true, undo: false, intencaoVendaStatus: 20 };
        for (const one of [...order, ...order]) {
          const answer = await till.asClient(`/${one}/result`, { approved: true, autorizacao: `${one}` });
          assert.deepEqual(answer, canceled);
        }
        for (const one of order) assert.equal((await till.paymentOf(one)).autorizacao, `${one}`);
        const events = await till.eventsOf(id);
        assert.deepEqual(events.slice(-2), ['payment client 1', 'second refund']);
        const found = await till.stuckSales.find(id);
        assert.deepEqual(found && [stuckCause(found), settledStatuses(found)], ['refundedTwice', [20]]);
        await till.settle(id, 20);
        assert.equal(await till.stuckSales.count(), 0);
      });
    }

    test('a payment that a person confirmed stays confirmed when one sees to its silence after a cancel', async (context) => {
      const till = await openTill(context, engine);
      for (const end of [19, 20]) {
        const { id, work } = await till.stuckSale();
        await till.settle(id, 10);
        const cancel = await till.cancelAgain(id, true);
        if (end === 20) await till.asClient(`/${cancel}/result`, { approved: true });
        till.room.clock.advance(SILENT_MS);
        await till.settle(id, end, `${work}.untold`);
        assert.deepEqual(
          await till.asClient(`/${work}/result`, { approved: true }),
          { accepted: true, undo: false, intencaoVendaStatus: end },
          'else it went back by the cancel and by a reversal',
        );
        if (end === 19) await till.asClient(`/${cancel}/result`, { approved: true });
        assert.deepEqual([await till.statusOf(id), await till.stuckSales.count()], [20, 0]);
      }
    });

    test('a second refund is seen, though a person had seen to the silence of the cancel before', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckCancel();
      await till.settle(id, 10);
      const second = await till.cancelAgain(id, true);
      await till.asClient(`/${second}/result`, { approved: true });
      till.room.clock.advance(SILENT_MS);
      await till.settle(id, 20, `${work}.untold`);
      await till.asClient(`/${work}/result`, { approved: true });
      const found = await till.stuckSales.find(id);
      assert.equal(found && stuckCase(found), `${work}.refundedTwice`);
    });

    test('a cancel that was settled as done is not undone by a refusal', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckCancel();
      await till.settle(id, 20);
      const late = await till.asClient(`/${work}/result`, { approved: false });
      assert.deepEqual(late, { accepted: false, undo: false, intencaoVendaStatus: 20 });
      const found = await till.stuckSales.find(id);
      assert.equal(found && stuckCause(found), 'notRefunded');
    });

    for (const first of ['person', 'client'] as const) {
      test(`of a person and the client who end it together one does, and stock moves once: ${first} first`, async (context) => {
        const till = await openTill(context, engine);
        const { call, terminalId } = till;
        await call('/ProdutoCategoria/Insert', { nome: 'Bebidas' });
        const product = { nome: 'Café', valor: '40,00', controlaQuantidade: true, quantidade: '1' };
        const { produto } = await call('/Produto/Insert', product);
        const produtosVendidos = [{ id: produto.id }];
        const { id, work } = await till.stuckSale({ produtosVendidos });
        const settle = () => till.settle(id, 25, `${work}.silent`).then(() => 'settled', String);
        const early = first === 'person' ? [settle()] : [];
        const report = till.asClient(`/${work}/result`, { approved: true });
        const [{ accepted, undo }, ...ends] = await Promise.all([report, ...early, settle(), settle()]);
        const settled = ends.filter((end) => end === 'settled');
        assert.equal(
          settled.length,
          accepted ? 0 : 1,
          'who comes later does not answer what the client says now',
        );
        const found = await till.stuckSales.find(id);
        assert.equal(found && stuckCause(found), accepted ? undefined : 'charged');
        assert.equal(undo, !accepted, 'what is not accepted is undone');
        assert.equal(await till.statusOf(id), accepted ? 10 : 25);
        const body = { formaPagamentoId: CREDIT, terminalId, produtosVendidos };
        const { intencaoVenda } = await call('/Venda/Vender', body);
        assert.equal(intencaoVenda === undefined, accepted, 'the only one is sold, or may be again');
      });
    }

    test('a person who saw it otherwise than it is by now does not settle it', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckSale();
      const silent = `${work}.silent`;
      await till.settle(id, 25, silent);
      await assert.rejects(till.settle(id, 25, silent), refusedWith('sale_not_stuck', 409));
      await till.asClient(`/${work}/result`, { approved: true });
      for (const seen of [silent, `${work}.untold`, `${work + 1}.charged`])
        await assert.rejects(till.settle(id, 25, seen), refusedWith('case_changed', 409));
      assert.equal(await till.stuckSales.count(), 1);
      assert.deepEqual((await till.eventsOf(id)).slice(-2), ['user 1', 'late approval']);
      await till.settle(id, 25, `${work}.charged`);
      assert.equal(await till.stuckSales.count(), 0);
    });

    test('of two cancels without a word of their clients each is seen to by itself', async (context) => {
      const till = await openTill(context, engine);
      const { id, work } = await till.stuckCancel();
      await till.settle(id, 10);
      const second = await till.cancelAgain(id, true);
      till.room.clock.advance(SILENT_MS);
      await till.settle(id, 10, `${second}.silent`);
      till.room.clock.advance(SILENT_MS);
      const settle = () => till.settle(id, 10, `${work}.untold`).then(() => 'settled', String);
      const ends = await Promise.all([settle(), settle()]);
      assert.equal(ends.filter((end) => end === 'settled').length, 1);
      const left = await till.stuckSales.find(id);
      assert.equal(left && stuckCase(left), `${second}.untold`);
    });

    test('is settled for its own person only, and in no other status than its possible ends', async (context) => {
      const till = await openTill(context, engine);
      const { id } = await till.stuckSale();
      const other = await till.room.addPerson();
      const answer = { saleId: id, seen: undefined, reason: 'x', origin: 'user 1' };
      const written = async () => assert.fail('nothing is settled');
      await assert.rejects(
        till.stuckSales.settle({ ...answer, personId: other.id, status: 10 }, written),
        refusedWith('not_found', 404),
      );
      for (const status of [5, 6, 15, 18, 19, 20]) {
        await assert.rejects(till.settle(id, status), refusedWith('field_invalid', 400));
      }
      assert.equal(await till.statusOf(id), 6);
    });
  });
}

test('stuck sales are looked for among open payments only, whoever asks', async (context) => {
  const { room, personId } = await openTill(context, 'sqlite');
  const { queries, database } = watchReads(room.database);
  const silentSince = room.clock.now();
  for (const owner of [undefined, personId]) {
    await selectStuck(database.read(), { personId: owner, afterPaymentId: 7, limit: 50, silentSince });
    await countStuck(database.read(), silentSince, owner);
  }
  assert.equal(queries.length, 8);
  await assertPlans(room.database, queries, /INDEX external_payments_(open|unsettled)/);
});
