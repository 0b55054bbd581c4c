import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { testCardGateway } from '../../charges/test-card-gateway.ts';
import { testForms } from '../../client-cards/test-forms.ts';
import { openOperationsRoom } from '../../test-room.ts';

const KEEP_CARD = 1;
const CHARGE_CARD = 2;
const DUE_MS = 6_000;
const MINUTE_MS = 61_000;
const DAY_MS = 24 * 60 * 60_000;
/** Limit for a test that would otherwise wait forever. */
const HELD_UP_MS = 60_000;

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const forms = testForms();
  const gateway = testCardGateway();
  const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
  const { key } = await room.addPerson();
  const terminal = (await room.call('/Terminal/Insert', key, { nome: 'Caixa 1' })).body.terminal;
  const client = (await room.call('/Cliente/Insert', key, { cpfCnpj: '11144477735' })).body.cliente;
  const call = (path: string, body: object) => room.call(path, key, body);
  return {
    room,
    forms,
    gateway,
    clientId: client.id as number,
    /** An active card of the client. */
    addCard: async (token: string, more: object = {}) => {
      const made = await call('/ClienteCartao/Insert', { clienteId: client.id, ...more });
      forms.fill(made.body.clienteCartao.gate2allToken, token);
    },
    sell: (formaPagamentoId: number, more: object = {}) =>
      call('/Venda/Vender', {
        formaPagamentoId,
        terminalId: terminal.id,
        pessoaClienteId: client.id,
        ...(formaPagamentoId === CHARGE_CARD ? { valorTotalVendido: '50,00' } : {}),
        ...more,
      }),
    cancel: (intencaoVendaId: number) => call('/Venda/CancelarVenda', { intencaoVendaId }),
    cards: async () => (await call('/ClienteCartao/GetByClienteId', { clienteId: client.id })).body.data,
    sales: async () => (await call('/IntencaoVenda/GetByFiltros', {})).body.intencoesVendas,
    statuses: async () =>
      (await call('/IntencaoVenda/GetByFiltros', {})).body.intencoesVendas.map(
        (sale: { intencaoVendaStatus: { id: number } }) => sale.intencaoVendaStatus.id,
      ),
    later: async (ms: number) => {
      room.clock.advance(ms);
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
    },
  };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`sales by stored cards (${engine})`, () => {
    test('method 2 charges the preferred card of the client at once', async (context) => {
      const { sell, addCard, gateway } = await openShop(context, engine);
      await addCard('preferred', { preferencial: true });
      await addCard('newer');
      gateway.next.push({
        status: 'paid',
        result: { authorization: '123456', brand: 'VISA', nsu: '77', terminalNsu: '10012' },
      });
      const { status, body } = await sell(CHARGE_CARD, { referencia: 'mensalidade 1' });
      assert.equal(status, 200);
      const sale = body.intencaoVenda;
      assert.deepEqual(sale.intencaoVendaStatus, { id: 10, nome: 'Creditado' });
      assert.deepEqual([sale.gate2allToken, sale.urlPagamento], [gateway.idOf(1), null]);
      const [payment] = sale.pagamentosExternos;
      assert.deepEqual(
        [payment.origem, payment.autorizacao, payment.pagamentoExternoStatus.id],
        [15, '123456', 15],
      );
      assert.deepEqual(
        [payment.nsuTid, payment.trnNsu, payment.idPagamento],
        ['10012', '77', String(payment.id)],
        'fiscal notes take the number of the payment from nsuTid',
      );
      const [charge, ...more] = gateway.charged;
      assert.deepEqual(more, []);
      assert.deepEqual(
        [charge?.cardToken, charge?.amount, charge?.reference, charge?.recurrent, charge?.customer?.document],
        ['preferred', 5_000, 'mensalidade 1', false, '11144477735'],
      );
    });

    test('a refused sale is 25, with the acquirer’s message', async (context) => {
      const { sell, addCard, gateway } = await openShop(context, engine);
      await addCard('card');
      gateway.next.push({ status: 'refused', result: { message: 'Saldo insuficiente.' } });
      const sale = (await sell(CHARGE_CARD)).body.intencaoVenda;
      assert.equal(sale.intencaoVendaStatus.id, 25);
      assert.equal(sale.pagamentosExternos[0].mensagemRespostaAdquirente, 'Saldo insuficiente.');
    });

    test('without a card, without a client or with another seller’s client it is refused, and sells nothing', async (context) => {
      const { sell, sales, gateway, room } = await openShop(context, engine);
      assert.match((await sell(CHARGE_CARD)).body.message, /não tem cartão ativo/);
      for (const method of [CHARGE_CARD, KEEP_CARD]) {
        const absent = await sell(method, { pessoaClienteId: 0 });
        assert.match(absent.body.message, /\[pessoaClienteId\]/);
        const other = await room.addPerson();
        const foreign = await room.call('/Cliente/Insert', other.key, { cpfCnpj: '11144477735' });
        const answer = await sell(method, { pessoaClienteId: foreign.body.cliente.id });
        assert.deepEqual([answer.status, /Cliente \d+ não/.test(answer.body.message)], [400, true]);
      }
      assert.deepEqual([await sales(), gateway.charged], [[], []]);
    });

    test('a lost answer charges once: a job updates the sale', async (context) => {
      const { sell, addCard, gateway, statuses, later } = await openShop(context, engine);
      await addCard('card');
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      assert.equal((await sell(CHARGE_CARD)).status, 500);
      assert.deepEqual(await statuses(), [5]);
      await later(DUE_MS);
      assert.deepEqual([await statuses(), gateway.charged.length], [[10], 1]);
    });

    test('the same request charges once while its card is being charged, and once more when its caller was answered', async (context) => {
      const { sell, addCard, gateway, later, statuses } = await openShop(context, engine);
      await addCard('card');
      const resent = async (referencia: unknown) =>
        (await sell(CHARGE_CARD, { referencia })).body.intencaoVenda.id as number;
      for (const referencia of ['a', '0', 0, ' ']) {
        const first = await resent(referencia);
        assert.notEqual(await resent(referencia), first, `${referencia}: it was answered as paid`);
      }
      assert.equal(gateway.charged.length, 8);
      gateway.next.push({ status: 'refused', result: {} });
      assert.notEqual(await resent('c'), await resent('c'), 'a refused one is tried again');
      const charging = Promise.withResolvers<void>();
      gateway.beforeAnswer = () => charging.promise;
      const together = [resent('d'), resent('d')];
      await Promise.race(together);
      charging.resolve();
      const ids = new Set(await Promise.all(together));
      assert.deepEqual([ids.size, gateway.charged.length], [1, 11], 'while its card is being charged');
      gateway.next.push({ status: 'underWay' });
      const unknown = await resent('e');
      await later(10 * MINUTE_MS);
      assert.deepEqual([await resent('e'), (await statuses())[0], gateway.charged.length], [unknown, 5, 12]);
      gateway.change(12, 'paid');
      await later(MINUTE_MS);
      assert.equal((await statuses())[0], 10);
      assert.notEqual(await resent('e'), unknown);
    });

    test('a caller that was not answered gets its sale, until 20 seconds after the charge', async (context) => {
      const { sell, addCard, gateway, later, statuses, room } = await openShop(context, engine);
      await addCard('card');
      const lose = async () => {
        gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
        assert.equal((await sell(CHARGE_CARD, { referencia: 'a' })).status, 500);
        gateway.beforeAnswer = async () => undefined;
        await later(DUE_MS);
        assert.equal((await statuses())[0], 10);
      };
      const resent = async () =>
        (await sell(CHARGE_CARD, { referencia: 'a' })).body.intencaoVenda.id as number;
      await lose();
      room.clock.advance(19_999);
      const first = await resent();
      assert.equal(gateway.charged.length, 1);
      assert.notEqual(await resent(), first, 'it is answered now');
      await lose();
      room.clock.advance(20_000);
      const charged = gateway.charged.length;
      await resent();
      assert.equal(gateway.charged.length, charged + 1);
    });

    test('a charge without an answer is found again after weeks, when its key is forgotten', async (context) => {
      const { sell, addCard, gateway, statuses, later } = await openShop(context, engine);
      await addCard('card');
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      assert.equal((await sell(CHARGE_CARD)).status, 500);
      gateway.beforeAnswer = async () => {};
      gateway.forgetKeys();
      await later(30 * DAY_MS);
      assert.deepEqual([await statuses(), gateway.charged.length], [[10], 1]);
    });

    test('a slow acquirer delays nobody’s writes: beyond 50 charges at once, a job charges what is left', {
      timeout: HELD_UP_MS,
    }, async (context) => {
      const { sell, addCard, gateway, room, later, statuses } = await openShop(context, engine);
      await addCard('card');
      const acquirer = Promise.withResolvers<void>();
      gateway.beforeAnswer = () => acquirer.promise;
      const selling = Array.from({ length: 51 }, () => sell(CHARGE_CARD));
      const first = await Promise.race(selling);
      assert.equal(first.body.intencaoVenda.intencaoVendaStatus.id, 5);
      const other = await room.addPerson();
      const written = await room.call('/Cliente/Insert', other.key, { cpfCnpj: '11144477735' });
      assert.equal(written.status, 200);
      acquirer.resolve();
      await Promise.all(selling);
      // The job takes 20 of a person at a time.
      for (const ms of [DUE_MS, 0, 0]) await later(ms);
      assert.deepEqual(new Set(await statuses()), new Set([10]));
      assert.equal(gateway.charged.length, 51);
    });

    test('an unknown outcome waits, is not canceled meanwhile, and ends as the gateway finds out', async (context) => {
      const { sell, addCard, gateway, statuses, later, cancel } = await openShop(context, engine);
      await addCard('card');
      gateway.next.push({ status: 'underWay' });
      const sale = (await sell(CHARGE_CARD)).body.intencaoVenda;
      assert.equal(sale.intencaoVendaStatus.id, 5);
      assert.equal((await cancel(sale.id)).status, 409);
      await later(MINUTE_MS);
      assert.deepEqual(await statuses(), [5]);
      gateway.change(1, 'paid');
      await later(MINUTE_MS);
      assert.deepEqual(await statuses(), [10]);
    });

    test('a charge that the gateway refuses ends the sale, and the answer has the reason', async (context) => {
      const { sell, addCard, gateway, statuses, later } = await openShop(context, engine);
      await addCard('card');
      const gone = { status: 409, message: 'A conta da adquirente foi removida.' };
      gateway.next.push(new Refusal('card_token_account_gone', gone));
      const answer = await sell(CHARGE_CARD);
      assert.deepEqual([answer.status, answer.body.message], [409, gone.message]);
      await later(DUE_MS);
      assert.deepEqual([await statuses(), gateway.charged], [[20], []]);
    });

    test('a cancel refunds it through the gateway, on any day', async (context) => {
      const { sell, addCard, gateway, cancel, room } = await openShop(context, engine);
      await addCard('card');
      const { id } = (await sell(CHARGE_CARD)).body.intencaoVenda;
      room.clock.advance(3 * DAY_MS);
      const canceled = (await cancel(id)).body.intencaoVenda;
      assert.equal(canceled.intencaoVendaStatus.id, 20);
      assert.deepEqual(gateway.refunded, [`cancelamento ${canceled.pagamentosExternos[1].id}`]);
    });

    test('method 1 waits with the form of a card, and is credited once the card is stored', async (context) => {
      const { sell, cards, forms, later, sales, gateway, room } = await openShop(context, engine);
      const sale = (await sell(KEEP_CARD)).body.intencaoVenda;
      assert.deepEqual(
        [sale.intencaoVendaStatus.id, sale.valorFinal, sale.urlPagamento, sale.gate2allToken],
        [5, 0, 'https://loja.example/v1/save-card/form-1', 'form-1'],
      );
      await later(DUE_MS);
      forms.fill('form-1', 'card');
      await later(MINUTE_MS);
      const [ended] = await sales();
      assert.deepEqual([ended.intencaoVendaStatus.id, ended.urlPagamento], [10, null]);
      assert.equal(ended.pagamentosExternos[0].mensagemRespostaAdquirente, 'CARTÃO GUARDADO');
      assert.deepEqual(
        (await cards()).map(({ status }: { status: number }) => status),
        [2],
      );
      assert.deepEqual((await sell(CHARGE_CARD)).body.intencaoVenda.intencaoVendaStatus.id, 10);
      assert.equal(gateway.charged[0]?.cardToken, 'card');
      assert.equal(room.callbacks.length, 0);
    });

    test('method 1 takes no money, expires after a day, and is canceled like any other', async (context) => {
      const { sell, later, statuses, cancel } = await openShop(context, engine);
      assert.match((await sell(KEEP_CARD, { pedidoId: 1 })).body.message, /só guarda um cartão/);
      for (const more of [
        { valorTotalVendido: 1 },
        { valorTotalVendido: '1,00', produtosVendidos: [{ id: 1, valor: 1 }] },
        { valorTotalVendido: '40,00', valorAcrescimo: '2,00', valorDesconto: '1,00' },
      ]) {
        const { status, body } = await sell(KEEP_CARD, more);
        assert.equal(status, 200, JSON.stringify(body));
        const { valorOriginal, valorFinal, valorAcrescimo, valorDesconto, produtos } = body.intencaoVenda;
        assert.deepEqual(
          [valorOriginal, valorFinal, valorAcrescimo, valorDesconto, produtos],
          [0, 0, 0, 0, []],
          'the value is ignored',
        );
        await cancel(body.intencaoVenda.id);
      }
      await sell(KEEP_CARD);
      const { id } = (await sell(KEEP_CARD)).body.intencaoVenda;
      assert.equal((await cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20);
      await later(DAY_MS - MINUTE_MS);
      assert.deepEqual((await statuses()).slice(0, 2), [20, 5]);
      await later(MINUTE_MS);
      assert.deepEqual((await statuses()).slice(0, 2), [20, 15]);
    });
  });
}
