import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { openOperationsRoom } from '../test-room.ts';
import { ORDER_STATUS, type SalesOrder } from './order.ts';
import { ORDER_ITEMS, ORDERS } from './tables.ts';

const MANY = 10_000;
const PAGE = 1_000;

for (const engine of ENGINES) {
  test(`ten thousand orders are listed a thousand at a time, the newest first (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const seller = await room.addPerson();
    const orders = Array.from(
      { length: MANY },
      (_, index): SalesOrder => ({
        id: index + 1,
        personId: seller.id,
        status: ORDER_STATUS.open,
        createdAt: index,
        updatedAt: index,
        reference: `r${index % 2}`,
        note: undefined,
        total: 100,
        itemsTotal: 100,
        paid: 0,
        inPayment: 0,
        callbackUrl: undefined,
        physicalTerminalId: undefined,
      }),
    );
    const items = orders.map(({ id: orderId }) => ({
      orderId,
      position: 1,
      productId: 1,
      name: 'Pão',
      quantity: 10_000,
      price: 100,
    }));
    await room.database.write(async (transaction) => {
      await transaction.insertRows(ORDERS, orders);
      await transaction.insertRows(ORDER_ITEMS, items);
    });
    const idsOf = async (path: string, body: object) => {
      const answer = await room.call(path, seller.key, body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.pedidos.map(({ id }: { id: number }) => id);
    };
    const newest = Array.from({ length: PAGE }, (_, index) => MANY - index);
    assert.deepEqual(await idsOf('/Pedido/GetByFiltros', {}), newest);
    assert.deepEqual(await idsOf('/Pedido/GetPedidosByPessoaId', {}), newest);
    assert.deepEqual(
      await idsOf('/Pedido/GetByFiltros', { pagina: 10 }),
      newest.map((id) => id - MANY + PAGE),
    );
    const even = await idsOf('/Pedido/GetByPessoaIdByReferencia', { pedidoReferencia: 'r1' });
    assert.deepEqual(even.slice(0, 2), [MANY, MANY - 2]);
    assert.equal(even.length, PAGE);
  });
}
