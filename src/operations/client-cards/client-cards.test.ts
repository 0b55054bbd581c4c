import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';
import type { CardForm } from './card-forms.ts';
import { cardsNow, cardToCharge } from './client-card.ts';
import { testForms } from './test-forms.ts';

const TOKEN = '00000000-0000-0000-0000-0000000000001111';

async function openShop(context: Parameters<typeof openOperationsRoom>[0], engine: TestEngine) {
  const forms = testForms();
  const room = await openOperationsRoom(context, engine, { cardForms: forms });
  const seller = await room.addPerson();
  const made = await room.call('/Cliente/Insert', seller.key, {
    cpfCnpj: '11144477735',
    nomeRazaoSocial: 'Ana',
  });
  const clientId: number = made.body.cliente.id;
  const insert = (body: object, key = seller.key) => room.call('/ClienteCartao/Insert', key, body);
  const list = async () =>
    (await room.call('/ClienteCartao/GetByClienteId', seller.key, { clienteId: clientId })).body;
  return { room, forms, seller, clientId, insert, list };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`cards of clients (${engine})`, () => {
    test('a new one waits with the page on which the client types it, and is active once it is stored', async (context) => {
      const { forms, clientId, insert, list } = await openShop(context, engine);
      const { status, body } = await insert({ clienteId: clientId, preferencial: true, terminalId: 1 });
      assert.equal(status, 200);
      assert.match(body.data, /\.\d{4}$/);
      assert.deepEqual(body.clienteCartao, {
        id: 1,
        cliente: {
          id: clientId,
          cpfCnpj: '111.444.777-35',
          nomeRazaoSocial: 'Ana',
          email: null,
          telefone: null,
        },
        dataAtualizacao: '15/01/2026',
        dataInsercao: '15/01/2026 09:00',
        cartaoPan: null,
        cartaoValidade: null,
        bandeira: null,
        cartaoToken: null,
        gate2allToken: 'form-1',
        status: 1,
        statusDescricao: 'Token Pendente',
        urlCapturarDadosCartao: 'https://loja.example/v1/save-card/form-1',
        preferencial: true,
      });
      assert.deepEqual(forms.opened, [`cliente-${clientId}`]);
      forms.fill('form-1', TOKEN);
      const { data, listaClienteCartao, ...counts } = await list();
      assert.deepEqual(counts, { draw: 0, recordsTotal: 1, recordsFiltered: 1 });
      assert.deepEqual(listaClienteCartao, data);
      assert.deepEqual(
        [data[0].status, data[0].cartaoPan, data[0].cartaoValidade, data[0].bandeira, data[0].cartaoToken],
        [2, '423564******5682', '12/2035', 'VISA', TOKEN],
      );
      assert.deepEqual([data[0].urlCapturarDadosCartao, data[0].dataAtualizacao], [null, '16/01/2026']);
    });

    test('the wrapped body, the client in an object, and nulls are read; an edit changes the preferred one', async (context) => {
      const { clientId, insert, list, room, seller } = await openShop(context, engine);
      const nulls = { dataInsercao: null, cartaoPan: null, status: null };
      const first = await insert({
        clienteCartao: {
          Id: 0,
          Preferencial: true,
          clienteId: null,
          cliente: { id: clientId, email: null },
          ...nulls,
        },
      });
      assert.equal(first.status, 200, JSON.stringify(first.body));
      await insert({ clienteId: String(clientId), preferencial: true });
      const preferred = async () =>
        (await list()).data.map((card: { preferencial: boolean }) => card.preferencial);
      assert.deepEqual(await preferred(), [false, true]);
      const edited = await insert({ id: first.body.clienteCartao.id, preferencial: true });
      assert.deepEqual([edited.body.clienteCartao.id, edited.body.clienteCartao.preferencial], [1, true]);
      assert.deepEqual(await preferred(), [true, false]);
      const byQuery = await room.call(
        `/webapi/clientecartao/getbyclienteid?clienteId=${clientId}`,
        seller.key,
      );
      assert.equal(byQuery.body.recordsTotal, 2);
    });

    test('another seller neither adds to a client, nor sees or edits its cards', async (context) => {
      const { clientId, insert, room, list } = await openShop(context, engine);
      await insert({ clienteId: clientId });
      const other = await room.addPerson();
      assert.equal((await insert({ clienteId: clientId }, other.key)).status, 400);
      assert.equal((await insert({ id: 1, preferencial: true }, other.key)).status, 404);
      const seen = await room.call('/ClienteCartao/GetByClienteId', other.key, { clienteId: clientId });
      assert.equal(seen.status, 404);
      assert.equal((await list()).recordsTotal, 1);
    });

    test('a wrong request is refused with the invalid field and changes nothing', async (context) => {
      const { clientId, insert, list, room, seller } = await openShop(context, engine);
      assert.match((await insert({})).body.message, /\[clienteId\]/);
      assert.deepEqual((await insert({ clienteId: 99 })).body.message, 'Cliente 99 não encontrado.');
      assert.equal((await insert({ id: 5, clienteId: clientId })).status, 404);
      assert.equal((await insert({ clienteId: clientId, preferencial: 'talvez' })).status, 400);
      await insert({ clienteId: clientId });
      assert.equal((await insert({ id: 1, clienteId: 99, preferencial: true })).status, 400);
      assert.match(
        (await room.call('/ClienteCartao/GetByClienteId', seller.key, {})).body.message,
        /\[clienteId\]/,
      );
      assert.equal((await list()).recordsTotal, 1);
    });

    test('each write is in the audit', async (context) => {
      const { clientId, insert, room } = await openShop(context, engine);
      await insert({ clienteId: clientId });
      await insert({ id: 1, preferencial: true });
      await insert({ clienteId: 99 });
      const entries = await room.database
        .read<{ audit: { operation: string; result: string; record: string | null } }>()
        .selectFrom('audit')
        .select(['result', 'record'])
        .where('operation', '=', 'ClienteCartao/Insert')
        .execute();
      assert.deepEqual(
        entries.map(({ result, record }) => [result, record]),
        [
          ['ok', 'clienteCartao:1'],
          ['ok', 'clienteCartao:1'],
          ['value_invalid', null],
        ],
      );
    });

    test('a client has at most a hundred cards; unfilled forms make room', async (context) => {
      const { clientId, insert, list, forms } = await openShop(context, engine);
      for (let made = 0; made < 100; made += 1) await insert({ clienteId: clientId });
      assert.equal((await insert({ clienteId: clientId })).status, 409);
      forms.set('form-7', { kind: 'over' });
      assert.equal((await insert({ clienteId: clientId })).status, 200);
      const { data } = await list();
      assert.equal(data.length, 100);
      assert.ok(data.every(({ gate2allToken }: { gate2allToken: string }) => gate2allToken !== 'form-7'));
    });
  });
}

