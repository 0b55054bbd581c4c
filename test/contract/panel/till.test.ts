import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ClientCardRow } from '../../../src/panel/clients/schema.ts';
import type { Order, OrderRow } from '../../../src/panel/orders/schema.ts';
import type { Recurrence, RecurrenceRow, RecurrenceTry } from '../../../src/panel/recurrences/schema.ts';
import type { TillSale } from '../../../src/panel/till/schema.ts';
import { submit } from '../../support/hosted-page.ts';
import { answered, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const CASH = 11;
const TEF_CREDIT = 21;
const KEYED_CREDIT = 51;
const PAID = 10;
const CANCELED = 20;
const FRESH_MS = 10 * 60_000;
const LINK = { name: 'Bolo', amount: 2_000, types: 'any', installments: 1, askDocument: false };

onSqliteByDay('The till of the panel', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const logIn = async (who = SELLER): Promise<Browser> => {
    const browser = browserOf(service);
    okJson(await browser.logIn(who));
    return browser;
  };
  const terminal = async (browser: Browser, settings: object = {}): Promise<number> => {
    const all = { pointOfSale: true, sellsByValue: true, ...settings };
    const body = { name: 'Balcão', settings: all };
    return okJson<{ id: number }>(await browser.call('POST', '/terminals', body)).id;
  };
  const sell = (browser: Browser, body: object, key: string = randomUUID()) =>
    browser.call('POST', '/till/sales', { methodId: CASH, ...body }, { 'Idempotency-Key': key });
  const paidOnPage = async (browser: Browser, terminalId: number): Promise<TillSale> => {
    const sold = okJson<TillSale>(await sell(browser, { terminalId, methodId: KEYED_CREDIT, total: 2_000 }));
    assert.equal((await submit(service, new URL(sold.paymentUrl ?? '').pathname)).status, 303);
    const now = async () => okJson<TillSale>(await browser.call('GET', `/till/sales/${sold.id}`));
    await until(`sale ${sold.id} is paid`, async () => (await now()).status === PAID);
    return now();
  };

  test('a card sale above the refund limit is refunded only with a recent second factor', async (t) => {
    const admin = await logIn();
    okJson(await admin.call('PATCH', '/settings/security', { idleMinutes: 60, refundLimit: 1_999 }));
    t.after(async () => (await logIn()).call('PATCH', '/settings/security', { idleMinutes: 60 }));
    const sold = await paidOnPage(admin, await terminal(admin));
    service.clock.advance(FRESH_MS);
    const cancel = () => admin.call('POST', `/till/sales/${sold.id}/cancel`);
    assertRefused(await cancel(), 403, 'second_factor_needed');
    assert.equal(okJson<TillSale>(await admin.call('GET', `/till/sales/${sold.id}`)).status, PAID);
    okJson(await admin.call('POST', '/session/step-up', { password: SELLER.password }));
    assert.equal(okJson<TillSale>(await cancel()).status, CANCELED);
    assertRefused(await admin.call('POST', '/till/sales/999999/cancel'), 404, 'record_unknown');
  });

  test('a card sale up to the refund limit is refunded without one', async (t) => {
    const admin = await logIn();
    okJson(await admin.call('PATCH', '/settings/security', { idleMinutes: 60, refundLimit: 2_000 }));
    t.after(async () => (await logIn()).call('PATCH', '/settings/security', { idleMinutes: 60 }));
    const sold = await paidOnPage(admin, await terminal(admin));
    service.clock.advance(FRESH_MS);
    okJson(await admin.call('POST', `/till/sales/${sold.id}/cancel`));
  });

  test('a basket is sold once: its key returns the same sale again, and is refused with another method', async () => {
    const browser = await logIn();
    const terminalId = await terminal(browser);
    const key = randomUUID();
    const first = okJson<TillSale>(await sell(browser, { terminalId, total: 500 }, key));
    const again = okJson<TillSale>(await sell(browser, { terminalId, total: 500 }, key));
    assert.equal(again.id, first.id);
    const other = { terminalId, total: 500, methodId: KEYED_CREDIT };
    assertRefused(await sell(browser, other, key), 422, 'key_reused');
  });

  test('orders are listed, filtered and shown with their sales; one without sales can be canceled', async () => {
    const browser = await logIn();
    const terminalId = await terminal(browser, { orders: true });
    const saved = async (body: object) =>
      objectIn(answered(await post(service, '/Pedido/Insert', body, DEMO_KEY)), 'pedido').id as number;
    const pedidoFormasPagamento = [{ formaPagamento: { id: CASH }, quantidadeMaximaParcelas: 1 }];
    const sold = await saved({ valorTotalPedido: 20, referencia: 'mesa 4', pedidoFormasPagamento });
    const open = await saved({ valorTotalPedido: 7.5, referencia: 'mesa 5', obs: 'sem açúcar' });
    const sale = okJson<TillSale>(await sell(browser, { terminalId, total: 1_500, orderId: sold }));
    const list = async (query: string, as = browser) =>
      okJson<{ items: OrderRow[]; next: string | null }>(await as.call('GET', `/orders${query}`));
    const first = await list('?limit=1');
    assert.deepEqual([first.items[0]?.id, first.next], [open, String(open)]);
    assert.equal((await list(`?limit=1&cursor=${first.next}`)).items[0]?.id, sold);
    assert.deepEqual(
      (await list('?reference=mesa%204&status=6')).items.map(({ paid }) => paid),
      [1_500],
    );
    assert.deepEqual((await list('?reference=mesa%204&status=5,15')).items, []);
    assert.deepEqual(
      (await list('?reference=MESA&status=5')).items.map(({ id }) => id),
      [open],
    );
    assertRefused(await browser.call('GET', '/orders?status=pago'), 400, 'field_invalid');

    const order = okJson<Order>(await browser.call('GET', `/orders/${sold}`));
    assert.deepEqual(
      [order.total, order.paid, order.mayCancel, order.methods.map(({ name }) => name), order.items.length],
      [2_000, 1_500, false, ['Crédito avulso'], 1],
    );
    assert.deepEqual(
      order.sales.map(({ id }) => id),
      [sale.id],
    );
    assertRefused(await browser.call('POST', `/orders/${sold}/cancel`), 409, 'order_in_use');
    const canceled = okJson<Order>(await browser.call('POST', `/orders/${open}/cancel`));
    assert.deepEqual([canceled.status, canceled.note, canceled.mayCancel], [15, 'sem açúcar', false]);

    const operator = await logIn(OPERATOR);
    const audit = okJson<{ items: { title: string; record: string }[] }>(
      await operator.call('GET', '/audit?of=1'),
    );
    assert.ok(
      audit.items.some((row) => row.title === 'Cancelou um pedido' && row.record === `pedido:${open}`),
    );
    assert.deepEqual((await list('', operator)).items, []);
    assertRefused(await operator.call('GET', `/orders/${sold}`), 404, 'record_unknown');
    assertRefused(await operator.call('POST', `/orders/${sold}/cancel`), 404, 'not_found');
  });

  test('a client types its card on the page the panel asks for, each month is charged, and both end in the panel', async () => {
    const browser = await logIn();
    const { id } = okJson<{ id: number }>(
      await browser.call('POST', '/clients', { document: '39053344705' }),
    );
    const path = `/clients/${id}/cards`;
    const cards = async (method = 'GET', of = path) =>
      okJson<{ items: ClientCardRow[] }>(await browser.call(method, of)).items;
    const [asked] = await cards('POST');
    assert.deepEqual([asked?.state, asked?.last4], ['open', null]);
    const form = new URL(asked?.formUrl ?? '').pathname;
    assert.equal((await submit(service, form, { validade: '12/2035' })).status, 303);
    await until('the card is kept', async () => (await cards())[0]?.state === 'kept');
    const [card] = await cards();
    assert.deepEqual(
      [card?.brand, card?.last4, card?.expiration, card?.isCharged, card?.formUrl],
      ['Visa', '5682', '12/2035', true, null],
    );

    const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });
    const monthly = { clienteId: id, referencia: 'plano 7', quantidade: 3, valor: '50,00' };
    const dataInicio = `${day.format(service.clock.now())} 00:00`;
    const made = objectIn(
      answered(await post(service, '/PagamentoRecorrente/Insert', { ...monthly, dataInicio }, DEMO_KEY)),
      'pagamentoRecorrente',
    );
    const shown = async () => okJson<Recurrence>(await browser.call('GET', `/recurrences/${made.id}`));
    await until('the first month is paid', async () => {
      service.clock.advance(61_000);
      return (await shown()).paid === 1;
    });
    const { items } = okJson<{ items: RecurrenceRow[] }>(
      await browser.call('GET', `/recurrences?client=${id}&view=active`),
    );
    assert.deepEqual(
      items.map((row) => [row.id, row.amount, row.paid, row.months, row.lastTried?.number, row.next?.number]),
      [[made.id, 5_000, 1, 3, 1, 2]],
    );
    for (const query of ['?reference=plano%208', `?client=${id}&view=refused`, `?client=${id}&view=ended`]) {
      assert.deepEqual(okJson(await browser.call('GET', `/recurrences${query}`)), { items: [], next: null });
    }
    assertRefused(await browser.call('GET', '/recurrences?view=paga'), 400, 'field_invalid');
    const tries = okJson<{ items: RecurrenceTry[] }>(
      await browser.call('GET', `/recurrences/${made.id}/entries/1/tries`),
    );
    const { entries } = await shown();
    assert.deepEqual(
      tries.items.map(({ saleId, last4, status }) => [saleId, last4, status]),
      [[entries[0]?.saleId, '5682', 6]],
    );

    const operator = await logIn(OPERATOR);
    for (const [method, url] of [
      ['GET', `/recurrences/${made.id}`],
      ['GET', `/recurrences/${made.id}/entries/1/tries`],
      ['GET', path],
      ['POST', path],
      ['POST', `${path}/${card?.id}/prefer`],
      ['DELETE', `${path}/${card?.id}`],
    ] as const) {
      assertRefused(await operator.call(method, url), 404, 'record_unknown');
    }
    assertRefused(await operator.call('POST', `/recurrences/${made.id}/cancel`), 404, 'not_found');

    assert.deepEqual(await cards('POST', `${path}/${card?.id}/prefer`), [card]);
    assert.deepEqual(await cards('DELETE', `${path}/${card?.id}`), []);
    assert.equal((await shown()).needsCard, true);
    const canceled = okJson<Recurrence>(await browser.call('POST', `/recurrences/${made.id}/cancel`));
    assert.deepEqual(
      [canceled.statusName, canceled.mayCancel, canceled.entries.map(({ status }) => status)],
      ['Cancelado', false, [10, 20, 20]],
    );
    const audit = okJson<{ items: { title: string; record: string; detail: string | null }[] }>(
      await operator.call('GET', '/audit?of=1'),
    ).items.map(({ title, record, detail }) => [title, record, detail]);
    for (const entry of [
      ['Pediu um cartão a um cliente', `cliente:${id}`, null],
      ['Escolheu o cartão das cobranças de um cliente', `cliente:${id}`, null],
      ['Apagou um cartão de um cliente', `cliente:${id}`, 'cartão •5682'],
      ['Cancelou uma recorrência', `recorrencia:${made.id}`, null],
    ]) {
      assert.ok(
        audit.some((one) => String(one) === String(entry)),
        String(entry),
      );
    }
  });

  test('a sale that the settings of its terminal do not permit is refused', async () => {
    const browser = await logIn();
    okJson(await browser.call('POST', '/categories', { name: 'Bebidas' }));
    const product = okJson<{ id: number }>(
      await browser.call('POST', '/products', { name: 'Café', price: 650 }),
    );
    const items = [{ productId: product.id, quantity: 10_000 }];
    const total = 500;
    const refused = [
      [{ pointOfSale: false }, { total }, 'terminalId'],
      [{}, { items }, 'items'],
      [{ sellsByValue: false, sellsByProduct: true }, { total }, 'total'],
      [{}, { total, methodId: KEYED_CREDIT, installments: 2 }, 'installments'],
      [{ asksReference: true }, { total, reference: '  ' }, 'reference'],
      [{ asksClient: true }, { total }, 'clientId'],
      [{}, { total, orderId: 1 }, 'orderId'],
      [{ asksOperator: true }, { total }, 'operatorId'],
    ] as const;
    const newOperator = async (nome: string, ativo: boolean) =>
      objectIn(answered(await post(service, '/Operador/Insert', { nome, ativo }, DEMO_KEY)), 'operador').id;
    const gone = await newOperator('Bia', false);
    const asking = await terminal(browser, { asksOperator: true });
    okJson(await sell(browser, { terminalId: asking, total }));
    const ana = await newOperator('Ana', true);
    assert.deepEqual(okJson(await browser.call('GET', '/till/operators')), {
      items: [{ id: ana, name: 'Ana' }],
    });
    const byAna = await sell(browser, { terminalId: asking, total, operatorId: ana });
    assert.equal(okJson<TillSale>(byAna).operatorName, 'Ana');
    assertRefused(await sell(browser, { terminalId: asking, total, operatorId: gone }), 400, 'field_invalid');
    for (const [settings, body, field] of refused) {
      const answer = await sell(browser, { terminalId: await terminal(browser, settings), ...body });
      assertRefused(answer, 400, 'till_not_permitted');
      assert.equal((answer.json() as { error: { field: string } }).error.field, field);
    }
    const discounted = await sell(browser, { terminalId: await terminal(browser, {}), total, discount: 1 });
    assertRefused(discounted, 400, 'field_invalid');
    const { field, message } = (discounted.json() as { error: { field: string; message: string } }).error;
    assert.deepEqual([field, message], ['discount', 'O terminal não permite desconto.']);
    const byProduct = await terminal(browser, { sellsByValue: false, sellsByProduct: true });
    okJson(await sell(browser, { terminalId: byProduct, items, total: 650 }));
    const stale = await sell(browser, { terminalId: byProduct, items, total: 600 });
    assertRefused(stale, 400, 'field_invalid');
  });

  test('a sale is pushed where the terminal waits for its TEF, with its kind of installments', async () => {
    const browser = await logIn();
    for (const [settings, expected] of [
      [{}, [false, 2]],
      [{ waitsForTef: true, installmentKind: 'admin' }, [true, 1]],
    ] as const) {
      const terminalId = await terminal(browser, { allowsInstallments: true, ...settings });
      const issued = await post(service, '/ClientePagamento/Insert', { terminalId }, DEMO_KEY);
      const { chave } = objectIn(answered(issued), 'clientePagamento');
      okJson(await sell(browser, { terminalId, methodId: TEF_CREDIT, total: 500, installments: 2 }));
      const headers = { Authorization: `Bearer ${String(chave)}` };
      const path = '/payment-client/v1/work';
      const { work } = okJson<{ work: { autoStart: boolean; tipoParcelamento: number } }>(
        await service.send({ method: 'POST', path, headers }),
      );
      assert.deepEqual([work.autoStart, work.tipoParcelamento], expected);
    }
  });

  test('an integrator cannot sell, by till or link, for an inactive person', async () => {
    const operator = await logIn(OPERATOR);
    const person = { document: '12345678000195', name: 'Integra Ltda', kind: 'integrator' };
    const made = okJson<{ id: number }>(await operator.call('POST', '/persons', person));
    const { url } = okJson<{ url: string }>(await operator.call('POST', `/persons/${made.id}/activate`));
    const password = 'capivara laranja 64';
    const chosen = await service.send({
      method: 'POST',
      path: new URL(url).pathname,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ senha: password, repetida: password }).toString(),
    });
    assert.ok(chosen.status < 400, chosen.text);
    const integrator = await logIn({ login: person.document, password });
    const shop = okJson<{ id: number }>(
      await integrator.call('POST', '/persons', { document: '98765432100', name: 'Loja Nova' }),
    );
    const of = `?person=${shop.id}`;
    const settings = { pointOfSale: true, sellsByValue: true };
    const { id: terminalId } = okJson<{ id: number }>(
      await integrator.call('POST', `/terminals${of}`, { name: 'Balcão', settings }),
    );
    const sale = { terminalId, methodId: CASH, total: 500 };
    const sellFor = () =>
      integrator.call('POST', `/till/sales${of}`, sale, { 'Idempotency-Key': randomUUID() });
    assertRefused(await sellFor(), 403, 'shop_inactive');
    assertRefused(
      await integrator.call('POST', `/links${of}`, LINK, { 'Idempotency-Key': randomUUID() }),
      403,
      'shop_inactive',
    );
    okJson(await operator.call('POST', `/persons/${shop.id}/activate`));
    okJson(await sellFor());
    okJson(await integrator.call('POST', `/links${of}`, LINK, { 'Idempotency-Key': randomUUID() }));
  });

  test('an impossible date is refused at its field', async () => {
    const browser = await logIn();
    for (const field of ['from', 'to']) {
      const answer = await browser.call('GET', `/till/sales?${field}=2026-13-01`);
      assertRefused(answer, 400, 'field_invalid');
      assert.equal((answer.json() as { error: { field: string } }).error.field, field);
    }
    okJson(await browser.call('GET', '/till/sales?from=2026-02-28&to=2026-02-30'));
  });
});
