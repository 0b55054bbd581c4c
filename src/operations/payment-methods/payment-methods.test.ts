import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { openOperationsRoom, refusedWith } from '../test-room.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`payment methods (${engine})`, () => {
    test('a person has all sixteen until the operator restricts them, and again after a reset', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const [seller, other] = [await room.addPerson(), await room.addPerson()];
      const idsOf = async (key: string) =>
        (await room.call('/FormaPagamento/GetByPessoaId', key)).body.formasPagamento.map(
          (method: { id: number }) => method.id,
        );
      const all = [1, 2, 11, 12, 13, 41, 21, 22, 23, 24, 25, 32, 33, 51, 52, 53];
      assert.deepEqual(await idsOf(seller.key), all);
      await room.paymentMethods.narrow(seller.id, [53, 41]);
      await room.paymentMethods.narrow(seller.id, [53, 41, 21]);
      assert.deepEqual(await idsOf(seller.key), [41, 21, 53], 'in the order of the list');
      assert.deepEqual(await idsOf(other.key), all);
      await room.paymentMethods.reset(seller.id);
      assert.deepEqual(await idsOf(seller.key), all);
    });

    test('in production only those that somebody can sell with are listed; sold all the same, they are unavailable', async (context) => {
      const room = await openOperationsRoom(context, engine, { mode: 'production' });
      const seller = await room.addPerson();
      const listed = (await room.call('/FormaPagamento/GetByPessoaId', seller.key)).body.formasPagamento;
      const ids = listed.map((method: { id: number }) => method.id);
      assert.deepEqual(ids, [1, 2, 11, 12, 13, 41, 21, 22, 23, 24, 32, 33, 51, 52]);
      const { terminal } = (await room.call('/Terminal/Insert', seller.key, { nome: 'Caixa' })).body;
      for (const formaPagamentoId of [25, 53]) {
        const sale = { formaPagamentoId, terminalId: terminal.id, valorTotalVendido: '5,00' };
        const answer = await room.call('/Venda/Vender', seller.key, sale);
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body, { message: 'Forma de pagamento indisponível.' });
      }
      await room.paymentMethods.narrow(seller.id, [53, 41]);
      const narrowed = (await room.call('/FormaPagamento/GetByPessoaId', seller.key)).body.formasPagamento;
      assert.deepEqual(
        narrowed.map((method: { id: number }) => method.id),
        [41],
      );
    });

    test('in production a Pix is listed for who has an account for it, or a payment client that says that it takes it', async (context) => {
      const withAccount = await openOperationsRoom(context, engine, { mode: 'production', pixAccount: true });
      const room = await openOperationsRoom(context, engine, { mode: 'production' });
      const [seller, other] = [await withAccount.addPerson(), await room.addPerson()];
      const has = async (at: typeof room, { id }: { readonly id: number }) =>
        (await at.paymentMethods.listFor(id)).some((method) => method.id === 25);
      assert.equal(await has(withAccount, seller), true);
      assert.equal(await withAccount.paymentMethods.pixAt(seller.id, 1), 'account');
      const hasSlips = (await withAccount.paymentMethods.listFor(seller.id)).some(({ id }) => id === 53);
      assert.deepEqual([hasSlips, await withAccount.paymentMethods.makesSlips(seller.id)], [true, true]);
      assert.equal(await room.paymentMethods.makesSlips(other.id), false);
      const terminalOf = async (nome: string) =>
        (await room.call('/Terminal/Insert', other.key, { nome })).body.terminal.id as number;
      const [terminalId, another] = [await terminalOf('Caixa 1'), await terminalOf('Caixa 2')];
      const made = await room.call('/ClientePagamento/Insert', other.key, { terminalId });
      const poll = (kinds: string) =>
        room.inject({
          method: 'POST',
          url: `/payment-client/v1/work?kinds=${kinds}`,
          headers: { authorization: `Bearer ${made.body.clientePagamento.chave}` },
        });
      await poll('payment');
      assert.equal(await has(room, other), false);
      await poll('payment,pix');
      assert.equal(await has(room, other), true);
      assert.equal(await room.paymentMethods.pixAt(other.id, terminalId), 'client');
      assert.equal(await room.paymentMethods.pixAt(other.id, another), undefined);
      await room.call('/ClientePagamento/Insert', other.key, { terminalId });
      assert.equal(await has(room, other), false, 'a newer client has not said so');
    });

    test('a person that does not exist is refused', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const unknown = refusedWith('person_unknown', 404);
      await assert.rejects(room.paymentMethods.listFor(9), unknown);
      await assert.rejects(room.paymentMethods.narrow(9, [41]), unknown);
      await assert.rejects(room.paymentMethods.reset(9), unknown);
    });
  });
}
