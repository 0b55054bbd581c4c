import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ENGINES, type TestEngine } from '../../test/support/databases.ts';
import { Secret } from '../platform/secret.ts';
import { testCardGateway } from './charges/test-card-gateway.ts';
import { testForms } from './client-cards/test-forms.ts';
import { openOperationsRoom, refusedWith } from './test-room.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of a sale whose client is silent, and of one that nobody took. */
const IN_PAYMENT = 6;
const EXPIRED = 15;

async function openShop(context: TestContext, engine: TestEngine) {
  const forms = testForms();
  const gateway = testCardGateway();
  const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
  const seller = await room.addPerson();
  const call = (path: string, body: object) => room.call(path, seller.key, body);
  const run = async () => {
    for (const job of room.saleJobs) await job.run(new AbortController().signal);
  };
  const move = async (ms: number) => {
    room.clock.advance(ms);
    await run();
  };
  return { room, forms, gateway, seller, call, run, move };
}

/** An entry of a recurrence by a kept card, due now. */
async function openRecurrence(context: TestContext, engine: TestEngine, { withCard = true } = {}) {
  const shop = await openShop(context, engine);
  const { room, forms, call, run } = shop;
  const clienteId = (await call('/Cliente/Insert', { cpfCnpj: '11144477735' })).body.cliente.id;
  if (withCard) {
    const made = await call('/ClienteCartao/Insert', { clienteId });
    forms.fill(made.body.clienteCartao.gate2allToken, 'card');
  }
  /** It is due now, and looked at by a clock that is ahead. */
  const begin = async (aheadMs = 0) => {
    const dataInicio = new Date(room.clock.now()).toISOString();
    const made = await call('/PagamentoRecorrente/Insert', {
      clienteId,
      dataInicio,
      quantidade: 1,
      valor: 50,
    });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    room.clock.advance(aheadMs);
    await run();
  };
  const status = async () => {
    const { body } = await call('/PagamentoRecorrente/GetById', { pagamentoRecorrenteId: 1 });
    return body.pagamentoRecorrente.parcelas[0].status;
  };
  return { ...shop, begin, status };
}

async function openTill(context: TestContext, engine: TestEngine) {
  const shop = await openShop(context, engine);
  const { room, call } = shop;
  const terminalId = (await call('/Terminal/Insert', { nome: 'Caixa 1' })).body.terminal.id;
  const newClient = async (): Promise<string> =>
    (await call('/ClientePagamento/Insert', { terminalId })).body.clientePagamento.chave;
  const asClient = (key: string, path = '') =>
    room.inject({
      method: 'POST',
      url: `/payment-client/v1/work${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      payload: '{}',
    });
  const sell = async (body: object = {}) =>
    (await call('/Venda/Vender', { formaPagamentoId: 21, terminalId, valorTotalVendido: '40,00', ...body }))
      .body.intencaoVenda.id;
  const statusOf = async (id: number) =>
    (await call('/IntencaoVenda/GetById', { intencaoVendaId: id })).body.intencaoVenda.intencaoVendaStatus.id;
  return { ...shop, terminalId, newClient, asClient, sell, statusOf };
}

// The clock was ahead, or is right and was ahead before: what waits goes on, and is not left until that time comes again.
for (const engine of ENGINES) {
  describe(`a clock that is set back by hours (${engine})`, () => {
    test('leaves no entry of a recurrence under way that the gateway has charged', async (context) => {
      const { begin, gateway, move, status } = await openRecurrence(context, engine);
      gateway.next.push({ status: 'underWay' });
      await begin();
      gateway.change(1, 'paid');
      await move(-6 * HOUR_MS);
      assert.deepEqual([await status(), gateway.charged.length], [10, 1]);
    });

    test('looks again at an entry whose client had no card', async (context) => {
      const { begin, move, status, forms, call, gateway } = await openRecurrence(context, engine, {
        withCard: false,
      });
      await begin(20 * DAY_MS);
      const { body } = await call('/PagamentoRecorrente/GetById', { pagamentoRecorrenteId: 1 });
      forms.fill(body.pagamentoRecorrente.urlCapturarDadosCartao.split('/').at(-1), 'card');
      await move(-20 * DAY_MS);
      assert.deepEqual([await status(), gateway.charged.length], [10, 1]);
    });

    test('puts off a refused entry for a whole wait at the most, and tries it no earlier', async (context) => {
      const { begin, gateway, move, status } = await openRecurrence(context, engine);
      gateway.next.push({ status: 'refused', declineClass: 'soft_customer', result: { message: 'Saldo.' } });
      await begin(365 * DAY_MS);
      await move(-365 * DAY_MS);
      await move(9 * DAY_MS);
      assert.deepEqual([await status(), gateway.charged.length], [5, 1], 'the card schemes count tries');
      await move(2 * DAY_MS);
      assert.deepEqual([await status(), gateway.charged.length], [10, 2]);
    });

    test('lets the next client take over work of a silent one', async (context) => {
      const { move, newClient, asClient, sell, statusOf } = await openTill(context, engine);
      const dead = await newClient();
      const id = await sell();
      const { work } = (await asClient(dead)).body;
      assert.equal((await asClient(dead, `/${work.id}/take`)).status, 200);
      assert.equal(await statusOf(id), IN_PAYMENT);
      const next = await newClient();
      await move(-6 * HOUR_MS);
      assert.equal((await asClient(next)).status, 204, 'it may only just have fallen silent');
      await move(6 * MINUTE_MS);
      assert.equal((await asClient(next)).body.work.id, work.id);
      assert.equal((await asClient(next, `/${work.id}/take`)).status, 200);
    });

    test('ends a sale that nobody takes after its whole wait', async (context) => {
      const { move, newClient, sell, statusOf } = await openTill(context, engine);
      await newClient();
      const id = await sell();
      await move(-365 * DAY_MS);
      assert.notEqual(await statusOf(id), EXPIRED, 'it waits its whole time');
      await move(DAY_MS + MINUTE_MS);
      assert.equal(await statusOf(id), EXPIRED);
    });

    test('lets a print job expire after its life, and a technical password be tried after its lock', async (context) => {
      const { room, seller, call, move, terminalId, newClient } = await openTill(context, engine);
      await newClient();
      const made = await call('/IntencaoImpressao/Insert', { conteudo: 'Mesa 4', terminalId });
      const intencaoImpressaoId = made.body.intencaoImpressao.id;
      const printed = async () =>
        (await call('/IntencaoImpressao/GetById', { intencaoImpressaoId })).body.intencaoImpressao
          .intencaoImpressaoStatus.id;
      const check = (password: string) => room.technicalPasswords.check(seller.id, new Secret(password));
      for (let tries = 0; tries < 5; tries += 1)
        await assert.rejects(check('999999'), refusedWith('technical_password_wrong', 400));
      await move(-365 * DAY_MS);
      await assert.rejects(check('314159'), refusedWith('technical_password_locked', 429));
      await move(16 * MINUTE_MS);
      await check('314159');
      assert.equal(await printed(), 5);
      await move(HOUR_MS);
      assert.equal(await printed(), 20);
    });
  });
}
