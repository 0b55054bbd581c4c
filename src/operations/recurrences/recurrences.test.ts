import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { testCardGateway } from '../charges/test-card-gateway.ts';
import { testForms } from '../client-cards/test-forms.ts';
import { openOperationsRoom } from '../test-room.ts';
import type { RecurrenceTables } from './tables.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const URL = 'https://loja.example/retorno';

type Entry = Readonly<Record<string, unknown>> & { readonly status: number };

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const forms = testForms();
  const gateway = testCardGateway();
  const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
  const { id: sellerId, key } = await room.addPerson();
  const client = (await room.call('/Cliente/Insert', key, { cpfCnpj: '11144477735' })).body.cliente;
  const call = (path: string, body: object) => room.call(path, key, body);
  await call('/Callback/Insert', { callbackTipo: 1, urlCallback: URL });
  const run = async () => {
    for (const job of room.saleJobs) await job.run(new AbortController().signal);
  };
  const get = async (pagamentoRecorrenteId = 1) =>
    (await call('/PagamentoRecorrente/GetById', { pagamentoRecorrenteId })).body.pagamentoRecorrente;
  return {
    room,
    key,
    sellerId,
    forms,
    gateway,
    run,
    get,
    call,
    clientId: client.id as number,
    addCard: async (token: string, more: object = {}) => {
      const made = await call('/ClienteCartao/Insert', { clienteId: client.id, ...more });
      forms.fill(made.body.clienteCartao.gate2allToken, token);
    },
    insert: (more: object = {}, idempotencyKey?: string) =>
      room.call(
        '/PagamentoRecorrente/Insert',
        key,
        {
          clienteId: client.id,
          referencia: 'plano',
          descricao: 'Mensalidade',
          dataInicio: '31/01/2026 09:00',
          quantidade: '12',
          valor: '50,00',
          ...more,
        },
        idempotencyKey,
      ),
    cancel: (pagamentoRecorrenteId = 1) => call('/PagamentoRecorrente/Cancelar', { pagamentoRecorrenteId }),
    statuses: async () => (await get()).parcelas.map(({ status }: Entry) => status),
    /** To a local time, running the jobs there. */
    goTo: async (local: string) => {
      room.clock.advance(Date.parse(`${local}-03:00`) - room.clock.now());
      await run();
    },
    later: async (ms: number) => {
      room.clock.advance(ms);
      await run();
    },
  };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`recurrences (${engine})`, () => {
    test('a year of a card: each month once, on the 31st or the last day, with a callback each', async (context) => {
      const { insert, addCard, gateway, goTo, get, room, run } = await openShop(context, engine);
      await addCard('card');
      const made = (await insert()).body.pagamentoRecorrente;
      assert.deepEqual(
        [made.dataInicio, made.quantidade, made.valor, made.valorFormat, made.urlCapturarDadosCartao],
        ['31/01/2026 09:00', 12, 50, '50,00', null],
      );
      await goTo('2026-01-31T08:59:59');
      assert.equal(gateway.charged.length, 0);
      const days = [
        '01-31',
        '02-28',
        '03-31',
        '04-30',
        '05-31',
        '06-30',
        '07-31',
        '08-31',
        '09-30',
        '10-31',
        '11-30',
        '12-31',
      ];
      for (const [index, day] of days.entries()) {
        await goTo(`2026-${day}T09:00:00`);
        await run();
        assert.equal(gateway.charged.length, index + 1, day);
      }
      await goTo('2027-02-01T00:00:00');
      assert.deepEqual(
        gateway.charged.map(({ reference, amount, recurrent, cardToken }) => [
          reference,
          amount,
          recurrent,
          cardToken,
        ]),
        days.map((_, index) => [`plano-${index + 1}`, 5_000, true, 'card']),
      );
      const ended = await get();
      assert.ok(ended.parcelas.every(({ status }: Entry) => status === 10));
      assert.deepEqual(
        [ended.pagamentoRecorrenteStatus, ended.quantidadeAprovados],
        [{ id: 15, nome: 'Encerrado' }, 12],
      );
      assert.equal(room.callbacks.length, 12);
      const parameters = new globalThis.URL(room.callbacks[1]?.url ?? '').searchParams;
      assert.deepEqual(
        [
          parameters.get('pagamentoRecorrenteId'),
          parameters.get('pagamentoRecorrenteReferencia'),
          parameters.get('pagamentoRecorrenteParcela'),
        ],
        ['1', 'plano', '2'],
      );
      assert.equal(parameters.get('intencaoVendaId'), '');
    });

    test('one that the issuer refuses for now is tried again on later days, then denied; a hard refusal at once', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, get, room } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 2, dataInicio: '01/03/2026 09:00' });
      const refused = {
        status: 'refused',
        declineClass: 'soft_customer',
        result: { message: 'Saldo.' },
      } as const;
      for (let tries = 0; tries < 8; tries += 1) gateway.next.push(refused);
      await goTo('2026-03-01T09:00:00');
      await later(DAY_MS - HOUR_MS);
      assert.equal(gateway.charged.length, 1, 'not before a day is over');
      assert.equal((await get()).parcelas[0].proximaTentativa, '02/03/2026 09:00');
      await later(HOUR_MS);
      assert.equal(gateway.charged.length, 2);
      for (const days of [2, 3, 4, 5, 6, 7]) await later(days * DAY_MS);
      assert.equal(new Set(gateway.charged.map(({ key }) => key)).size, 8, 'each try has a key of its own');
      assert.deepEqual(await statuses(), [15, 5]);
      assert.equal((await get()).parcelas[0].mensagemRespostaAdquirente, 'Saldo.');
      gateway.next.push({ status: 'refused', declineClass: 'hard', result: {} });
      await goTo('2026-04-01T10:00:00');
      await later(40 * DAY_MS);
      assert.deepEqual([await statuses(), gateway.charged.length], [[15, 15], 9]);
      assert.deepEqual(
        room.callbacks.map(({ queue, status }) => [queue, status]),
        [
          ['recorrente-1', 15],
          ['recorrente-2', 15],
        ],
      );
    });

    test('a crash between charge and answer, and three instances at once, charge once', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, room } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      await goTo('2026-01-31T09:00:00');
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [5]]);
      gateway.beforeAnswer = async () => {};
      room.clock.advance(HOUR_MS);
      await Promise.all([later(0), later(0), later(0)]);
      await later(HOUR_MS);
      assert.deepEqual([gateway.charged.length, await statuses(), room.callbacks.length], [1, [10], 1]);
    });

    test('a try without an answer is found again after weeks, when its key is forgotten', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      await goTo('2026-01-31T09:00:00');
      gateway.beforeAnswer = async () => {};
      gateway.forgetKeys();
      await later(20 * DAY_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [10]]);
    });

    test('one whose card scheme names a later time is not tried before it', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, get } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1, dataInicio: '01/03/2026 09:00' });
      const refused = { status: 'refused', declineClass: 'soft_customer', result: {} } as const;
      gateway.next.push({ ...refused, retryAfter: Date.parse('2026-03-05T09:00:00-03:00') });
      gateway.next.push({ ...refused, retryAfter: Date.parse('2026-03-05T10:00:00-03:00') });
      await goTo('2026-03-01T09:00:00');
      assert.equal((await get()).parcelas[0].proximaTentativa, '05/03/2026 09:00');
      await later(3 * DAY_MS);
      assert.equal(gateway.charged.length, 1);
      await later(DAY_MS);
      assert.equal((await get()).parcelas[0].proximaTentativa, '07/03/2026 09:00', 'the longer wait holds');
      await later(2 * DAY_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [3, [10]]);
    });

    test('an answer that comes after the next try was made is not taken for that of the next try', async (context) => {
      const { insert, addCard, gateway, goTo, run, later, statuses, room } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      gateway.next.push({ status: 'refused', declineClass: 'soft_technical', result: {} });
      const charged = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      gateway.beforeAnswer = () => {
        charged.resolve();
        return resumed.promise;
      };
      const stalled = goTo('2026-01-31T09:00:00');
      await charged.promise;
      await later(HOUR_MS);
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      await later(HOUR_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [2, [5]], 'paid, but nobody knows');
      resumed.resolve();
      await stalled;
      gateway.beforeAnswer = async () => {};
      for (let hours = 0; hours < 8; hours += 1) await later(HOUR_MS);
      await run();
      assert.deepEqual([gateway.charged.length, await statuses(), room.callbacks.length], [2, [10], 1]);
    });

    test('three instances that reach a due entry together charge it once', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, room, run } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      room.clock.advance(Date.parse('2026-01-31T09:00:00-03:00') - room.clock.now());
      await Promise.all([run(), run(), run()]);
      await later(HOUR_MS);
      await goTo('2026-03-31T09:00:00');
      assert.deepEqual([gateway.charged.length, await statuses(), room.callbacks.length], [1, [10], 1]);
    });

    test('a try that began after its entry was found due elsewhere is not taken for a failed one', async (context) => {
      const { insert, addCard, gateway, goTo, later, run, room, get } = await openShop(context, engine);
      await addCard('card');
      for (const referencia of ['um', 'dois']) await insert({ quantidade: 1, referencia });
      const charged = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      gateway.beforeAnswer = () => {
        charged.resolve();
        return resumed.promise;
      };
      const slow = goTo('2026-01-31T09:00:00');
      await charged.promise;
      gateway.beforeAnswer = () => Promise.reject(new Error('the power is off'));
      await run();
      resumed.resolve();
      await slow;
      gateway.beforeAnswer = async () => {};
      for (let hours = 0; hours < 3; hours += 1) await later(HOUR_MS);
      const statuses = [await get(1), await get(2)].map(({ parcelas }) => parcelas[0].status);
      assert.deepEqual([gateway.charged.length, statuses, room.callbacks.length], [2, [10, 10], 2]);
    });

    test('an unknown outcome waits, is not tried again, and ends as it is found out', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      gateway.next.push({ status: 'underWay' });
      await goTo('2026-01-31T09:00:00');
      await later(3 * DAY_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [5]]);
      gateway.change(1, 'paid');
      await later(HOUR_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [10]]);
    });

    test('a client without a card gets a form, is charged once the card is kept, and is denied after 30 days', async (context) => {
      const { insert, gateway, forms, goTo, later, statuses, get } = await openShop(context, engine);
      const made = (await insert({ quantidade: 2 })).body.pagamentoRecorrente;
      assert.equal(made.urlCapturarDadosCartao, 'https://loja.example/v1/save-card/form-1');
      await goTo('2026-01-31T09:00:00');
      await goTo('2026-03-02T09:00:00');
      assert.deepEqual(await statuses(), [15, 5]);
      assert.match((await get()).parcelas[0].mensagemRespostaAdquirente, /está sem cartão válido/);
      forms.fill('form-1', 'card');
      await later(HOUR_MS);
      assert.deepEqual([await statuses(), gateway.charged[0]?.cardToken], [[15, 10], 'card']);
    });

    test('canceled, nothing more is charged; what is being charged at that moment ends by its outcome', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, cancel, get } = await openShop(
        context,
        engine,
      );
      await addCard('card');
      await insert({ quantidade: 3 });
      gateway.next.push({ status: 'underWay' });
      await goTo('2026-01-31T09:00:00');
      assert.equal((await cancel()).status, 200);
      assert.deepEqual(await statuses(), [5, 20, 20]);
      gateway.change(1, 'paid');
      await goTo('2026-06-01T09:00:00');
      await later(HOUR_MS);
      assert.deepEqual([await statuses(), gateway.charged.length], [[10, 20, 20], 1]);
      assert.equal((await cancel()).status, 200, 'a second time changes nothing');
      assert.deepEqual((await get()).pagamentoRecorrenteStatus, { id: 20, nome: 'Cancelado' });
    });

    test('canceled while a try is under way that is refused for now, it is never tried again', async (context) => {
      const shop = await openShop(context, engine);
      const { insert, addCard, gateway, goTo, later, statuses, cancel, get } = shop;
      await addCard('card');
      await insert({ quantidade: 2 });
      gateway.next.push({
        status: 'refused',
        declineClass: 'soft_customer',
        result: { message: 'Saldo.' },
      });
      gateway.beforeAnswer = async () => assert.equal((await cancel()).status, 200);
      await goTo('2026-01-31T09:00:00');
      await later(2 * DAY_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [20, 20]]);
      const [entry] = (await get()).parcelas;
      assert.deepEqual([entry.gate2allToken, entry.mensagemRespostaAdquirente], [gateway.idOf(1), 'Saldo.']);
    });

    test('an entry whose recurrence was canceled is not charged, even where it was left to be tried again', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, get, room } = await openShop(context, engine);
      await addCard('card');
      await insert({ quantidade: 1 });
      gateway.next.push({
        status: 'refused',
        declineClass: 'soft_customer',
        result: { message: 'Saldo.' },
      });
      await goTo('2026-01-31T09:00:00');
      await room.database.write((transaction) =>
        transaction.tables<RecurrenceTables>().updateTable('recurrences').set({ canceled: 1 }).execute(),
      );
      await later(2 * DAY_MS);
      assert.deepEqual([gateway.charged.length, await statuses()], [1, [20]]);
      const [entry] = (await get()).parcelas;
      assert.deepEqual([entry.gate2allToken, entry.mensagemRespostaAdquirente], [gateway.idOf(1), 'Saldo.']);
    });

    test('a card that was refused for good is never charged again: another one is, or a new one is waited for', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, get } = await openShop(context, engine);
      await addCard('other');
      await addCard('stolen', { preferencial: true });
      await insert({ quantidade: 4, dataInicio: '01/02/2026 09:00' });
      const hard = { status: 'refused', declineClass: 'hard', result: {} } as const;
      gateway.next.push(hard);
      await goTo('2026-02-01T09:00:00');
      assert.equal((await get()).urlCapturarDadosCartao, null);
      gateway.next.push(hard);
      await goTo('2026-03-01T09:00:00');
      await goTo('2026-04-01T09:00:00');
      assert.deepEqual(await statuses(), [15, 15, 5, 5]);
      const again = (await insert({ referencia: 'outro', dataInicio: '01/09/2026 09:00' })).body;
      assert.match(again.pagamentoRecorrente.urlCapturarDadosCartao, /form-3$/);
      await addCard('new');
      await later(HOUR_MS);
      assert.deepEqual(await statuses(), [15, 15, 10, 5]);
      assert.deepEqual(
        gateway.charged.map(({ cardToken }) => cardToken),
        ['stolen', 'other', 'new'],
      );
    });

    test('a seller whose access was taken away charges nobody until it is given back', async (context) => {
      const { insert, addCard, gateway, goTo, later, statuses, room, sellerId } = await openShop(
        context,
        engine,
      );
      await addCard('card');
      await insert({ quantidade: 2 });
      await room.accounts.deactivatePerson(sellerId);
      await goTo('2026-01-31T09:00:00');
      await later(DAY_MS);
      assert.equal(gateway.charged.length, 0);
      await room.accounts.reactivatePerson(sellerId);
      await later(DAY_MS);
      assert.deepEqual([await statuses(), gateway.charged.length], [[10, 5], 1]);
    });

    test('the same request with its Idempotency-Key gives the same recurrence, without one another; wrong ones name their fault', async (context) => {
      const { insert, call, cancel, clientId, room, gateway } = await openShop(context, engine);
      const first = (await insert({}, 'k')).body.pagamentoRecorrente.id;
      assert.equal((await insert({}, 'k')).body.pagamentoRecorrente.id, first);
      assert.equal((await insert({ valor: 70 }, 'k')).status, 422);
      assert.notEqual((await insert({ valor: 60.5 })).body.pagamentoRecorrente.id, first);
      const faults: readonly (readonly [object, RegExp])[] = [
        [{ clienteId: 0 }, /\[clienteId\]/],
        [{ clienteId: 99 }, /Cliente 99/],
        [{ dataInicio: '14/01/2026 10:00' }, /dataInicio/],
        [{ dataInicio: '31/02/2026 10:00' }, /dataInicio/],
        [{ dataInicio: '16/01/2036 10:00' }, /dataInicio.*10 anos/],
        [{ dataInicio: '31/12/9999 23:59', quantidade: 2 }, /dataInicio.*10 anos/],
        [{ dataInicio: '' }, /\[dataInicio\]|dataInicio/],
        [{ quantidade: 0 }, /quantidade/],
        [{ quantidade: 121 }, /quantidade/],
        [{ valor: '0' }, /valor/],
        [{ valor: 'x' }, /valor/],
      ];
      for (const [more, message] of faults) {
        const answer = await insert({ referencia: 'outro', ...more });
        assert.equal(answer.status, 400, JSON.stringify(more));
        assert.match(answer.body.message, message);
      }
      const another = (await insert()).body.pagamentoRecorrente.id;
      assert.equal(another, first + 2);
      assert.equal((await cancel(another)).status, 200);
      assert.equal((await cancel(first + 1)).status, 200);
      const listed = (await call('/PagamentoRecorrente/GetByClienteId', { clienteId: clientId })).body;
      assert.deepEqual(
        listed.pagamentosRecorrentes.map(
          ({ id, valorFormat, quantidadeAgendados, quantidadeCancelados }: Entry) => [
            id,
            valorFormat,
            quantidadeAgendados,
            quantidadeCancelados,
          ],
        ),
        [
          [first, '50,00', 12, 0],
          [first + 1, '60,50', 0, 12],
          [another, '50,00', 0, 12],
        ],
      );
      const other = await room.addPerson();
      for (const method of ['GetById', 'Cancelar']) {
        const path = `/PagamentoRecorrente/${method}?pagamentoRecorrenteId=${first}`;
        assert.equal((await room.call(path, other.key, {})).status, 404);
      }
      assert.equal(gateway.charged.length, 0);
    });
  });
}
