import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { Refusal } from '../../platform/index.ts';
import type { ChargeStatus, GatewayCharges, GivenBack } from '../charges/index.ts';
import { openOperationsRoom } from '../test-room.ts';
import { statusByCharge } from './charged-sale.ts';
import { SALE_STATUS, SALE_STATUSES } from './sale.ts';

const KEYED_CREDIT = 51;
const DUE_MS = 6_000;
const AGAIN_MS = 31_000;

/** A gateway that the tests break and mend; the real one stands behind keyed-sales.test.ts. */
function gatewayInPieces() {
  const pages = new Map<number, string>();
  const told = {
    opened: 0,
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
      return stateOf(id);
    },
    find: async (_personId, transactionId) => stateOf(transactionId),
    closePage: async () => told.status,
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
  const seller = await room.addPerson();
  const made = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa 1' });
  const terminalId = made.body.terminal.id;
  return {
    ...parts,
    sell: (more: object = {}) =>
      room.call('/Venda/Vender', seller.key, {
        formaPagamentoId: KEYED_CREDIT,
        terminalId,
        valorTotalVendido: 10,
        ...more,
      }),
    cancel: (intencaoVendaId: number) => room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId }),
    sales: async () => (await room.call('/IntencaoVenda/GetByFiltros', seller.key, {})).body.intencoesVendas,
    /** Lets the background work run after a while. */
    later: async (ms: number) => {
      room.clock.advance(ms);
      for (const job of room.saleJobs) await job.run(new AbortController().signal);
    },
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
      assert.equal((await sales())[0].intencaoVendaStatus.id, 20);
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