test('the same card twice is a duplicate, a deleted one is canceled, and an expired form is inactive', () => {
  const card = (id: number, preferred: 0 | 1 = 0) => ({
    id,
    personId: 1,
    clientId: 1,
    formId: `form-${id}`,
    preferred,
    createdAt: 0,
    updatedAt: 0,
  });
  const kept = (token: string) =>
    ({
      kind: 'kept',
      card: { token, mask: '', brand: undefined, expirationMonth: '', expirationYear: '', keptAt: 0 },
    }) as const;
  const forms = new Map<string, CardForm>([
    ['form-1', kept('a')],
    ['form-2', kept('b')],
    ['form-3', kept('a')],
    ['form-4', { kind: 'deleted' } as const],
    ['form-5', { kind: 'over' } as const],
    ['form-6', { kind: 'confirming' } as const],
  ]);
  const cards = [card(1), card(2), card(3), card(4), card(5), card(6), card(7)];
  const statuses = cardsNow(cards, forms).map(({ status }) => status);
  assert.deepEqual(statuses, [2, 2, 3, 4, 5, 1, 5]);
  const charged = (all: typeof cards) => cardToCharge(cardsNow(all, forms))?.id;
  assert.equal(charged(cards), 2, 'the newest that can be charged');
  assert.equal(charged([card(1, 1), card(2)]), 1, 'the preferred one');
  assert.equal(
    charged([card(1), card(2), card(3, 1)]),
    1,
    'the card that the preferred one is a duplicate of',
  );
  assert.equal(charged([card(1), card(4, 1)]), 1, 'the preferred one is gone');
  assert.equal(charged([card(4), card(5)]), undefined);
});
