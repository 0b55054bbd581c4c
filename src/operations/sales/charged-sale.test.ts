import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ENGINES } from '../../../test/support/databases.ts';
import { Refusal } from '../../platform/index.ts';
import { type ChargeStatus, type GatewayCharges, type GivenBack, markChargesDue } from '../charges/index.ts';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';
import { statusByCharge } from './charged-sale.ts';
import { SALE_STATUS, SALE_STATUSES } from './sale.ts';
import { selectEvents } from './store.ts';
import type { SaleTables } from './tables.ts';

const KEYED_CREDIT = 51;
const DUE_MS = 6_000;
const AGAIN_MS = 31_000;
const MINUTE_MS = 61_000;
/** For a test that would wait for ever. */
const HELD_UP_MS = 20_000;

/** A gateway that the tests break and mend; the real one stands behind keyed-sales.test.ts. */
function gatewayInPieces() {
  const pages = new Map<number, string>();
  const told = {
    opened: 0,
    closed: 0,
    /** Waited for once the page was made. */
    beforeAnswer: async () => {},
    /** Waited for before a charge is looked up. */
    beforeFound: async (_personId: number) => {},
    givenBack: [] as string[],
    status: 'waiting' as ChargeStatus,
    broken: undefined as Error | undefined,
    answer: { kind: 'givenBack', result: {} } as GivenBack,
  };
  const breakIfAsked = () => {
    if (told.broken) throw told.broken;
  };
  const stateOf = (transactionId: string) => ({ transactionId, status: told.status, result: {} });
  const gateway: GatewayCharges = {
    openPage: async ({ chargeId }) => {
      told.opened += 1;
      breakIfAsked();
      const id = pages.get(chargeId) ?? `page-${chargeId}`;
      pages.set(chargeId, id);
      await told.beforeAnswer();
      return stateOf(id);
    },
    findPage: async ({ chargeId }) => {
      const id = pages.get(chargeId);
      return id === undefined ? undefined : stateOf(id);
    },
    find: async (personId, transactionId) => {
      await told.beforeFound(personId);
      return stateOf(transactionId);
    },
    closePage: async () => {
      told.closed += 1;
      if (told.status === 'waiting' || told.status === 'exhausted') told.status = 'canceled';
      return told.status;
    },
    giveBack: async ({ key }) => {
      breakIfAsked();
      told.givenBack.push(key);
      return told.answer;
    },
    pageUrl: (id) => `https://loja.example/v1/payment/${id}`,
  };
  return { gateway, told, pages };
}

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: (typeof ENGINES)[number]) {
  const parts = gatewayInPieces();
  const room = await openOperationsRoom(context, engine, { gateway: parts.gateway });
  const shop = await shopIn(room);
  return {
    ...parts,
    ...shop,
    openAnother: () => shopIn(room),
    database: room.database,
    now: room.clock.now,
    /** Lets the background work run after a while. */
    later: async (ms: number) => {
      room.clock.advance(ms);
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
    },
  };
}

async function shopIn(room: OperationsRoom) {
  const seller = await room.addPerson();
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
  const terminalId = made.body.terminal.id;
  return {
    personId: seller.id,
    sell: (more: object = {}) =>
      room.call('/Venda/Vender', seller.key, {
        formaPagamentoId: KEYED_CREDIT,
        terminalId,
        valorTotalVendido: 10,
        ...more,
      }),
    cancel: (intencaoVendaId: number, more: object = {}) =>
      room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId, ...more }),
    terminalId: terminalId as number,
    sales: async () => (await room.call('/IntencaoVenda/GetByFiltros', seller.key, {})).body.intencoesVendas,
  };
}

