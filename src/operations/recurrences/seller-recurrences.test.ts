import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { localTime } from '../../platform/time/clock.ts';
import { testCardGateway } from '../charges/test-card-gateway.ts';
import { testForms } from '../client-cards/test-forms.ts';
import type { ClientTables } from '../clients/index.ts';
import { openOperationsRoom } from '../test-room.ts';
import { RECURRENCE_VIEWS } from './read.ts';
import { createSellerRecurrences } from './seller-recurrences.ts';

const HOUR_MS = 60 * 60_000;

for (const engine of SQLITE_BY_DAY) {
  describe(`recurrences of a seller, for screens (${engine})`, () => {
    test('are listed by state, newest first, with the last try and the next charge', async (context) => {
      const forms = testForms();
      const gateway = testCardGateway();
      const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
      const { id: personId, key } = await room.addPerson();
      const other = await room.addPerson();
      const { database, clock } = room;
      const recurrences = createSellerRecurrences({
        database,
        clock,
        cardForms: forms,
        time: localTime('America/Sao_Paulo'),
      });
      const client = (await room.call('/Cliente/Insert', key, { cpfCnpj: '11144477735' })).body.cliente;
      const insert = async (referencia: string, quantidade: number) => {
        const body = { clienteId: client.id, referencia, quantidade, valor: '50,00' };
        await room.call('/PagamentoRecorrente/Insert', key, { ...body, dataInicio: '15/01/2026 09:30' });
      };
      await insert('encerrada', 1);
      await insert('recusada', 2);
      await insert('cancelada', 2);
      await insert('ativa', 2);
      forms.fill('form-1', 'card');
      await recurrences.cancel({ personId, id: 3 }, async () => {});
      gateway.next.push(
        {},
        { status: 'refused', declineClass: 'soft_customer', result: { message: 'Saldo.' } },
      );
      clock.advance(HOUR_MS);
      for (const job of room.saleJobs) await job.run(new AbortController().signal);

      const list = async (view?: (typeof RECURRENCE_VIEWS)[number], beforeId?: number, limit = 10) =>
        recurrences.list({ personId, clientId: undefined, view, text: undefined }, { beforeId, limit });
      const references = async (...asked: Parameters<typeof list>) =>
        (await list(...asked)).map(({ recurrence }) => recurrence.reference);
      assert.deepEqual(await references(undefined, undefined, 3), ['ativa', 'cancelada', 'recusada']);
      assert.deepEqual(await references(undefined, 2), ['encerrada']);
      assert.deepEqual(await Promise.all(RECURRENCE_VIEWS.map((view) => references(view))), [
        ['ativa', 'recusada'],
        ['recusada'],
        ['encerrada'],
        ['cancelada'],
      ]);
      const [refused] = await list('refused');
      assert.deepEqual(
        [refused?.lastTried?.number, refused?.lastTried?.tries, refused?.next?.number],
        [1, 1, 1],
      );
      assert.match(refused?.lastTried?.result ?? '', /Saldo\./);
      const [ended] = await list('ended');
      assert.deepEqual([ended?.lastTried?.status, ended?.next], [10, undefined]);
      const ofOther = { personId: other.id, clientId: undefined, view: undefined, text: undefined };
      assert.deepEqual(await recurrences.list(ofOther, { beforeId: undefined, limit: 10 }), []);
      assert.equal(await recurrences.find(other.id, 1), undefined);
      const entry = { recurrenceId: 2, number: 1 };
      assert.equal(await recurrences.findSalesOfEntry(other.id, entry), undefined);
      const ofEntry = await recurrences.findSalesOfEntry(personId, entry);
      const sent = gateway.charged.find(({ reference }) => reference === 'recusada-1');
      assert.deepEqual(ofEntry, { reference: 'recusada-1', chargeId: sent?.chargeId });
      assert.equal(await recurrences.findSalesOfEntry(personId, { recurrenceId: 2, number: 3 }), undefined);
    });

    test('a plan that finds its client archived is refused, also when he is taken back before its commit', async (context) => {
      const forms = testForms();
      const gateway = testCardGateway();
      const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
      const { id: personId, key } = await room.addPerson();
      const client = (await room.call('/Cliente/Insert', key, { cpfCnpj: '11144477735' })).body.cliente;
      const { database, clock } = room;
      const archive = (archived: 1 | null) =>
        database.write((write) =>
          write.tables<ClientTables>().updateTable('clients').set({ archived }).execute(),
        );
      const takingBack: typeof database = {
        ...database,
        write: async (work) => {
          await archive(null);
          return database.write(work);
        },
      };
      const recurrences = createSellerRecurrences({
        database: takingBack,
        clock,
        cardForms: forms,
        time: localTime('America/Sao_Paulo'),
      });
      const wanted = {
        ...{ personId, clientId: client.id as number, reference: 'plano', description: 'Academia' },
        ...{ startsAt: '2026-02-10T09:00:00', months: 2, amount: 5_000 },
      };
      await archive(1);
      const create = () => recurrences.create(wanted, undefined, async () => {});
      await assert.rejects(create(), { code: 'client_archived' });
      const { id } = await create();
      assert.ok((await recurrences.find(personId, id))?.formUrl, 'whose card is asked for');
    });
  });
}
