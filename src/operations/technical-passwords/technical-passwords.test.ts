import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { openOperationsRoom } from '../test-room.ts';
import { newPasswordFault } from './technical-password.ts';

const refusedAs = (code: string) => (error: unknown) => (error as { code?: string }).code === code;
const nothing = async () => undefined;

test('a new one has six to twelve digits, no leading zero, and in production is not an obvious one', () => {
  for (const good of ['271828', '161803398874'])
    assert.equal(newPasswordFault(good, 'production'), undefined);
  for (const bad of ['', '12345', '1234567890123', '012345', 'abcdef', '27182é']) {
    assert.notEqual(newPasswordFault(bad, 'sandbox'), undefined, bad);
  }
  for (const obvious of ['314159', '111111', '123456', '987654']) {
    assert.notEqual(newPasswordFault(obvious, 'production'), undefined, obvious);
    assert.equal(newPasswordFault(obvious, 'sandbox'), undefined, obvious);
  }
});

for (const engine of SQLITE_BY_DAY) {
  describe(`technical passwords (${engine})`, () => {
    test('five wrong ones in a row lock it for 15 minutes, even if sent concurrently', async (context) => {
      const { technicalPasswords, clock, addPerson } = await openOperationsRoom(context, engine);
      const { id } = await addPerson();
      const check = (password: string) => technicalPasswords.check(id, new Secret(password));
      await check('314159');
      for (let tried = 0; tried < 4; tried += 1) {
        await assert.rejects(check('000000'), refusedAs('technical_password_wrong'));
      }
      await check('314159');
      const codes = await Promise.all(
        Array.from({ length: 20 }, () => check('000000').catch((error: { code: string }) => error.code)),
      );
      assert.equal(codes.filter((code) => code === 'technical_password_wrong').length, 5);
      assert.equal(codes.filter((code) => code === 'technical_password_locked').length, 15);
      await assert.rejects(check('314159'), refusedAs('technical_password_locked'));
      assert.equal((await technicalPasswords.stateOf(id)).lockedUntil, clock.now() + 15 * 60_000);
      clock.advance(15 * 60_000);
      await check('314159');
    });

    test('a new one replaces the default, ends a lock, and is stored as a keyed hash', async (context) => {
      const { technicalPasswords, database, addPerson } = await openOperationsRoom(context, engine);
      const [first, second] = [await addPerson(), await addPerson()];
      const check = (id: number, password: string) => technicalPasswords.check(id, new Secret(password));
      for (let tried = 0; tried < 5; tried += 1) await assert.rejects(check(first.id, '999999'));
      await technicalPasswords.set(first.id, new Secret('271828'), nothing);
      await check(first.id, ' 271828 ');
      await assert.rejects(check(first.id, '314159'), refusedAs('technical_password_wrong'));
      await check(second.id, '314159');
      await technicalPasswords.set(second.id, new Secret('271828'), nothing);
      const rows = await database
        .read<{ technical_passwords: { person_id: number; hash: string } }>()
        .selectFrom('technical_passwords')
        .select('hash')
        .execute();
      assert.equal(new Set(rows.map(({ hash }) => hash)).size, 2, 'equal ones have different hashes');
      assert.ok(rows.every(({ hash }) => !hash.includes('271828')));
    });

    test('in production there is none until it is set, and then a credited sale can be canceled', async (context) => {
      const room = await openOperationsRoom(context, engine, { mode: 'production' });
      const seller = await room.addPerson();
      const terminal = await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa' });
      const terminalId = terminal.body.terminal.id;
      const sold = await room.call('/Venda/Vender', seller.key, {
        terminalId,
        formaPagamentoId: 21,
        valorTotalVendido: '10,00',
      });
      const intencaoVendaId = sold.body.intencaoVenda.id;
      const client = await room.call('/ClientePagamento/Insert', seller.key, { terminalId });
      const asClient = (path: string, payload: object = {}) =>
        room.inject({
          method: 'POST',
          url: `/payment-client/v1/work${path}`,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${client.body.clientePagamento.chave}`,
          },
          payload: JSON.stringify(payload),
        });
      const { work } = (await asClient('')).body;
      await asClient(`/${work.id}/take`);
      await asClient(`/${work.id}/result`, { approved: true });
      const cancel = (senhaTecnica: string) =>
        room.call('/Venda/CancelarVenda', seller.key, { intencaoVendaId, terminalId, senhaTecnica });
      const missing = await cancel('314159');
      assert.deepEqual([missing.status, /Configurações/.test(missing.body.message)], [400, true]);
      await room.technicalPasswords.set(seller.id, new Secret('271828'), nothing);
      assert.equal((await cancel('314159')).status, 400);
      const asked = await cancel('271828');
      assert.equal(asked.body.intencaoVenda.intencaoVendaStatus.id, 18);
    });
  });
}
