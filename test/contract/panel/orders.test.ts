import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import type { Order, OrderRow } from '../../../src/panel/orders/schema.ts';
import type { Recurrence } from '../../../src/panel/recurrences/schema.ts';
import { assertRefused } from '../../support/gateway-answers.ts';
import { answered, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { browserOf, OPERATOR, okJson } from './panel-client.ts';

onSqliteByDay('What a shop makes in the panel', {}, (service) => {
  const made = async (path: string, name: string, body: object) =>
    Number(objectIn(answered(await post(service, path, body, DEMO_KEY)), name).id);

  test('an order of products costs what they cost, is listed, audited, and seen by the shop’s system', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    await made('/ProdutoCategoria/Insert', 'produtoCategoria', { nome: 'Padaria' });
    const coffee = await made('/Produto/Insert', 'produto', { nome: 'Café', valor: '6,50' });
    const open = await made('/Produto/Insert', 'produto', { nome: 'Bolo', solicitaValor: true });
    const items = [
      { productId: coffee, quantity: 20_000 },
      { productId: open, quantity: 5_000, price: 9_000 },
    ];
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const wanted = { reference: 'Mesa 4', note: 'sem açúcar', items };
    const order = okJson<Order>(await browser.call('POST', '/orders', wanted, key));
    assert.deepEqual(
      [order.total, order.reference, order.note, order.statusName],
      [5_800, 'Mesa 4', 'sem açúcar', 'Aberto'],
    );
    assert.deepEqual(
      order.items.map(({ name, price }) => [name, price]),
      [
        ['Café', 650],
        ['Bolo', 9_000],
      ],
    );
    const { items: listed } = okJson<{ items: OrderRow[] }>(await browser.call('GET', '/orders'));
    assert.equal(listed[0]?.id, order.id);
    assert.equal(okJson<Order>(await browser.call('POST', '/orders', wanted, key)).id, order.id);
    assert.equal((await browser.call('POST', '/orders', { items }, key)).status, 422);
    assertRefused(await browser.call('POST', '/orders', wanted), 400, 'idempotency_key_missing');
    const after = okJson<{ items: OrderRow[] }>(await browser.call('GET', '/orders'));
    assert.equal(after.items.length, listed.length);
    const seen = answered(await post(service, '/Pedido/GetById', { pedidoId: order.id }, DEMO_KEY));
    assert.equal(objectIn(seen, 'pedido').referencia, 'Mesa 4');
    for (const wrong of [
      { items: [] },
      { items: [{ productId: open, quantity: 10_000 }] },
      { items: [{ productId: 9_999, quantity: 10_000 }] },
      { items: [{ productId: coffee, quantity: 0 }] },
    ]) {
      const another = { 'Idempotency-Key': crypto.randomUUID() };
      const refused = await browser.call('POST', '/orders', wrong, another);
      assert.equal(refused.status, 400, refused.text);
    }
    assert.ok((await auditTitles()).includes('Criou um pedido'));
  });

  test('a recurrence is paused and goes on, and both are in the audit', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const clientId = await made('/Cliente/Insert', 'cliente', { cpfCnpj: '39053344705' });
    const monthly = { clienteId: clientId, dataInicio: '01/02/2035 00:00', quantidade: 12, valor: '129,00' };
    const id = await made('/PagamentoRecorrente/Insert', 'pagamentoRecorrente', monthly);
    const paused = okJson<Recurrence>(await browser.call('POST', `/recurrences/${id}/pause`, {}));
    assert.ok(paused.pausedAt !== null && !paused.overdue && paused.mayCancel);
    const resumed = okJson<Recurrence>(await browser.call('POST', `/recurrences/${id}/resume`, {}));
    assert.deepEqual([resumed.pausedAt, resumed.next?.number], [null, 1]);
    assert.equal((await browser.call('POST', '/recurrences/9999/pause', {})).status, 404);
    const titles = await auditTitles();
    for (const title of ['Pausou uma recorrência', 'Retomou uma recorrência'])
      assert.ok(titles.includes(title));
  });

  async function auditTitles(): Promise<readonly string[]> {
    const admin = browserOf(service);
    okJson(await admin.logIn(OPERATOR));
    const { items } = okJson<{ items: AuditRow[] }>(await admin.call('GET', '/audit'));
    return items.map(({ title }) => title);
  }
});
