import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SQLITE_BY_DAY, type TestEngine } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  type ChargeStatus,
  type GatewayCharges,
  markChargesDue,
  type RefundOutcome,
} from '../../charges/index.ts';
import { type OperationsRoom, openOperationsRoom } from '../../test-room.ts';
import { SALE_STATUS, SALE_STATUSES } from '../record/sale.ts';
import { selectEvents } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { statusByCharge } from './charged-sale.ts';

const KEYED_CREDIT = 51;
const DUE_MS = 6_000;
const AGAIN_MS = 31_000;
const MINUTE_MS = 61_000;
/** Limit for a test that would otherwise wait forever. */
const HELD_UP_MS = 20_000;

/** A fake gateway that the tests break and repair; keyed-sales.test.ts uses the real one. */
function fakeGateway() {
  const pages = new Map<number, string>();
  const fake = {
    opened: 0,
    charged: [] as string[],
    closed: 0,
    /** The bank does not answer whether a Pix is removed. */
    isBankSilent: false,
    /** Awaited after the page was created. */
    beforeAnswer: async () => {},
    /** Awaited before a charge is looked up. */
    beforeFound: async (_personId: number) => {},
    refunded: [] as string[],
    status: 'waiting' as ChargeStatus,
    broken: undefined as Error | undefined,
    answer: { kind: 'refunded', result: {} } as RefundOutcome,
  };
  const breakIfAsked = () => {
    if (fake.broken) throw fake.broken;
  };
  const stateOf = (transactionId: string) => ({ transactionId, status: fake.status, result: {} });
  const gateway: GatewayCharges = {
    openPage: async ({ chargeId }) => {
      fake.opened += 1;
      breakIfAsked();
      const id = pages.get(chargeId) ?? `page-${chargeId}`;
      pages.set(chargeId, id);
      await fake.beforeAnswer();
      return stateOf(id);
    },
    chargeCard: async ({ chargeId, key, cardToken, amount }) => {
      fake.charged.push(`${key} ${cardToken} ${amount}`);
      breakIfAsked();
      const id = pages.get(chargeId) ?? `sale-${chargeId}`;
      pages.set(chargeId, id);
      await fake.beforeAnswer();
      return stateOf(id);
    },
    openPix: async ({ chargeId, transactionId }) => {
      fake.opened += 1;
      breakIfAsked();
      pages.set(chargeId, transactionId);
      await fake.beforeAnswer();
      return stateOf(transactionId);
    },
    pixToShow: async () => undefined,
    pixPages: async (ids) => new Map(ids.map((id) => [id, `https://loja.example/v1/url-payment/${id}`])),
    findPage: async ({ chargeId }) => {
      const id = pages.get(chargeId);
      return id === undefined ? undefined : stateOf(id);
    },
    find: async (personId, transactionId) => {
      await fake.beforeFound(personId);
      return stateOf(transactionId);
    },
    closePage: async () => {
      fake.closed += 1;
      if (fake.isBankSilent) return 'closing';
      if (fake.status === 'waiting' || fake.status === 'exhausted') fake.status = 'canceled';
      return fake.status;
    },
    refund: async ({ key }) => {
      breakIfAsked();
      fake.refunded.push(key);
      return fake.answer;
    },
    pageUrl: (id) => `https://loja.example/v1/payment/${id}`,
  };
  return { gateway, fake, pages };
}

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const parts = fakeGateway();
  const room = await openOperationsRoom(context, engine, { gateway: parts.gateway });
  const shop = await shopIn(room);
  return {
    ...parts,
    ...shop,
    openAnother: () => shopIn(room),
    database: room.database,
    now: room.clock.now,
    /** Moves the clock and runs the background jobs. */
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

for (const engine of SQLITE_BY_DAY) {
  describe(`sales that the gateway charges (${engine})`, () => {
    test('a request that dies before the page is open loses nothing: a job opens the page once', async (context) => {
      const { sell, sales, later, fake, pages } = await openShop(context, engine);
      fake.broken = new Error('the power is off');
      assert.equal((await sell()).status, 500);
      const [waiting] = await sales();
      assert.deepEqual([waiting.intencaoVendaStatus.id, waiting.urlPagamento], [5, null]);
      await later(DUE_MS);
      fake.broken = undefined;
      await later(DUE_MS);
      assert.equal((await sales())[0].urlPagamento, null, 'not before it is due again');
      await later(AGAIN_MS);
      assert.match((await sales())[0].urlPagamento, /page-1$/);
      assert.equal(pages.size, 1);
    });

    test('a payment that the gateway refuses ends the sale, and the answer has the reason', async (context) => {
      const { sell, sales, fake } = await openShop(context, engine);
      fake.broken = new Refusal('provider_missing', { status: 400, message: 'Sem adquirente.' });
      const answer = await sell();
      assert.deepEqual([answer.status, answer.body.message], [400, 'Sem adquirente.']);
      const [ended] = await sales();
      assert.equal(ended.intencaoVendaStatus.id, 20);
      assert.equal(ended.pagamentosExternos[0].mensagemRespostaAdquirente, 'Sem adquirente.');
    });

    test('a sale canceled while its page is being opened leaves no page open', async (context) => {
      const { sell, cancel, sales, later, fake } = await openShop(context, engine);
      fake.beforeAnswer = async () => {
        const [{ id }] = await sales();
        assert.equal((await cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20);
      };
      assert.equal((await sell()).body.intencaoVenda.intencaoVendaStatus.id, 20);
      assert.equal(fake.closed, 0);
      await later(1);
      assert.deepEqual([fake.closed, fake.status], [1, 'canceled']);
    });

    test('the page of a canceled sale is found and closed although the answer of its opening was lost', async (context) => {
      const { sell, cancel, sales, later, fake } = await openShop(context, engine);
      fake.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      assert.equal((await sell()).status, 500);
      const [{ id }] = await sales();
      assert.equal((await cancel(id)).status, 200);
      fake.status = 'underWay';
      await later(DUE_MS);
      assert.equal(fake.status, 'underWay', 'a buyer is paying');
      fake.status = 'waiting';
      await later(MINUTE_MS);
      assert.equal(fake.status, 'canceled');
    });

    test('a Pix whose answer was lost is made once by a job, and removed once its sale is canceled', async (context) => {
      const { sell, cancel, sales, later, fake, pages } = await openShop(context, engine);
      fake.broken = new Error('the power is off');
      assert.equal((await sell({ formaPagamentoId: 25 })).status, 500);
      fake.broken = undefined;
      await later(DUE_MS);
      const [waiting] = await sales();
      assert.match(waiting.urlPagamento, /url-payment/);
      assert.equal(pages.size, 1);
      fake.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      assert.equal((await sell({ formaPagamentoId: 25 })).status, 500);
      const [{ id }] = await sales();
      assert.equal((await cancel(id)).status, 200);
      await later(DUE_MS);
      assert.deepEqual([fake.closed, fake.status], [1, 'canceled']);
    });

    test('a cancel that the bank has not confirmed says that it goes on, and the sale ends as the bank says', async (context) => {
      const { sell, cancel, sales, later, fake } = await openShop(context, engine);
      const { id } = (await sell({ formaPagamentoId: 25 })).body.intencaoVenda;
      fake.isBankSilent = true;
      const { status, body } = await cancel(id);
      assert.equal(status, 409);
      assert.match(JSON.stringify(body), /O cancelamento continua sozinho/);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      fake.status = 'canceled';
      await later(MINUTE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 20);
    });

    test('a payment after the end of the sale is refunded, however often the refund is refused', async (context) => {
      const { sell, cancel, sales, later, fake, database } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id)).status, 200);
      fake.status = 'paid';
      fake.answer = { kind: 'refused', message: 'Adquirente indisponível.' };
      await later(DUE_MS);
      await later(AGAIN_MS);
      assert.equal(new Set(fake.refunded).size, 2, 'each attempt has its own key');
      const events = await selectEvents(database.read<SaleTables>(), id);
      assert.deepEqual(events.map(({ origin, status }) => [origin.replace(/ \d+$/, ''), status]).slice(1), [
        ['key', 20],
        ['late refund', 20],
      ]);
      fake.answer = { kind: 'refunding', result: {} };
      await later(MINUTE_MS);
      await later(MINUTE_MS);
      assert.equal(fake.refunded.length, 3);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 20);
    });

    test('a refund that the acquirer accepted and then denied is requested again', async (context) => {
      const { sell, cancel, later, fake, database, now } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id)).status, 200);
      fake.status = 'paid';
      fake.answer = { kind: 'refunding', result: {} };
      await later(DUE_MS);
      await database.write((transaction) => markChargesDue(transaction, [1], now()));
      await later(DUE_MS);
      assert.equal(new Set(fake.refunded).size, 2);
    });

    test('a sale without attempts left is refused, although nothing notifies of the last attempt', async (context) => {
      const { sell, sales, later, fake } = await openShop(context, engine);
      await sell();
      await later(DUE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      fake.status = 'exhausted';
      await later(MINUTE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 25);
    });

    test('a cancel for another terminal changes nothing: the page stays open', async (context) => {
      const { sell, cancel, sales, fake, terminalId } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      assert.equal((await cancel(id, { terminalId: terminalId + 1 })).status, 400);
      assert.deepEqual([fake.closed, (await sales())[0].intencaoVendaStatus.id], [0, 5]);
    });

    test('a payment that loses a race against another change of its sale is not lost', async (context) => {
      const { sell, sales, later, fake, database } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      fake.status = 'paid';
      fake.beforeFound = async () => {
        fake.beforeFound = async () => {};
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

    test('a shop whose acquirer is slow does not delay another shop', async (context) => {
      const { sell, personId, openAnother, later, fake, sales } = await openShop(context, engine);
      const other = await openAnother();
      await sell();
      await other.sell();
      fake.status = 'paid';
      const otherFound = Promise.withResolvers<void>();
      fake.beforeFound = async (id) => {
        if (id !== personId) return otherFound.resolve();
        await Promise.race([
          otherFound.promise,
          setTimeout(HELD_UP_MS, undefined, { ref: false }).then(() =>
            assert.fail('delayed by the slow shop'),
          ),
        ]);
      };
      await later(DUE_MS);
      const statusOf = ([sale]: readonly { intencaoVendaStatus: { id: number } }[]) =>
        sale?.intencaoVendaStatus.id;
      assert.deepEqual([statusOf(await sales()), statusOf(await other.sales())], [10, 10]);
    });

    test('a cancel interrupted after it was stored is sent by a job, with the same key', async (context) => {
      const { sell, cancel, sales, later, fake } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      fake.status = 'paid';
      await later(DUE_MS);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 10);
      fake.broken = new Error('the power is off');
      assert.equal((await cancel(id)).status, 500);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 18);
      fake.broken = undefined;
      await later(DUE_MS);
      const [canceled] = await sales();
      assert.equal(canceled.intencaoVendaStatus.id, 20);
      assert.deepEqual(fake.refunded, [`cancelamento ${canceled.pagamentosExternos[1].id}`]);
    });

    test('a refused cancel leaves the sale credited, with the reason in a second payment', async (context) => {
      const { sell, cancel, later, fake } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      fake.status = 'paid';
      await later(DUE_MS);
      fake.answer = { kind: 'refused', message: 'Prazo encerrado.' };
      const { intencaoVenda } = (await cancel(id)).body;
      assert.equal(intencaoVenda.intencaoVendaStatus.id, 10);
      assert.equal(intencaoVenda.pagamentosExternos[1].mensagemRespostaAdquirente, 'Prazo encerrado.');
    });

    test('a sale that is being paid right now is not canceled', async (context) => {
      const { sell, cancel, sales, fake } = await openShop(context, engine);
      const { id } = (await sell()).body.intencaoVenda;
      fake.status = 'underWay';
      assert.equal((await cancel(id)).status, 409);
      assert.equal((await sales())[0].intencaoVendaStatus.id, 5);
      fake.status = 'paid';
      assert.equal((await cancel(id)).body.intencaoVenda.intencaoVendaStatus.id, 20, 'the buyer was faster');
      assert.equal(fake.refunded.length, 1);
    });
  });
}

test('a charge never changes a sale that has ended, nor one that a payment client is working on', () => {
  const { pending, credited, cancelRequested, canceling } = SALE_STATUS;
  const charged: readonly number[] = [pending, credited, cancelRequested, canceling];
  const all: readonly ChargeStatus[] = [
    'waiting',
    'underWay',
    'paid',
    'refused',
    'failed',
    'expired',
    'refunded',
  ];
  for (const sale of SALE_STATUSES.filter((status) => !charged.includes(status))) {
    for (const charge of all) assert.equal(statusByCharge(sale, charge), undefined, `${sale} ${charge}`);
  }
});
