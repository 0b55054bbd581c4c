import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { localTime } from '../../platform/time/clock.ts';
import { testCardGateway } from '../charges/test-card-gateway.ts';
import { testForms } from '../client-cards/test-forms.ts';
import { openOperationsRoom } from '../test-room.ts';
import { ENTRY_STATUS } from './recurrence.ts';
import { createSellerRecurrences } from './seller-recurrences.ts';

const nothing = async () => {};

for (const engine of SQLITE_BY_DAY) {
  describe(`a recurrence that is paused (${engine})`, () => {
    test('charges nothing, and leaves out what fell due in the pause when it goes on', async (context) => {
      const forms = testForms();
      const gateway = testCardGateway();
      const room = await openOperationsRoom(context, engine, { cardForms: forms, gateway });
      const { id: personId, key } = await room.addPerson();
      const stranger = await room.addPerson();
      const { database, clock } = room;
      const time = localTime('America/Sao_Paulo');
      const recurrences = createSellerRecurrences({ database, clock, cardForms: forms, time });
      const client = (await room.call('/Cliente/Insert', key, { cpfCnpj: '11144477735' })).body.cliente;
      const monthly = { clienteId: client.id, quantidade: 5, valor: '50,00', dataInicio: '31/01/2026 09:00' };
      await room.call('/PagamentoRecorrente/Insert', key, monthly);
      await room.call('/ClienteCartao/Insert', key, { clienteId: client.id });
      forms.fill('form-1', 'card');
      const goTo = async (local: string) => {
        clock.advance(Date.parse(`${local}-03:00`) - clock.now());
        for (const job of room.saleJobs) await job.run(new AbortController().signal);
      };
      const pause = (paused: boolean) => recurrences.pause({ personId, id: 1, paused }, nothing);
      const statuses = async () =>
        (await recurrences.find(personId, 1))?.entries.map(({ status }) => status) ?? [];

      await goTo('2026-01-31T09:00:00');
      assert.equal(gateway.charged.length, 1);
      await goTo('2026-02-10T12:00:00');
      const asStranger = recurrences.pause({ personId: stranger.id, id: 1, paused: true }, nothing);
      await assert.rejects(asStranger, { code: 'not_found' });
      await pause(true);
      const { pausedAt } = await pause(true);
      assert.equal(pausedAt, Date.parse('2026-02-10T12:00:00-03:00'), 'a second pause changes nothing');
      await goTo('2026-02-28T09:30:00');
      await goTo('2026-03-31T09:30:00');
      assert.equal(gateway.charged.length, 1);

      await goTo('2026-04-05T10:00:00');
      await pause(false);
      const { approved, canceled, scheduled } = ENTRY_STATUS;
      assert.deepEqual(await statuses(), [approved, canceled, canceled, scheduled, scheduled]);
      await goTo('2026-04-05T11:00:00');
      assert.equal(gateway.charged.length, 1, 'months of the pause are not made up for');
      await goTo('2026-04-30T09:15:00');
      assert.deepEqual(
        gateway.charged.map(({ reference }) => reference),
        ['recorrente-1-1', 'recorrente-1-4'],
      );
      await pause(false);
      assert.deepEqual(await statuses(), [approved, canceled, canceled, approved, scheduled]);
      await recurrences.cancel({ personId, id: 1 }, nothing);
      await assert.rejects(pause(true), { code: 'not_found' });
    });
  });
}