for (const engine of ENGINES) {
  describe(`sales that the gateway charges (${engine})`, () => {
    test('a request that dies before the page is open loses nothing: a job opens it, once', async (context) => {
      const { sell, sales, later, told, pages } = await openShop(context, engine);
      told.broken = new Error('the power is off');
      assert.equal((await sell()).status, 500);
      const [waiting] = await sales();
      assert.deepEqual([waiting.intencaoVendaStatus.id, waiting.urlPagamento], [5, null]);
      await later(DUE_MS);
      told.broken = undefined;
      await later(DUE_MS);
      assert.equal((await sales())[0].urlPagamento, null, 'not before its time has come again');
      await later(AGAIN_MS);
      assert.match((await sales())[0].urlPagamento, /page-1$/);
      assert.equal(pages.size, 1);
    });

    test('what the gateway will not take ends the sale, and its reason is answered', async (context) => {
      const { sell, sales, told } = await openShop(context, engine);
      told.broken = new Refusal('provider_missing', { status: 400, message: 'Sem adquirente.' });
      const answer = await sell();
      assert.deepEqual([answer.status, answer.body.message], [400, 'Sem adquirente.']);
      const [ended] = await sales();
      assert.equal(ended.intencaoVendaStatus.id, 20);
      assert.equal(ended.pagamentosExternos[0].mensagemRespostaAdquirente, 'Sem adquirente.');
    });

    test('a sale that is canceled while its page is being opened leaves no page open', async (context) => {
      const { sell, cancel, sales, later, told } = await openShop(context, engine);
      told.beforeAnswer = async () => {
        const [{ id }] = await sales();
        assert.equal((await cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20);
      };
      assert.equal((await sell()).body.intencaoVenda.intencaoVendaStatus.id, 20);
      assert.equal(told.closed, 0);
      await later(1);
      assert.deepEqual([told.closed, told.status], [1, 'canceled']);
    });

    test('the page of a canceled sale is found although the answer of its opening was lost', async (context) => {
      const { sell, cancel, sales, later, told } = await openShop(context, engine);
      told.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      assert.equal((await sell()).status, 500);
      const [{ id }] = await sales();
      assert.equal((await cancel(id)).status, 200);
      told.status = 'underWay';
      await later(DUE_MS);
      assert.equal(told.status, 'underWay', 'a buyer is paying');
      told.status = 'waiting';
      await later(MINUTE_MS);
      assert.equal(told.status, 'canceled');
    });

    test('what was paid after the end goes back, however often that is refused', async (context) => {
      const { sell, cancel, sales, later, told, database } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id)).status, 200);
      told.status = 'paid';
      told.answer = { kind: 'refused', message: 'Adquirente indisponível.' };
      await later(DUE_MS);
      await later(AGAIN_MS);
      assert.equal(new Set(told.givenBack).size, 2, 'each try has its own key');
      const events = await selectEvents(database.read<SaleTables>(), id);
      assert.deepEqual(events.map(({ origin, status }) => [origin.replace(/ \d+$/, ''), status]).slice(1), [
        ['key', 20],
        ['late refund', 20],
      ]);
      told.answer = { kind: 'givingBack', result: {} };
      await later(MINUTE_MS);
      await later(MINUTE_MS);
      assert.equal(told.givenBack.length, 3);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 20);
    });

    test('a money-back that the acquirer took and then denied is asked for anew', async (context) => {
      const { sell, cancel, later, told, database, now } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id)).status, 200);
      told.status = 'paid';
      told.answer = { kind: 'givingBack', result: {} };
      await later(DUE_MS);
      await database.write((transaction) => markChargesDue(transaction, [1], now()));
      await later(DUE_MS);
      assert.equal(new Set(told.givenBack).size, 2);
    });

    test('a sale whose tries are used up is refused, although nothing tells of the last one', async (context) => {
      const { sell, sales, later, told } = await openShop(context, engine);
      await sell();
      await later(DUE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      told.status = 'exhausted';
      await later(MINUTE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 25);
    });

    test('a cancel for another terminal changes nothing: the page stays open', async (context) => {
      const { sell, cancel, sales, told, terminalId } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id, { terminalId: terminalId + 1 })).status, 400);
      assert.deepEqual([told.closed, (await sales())[0].intencaoVendaStatus.id], [0, 5]);
    });

    test('a payment that loses a race against another change of its sale is not forgotten', async (context) => {
      const { sell, sales, later, told, database } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      told.status = 'paid';
      told.beforeFound = async () => {
        told.beforeFound = async () => {};
        await database.write((transaction) =>
          transaction
            .tables<SaleTables>()
            .updateTable('sales')
            .set({ version: 2 })
            .where('id', '=', id)
            .execute(),
        );
      };
      await later(DUE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      await later(1);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 10);
    });

    test('a shop whose acquirer is slow does not hold up another one', async (context) => {
      const { sell, personId, openAnother, later, told, sales } = await openShop(context, engine);
      const other = await openAnother();
      await sell();
      await other.sell();
      told.status = 'paid';
      const otherFound = Promise.withResolvers<void>();
      told.beforeFound = async (id) => {
        if (id !== personId) return otherFound.resolve();
        await Promise.race([
          otherFound.promise,
          setTimeout(HELD_UP_MS, undefined, { ref: false }).then(() => assert.fail('held up')),
        ]);
      };
      await later(DUE_MS);
      const statusOf = ([sale]: readonly { intencaoVendaStatus: { id: number } }[]) =>
        sale?.intencaoVendaStatus.id;
      assert.deepEqual([statusOf(await sales()), statusOf(await other.sales())], [10, 10]);
    });

    test('a cancel that dies after it was stored is sent by a job, with the same key', async (context) => {
      const { sell, cancel, sales, later, told } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      told.status = 'paid';
      await later(DUE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 10);
      told.broken = new Error('the power is off');
      assert.equal((await cancel(id)).status, 500);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 18);
      told.broken = undefined;
      await later(DUE_MS);
      const [canceled] = await sales();
      assert.equal(canceled.intencaoVendaStatus.id, 20);
      assert.deepEqual(told.givenBack, [`cancelamento ${canceled.pagamentosExternos[1].id}`]);
    });

    test('a refused cancel leaves the sale credited, with the reason in a second payment', async (context) => {
      const { sell, cancel, later, told } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      told.status = 'paid';
      await later(DUE_MS);
      told.answer = { kind: 'refused', message: 'Prazo encerrado.' };
      const { intencaoVenda } = (await cancel(id)).body;
      assert.equal(intencaoVenda.intencaoVendaStatus.id, 10);
      assert.equal(intencaoVenda.pagamentosExternos[1].mensagemRespostaAdquirente, 'Prazo encerrado.');
    });

    test('a sale that is being paid at this moment is not canceled', async (context) => {
      const { sell, cancel, sales, told } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      told.status = 'underWay';
      assert.equal((await cancel(id)).status, 409);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      told.status = 'paid';
      assert.equal((await cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20, 'the buyer was faster');
      assert.equal(told.givenBack.length, 1);
    });
  });
}

test('a charge never moves a sale that is over, nor one that a payment client works on', () => {
  const { pending, credited, cancelRequested, canceling } = SALE_STATUS;
  const charged: readonly number[] = [pending, credited, cancelRequested, canceling];
  const all: readonly ChargeStatus[] = [
    'waiting',
    'underWay',
    'paid',
    'refused',
    'failed',
    'expired',
    'givenBack',
  ];
  for (const sale of SALE_STATUSES.filter((status) => !charged.includes(status))) {
    for (const charge of all) assert.equal(statusByCharge(sale, charge), undefined, `${sale} ${charge}`);
  }
});
