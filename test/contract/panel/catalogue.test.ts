import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { picture } from '../../../src/operations/photos/test-images.ts';
import { answered, DEMO_KEY, objectIn, post } from '../../support/operations-client.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}
interface Listed {
  readonly items: readonly Row[];
  readonly next: string | null;
}
interface Product extends Row {
  readonly price: number | null;
  readonly quantity: number | null;
  readonly photoUrl: string | null;
  readonly reference: string | null;
  readonly fiscal: { readonly ncm?: string };
}

onSqliteByDay('Products, categories, terminals and clients in the panel', {}, (service) => {
  test('a product needs a category, and is then listed by the operational interface', async () => {
    const browser = await seller(service);
    assertRefused(await browser.call('POST', '/products', { name: 'Café' }), 409, 'category_missing');
    const category = okJson<Row>(await browser.call('POST', '/categories', { name: 'Bebidas' }));
    const made = okJson<Product>(
      await browser.call('POST', '/products', {
        name: ' Café coado ',
        categoryId: category.id,
        price: 1250,
        quantity: 15_000,
        stockControlled: true,
        reference: 'CAF-1',
        fiscal: { ncm: '09012100' },
      }),
    );
    assert.equal(made.name, 'Café coado');
    const key = 'chaveDeDemonstracaoDoVendedor0001';
    const { produtos } = (await service.send({ path: `/Produto/GetByPessoaId?key=${key}` })).json() as {
      produtos: { id: number; valor: string; quantidade: number; ncm: string }[];
    };
    const listed = produtos.find(({ id }) => id === made.id);
    assert.deepEqual([listed?.valor, listed?.quantidade, listed?.ncm], ['12,50', 1.5, '09012100']);
    const emptied = okJson<Product>(
      await browser.call('PATCH', `/products/${made.id}`, { name: 'Café coado', categoryId: category.id }),
    );
    assert.deepEqual(
      [emptied.price, emptied.quantity, emptied.reference, emptied.fiscal],
      [null, 15_000, null, {}],
      'the quantity stays: sales may have changed it since the form was opened',
    );
  });

  test('a category is deleted once no product is in it', async () => {
    const browser = await seller(service);
    const [used, empty] = [
      okJson<Row>(await browser.call('POST', '/categories', { name: 'Doces' })),
      okJson<Row>(await browser.call('POST', '/categories', { name: 'Digitada errada' })),
    ];
    okJson(await browser.call('POST', '/products', { name: 'Brigadeiro', categoryId: used.id, price: 300 }));
    assertRefused(await browser.call('DELETE', `/categories/${used.id}`), 409, 'category_in_use');
    okJson(await browser.call('DELETE', `/categories/${empty.id}`));
    assertRefused(await browser.call('DELETE', `/categories/${empty.id}`), 404, 'not_found');
    const { items } = okJson<Listed>(await browser.call('GET', '/categories'));
    assert.ok(items.some(({ id }) => id === used.id));
    assert.ok(items.every(({ id }) => id !== empty.id));
  });

  test('a photo is decoded, shown, kept by a change without a photo, and removed', async () => {
    const browser = await seller(service);
    okJson(await browser.call('POST', '/categories', { name: 'Salgados' }));
    const photo = `data:image/jpeg;base64,${(await picture('jpeg', { width: 40, height: 30 })).toString('base64')}`;
    const made = okJson<Product>(await browser.call('POST', '/products', { name: 'Coxinha', photo }));
    const path = new URL(made.photoUrl ?? '').pathname;
    assert.equal((await service.send({ path })).headers['content-type'], 'image/jpeg');
    const kept = okJson<Product>(await browser.call('PATCH', `/products/${made.id}`, { name: 'Coxinha' }));
    assert.equal(kept.photoUrl, made.photoUrl);
    const body = { name: 'Coxinha', removePhoto: true };
    assert.equal(okJson<Product>(await browser.call('PATCH', `/products/${made.id}`, body)).photoUrl, null);
    const broken = await browser.call('POST', '/products', {
      name: 'Pastel',
      photo: 'data:image/png;base64,AAAA',
    });
    assertRefused(broken, 400, 'photo_invalid');
  });

  test('a large photo is only read from a logged-in user', async () => {
    const browser = await seller(service);
    okJson(await browser.call('POST', '/categories', { name: 'Doces' }));
    const photo = 'A'.repeat(2 * 1024 * 1024);
    assertRefused(await browser.call('POST', '/products', { name: 'Bolo', photo }), 400, 'photo_invalid');
    assertRefused(
      await browserOf(service).call('POST', '/products', { name: 'Bolo', photo }),
      401,
      'session_missing',
    );
  });

  test('lists are newest first, page after page, and are searched without accents or case', async () => {
    const browser = await seller(service);
    for (const name of ['Pão de açúcar', 'Pão francês', 'Broa']) {
      okJson(await browser.call('POST', '/categories', { name }));
    }
    const first = okJson<Listed>(await browser.call('GET', '/categories?limit=2'));
    assert.deepEqual(
      first.items.map(({ name }) => name),
      ['Broa', 'Pão francês'],
    );
    const next = okJson<Listed>(await browser.call('GET', `/categories?limit=1&cursor=${first.next}`));
    assert.deepEqual(
      next.items.map(({ name }) => name),
      ['Pão de açúcar'],
    );
    const found = okJson<Listed>(await browser.call('GET', '/categories?search=ACUCAR%20pao'));
    assert.deepEqual(
      found.items.map(({ name }) => name),
      ['Pão de açúcar'],
    );
    const none = okJson<Listed>(await browser.call('GET', '/categories?search=nada%20disso'));
    assert.deepEqual(none, { items: [], next: null });
  });

  test('a terminal has its own physical terminal or shares one, and keeps all its settings', async () => {
    const browser = await seller(service);
    const settings = {
      sellsByProduct: true,
      asksReference: true,
      tefIdentifier: 'PDV-7',
      installmentKind: 'admin',
    };
    const made = okJson<Row & { physical: { id: number; name: string } }>(
      await browser.call('POST', '/terminals', { name: 'Caixa 1', installationId: 'abc-1', settings }),
    );
    assert.equal(made.physical.name, 'Caixa 1');
    const shared = okJson<Row & { physical: object; settings: Record<string, unknown> }>(
      await browser.call('POST', '/terminals', {
        name: 'Caixa 2',
        physicalTerminalId: made.physical.id,
        installationId: 'abc-1',
        settings: {},
      }),
    );
    assert.deepEqual(shared.physical, { id: made.physical.id, name: 'Caixa 1', installationId: 'abc-1' });
    const read = okJson<{ settings: Record<string, unknown> }>(
      await browser.call('GET', `/terminals/${made.id}`),
    );
    assert.equal(Object.keys(read.settings).length, 18);
    for (const [name, value] of Object.entries(settings)) assert.equal(read.settings[name], value);
    assert.equal(read.settings.sellsByValue, false);
    const body = { name: 'Caixa 1', settings: { installmentKind: 'banco' } };
    assertRefused(await browser.call('PATCH', `/terminals/${made.id}`, body), 400, 'field_invalid');
  });

  test('a client is found by the document with punctuation, and an invalid document is refused at its field', async () => {
    const browser = await seller(service);
    const body = { document: '390.533.447-05', name: 'Ana Souza', address: { city: 'Campinas' } };
    const made = okJson<Row & { address: object }>(await browser.call('POST', '/clients', body));
    assert.deepEqual(made.address, { city: 'Campinas' });
    const found = okJson<Listed>(await browser.call('GET', '/clients?search=390.533.447-05'));
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [made.id],
    );
    const wrong = await browser.call('POST', '/clients', { document: '390.533' });
    assertRefused(wrong, 400, 'document_invalid');
    assert.equal((wrong.json() as { error: { field: string } }).error.field, 'document');
  });

  test('a client is archived, listed apart, known to the operational interface, and taken back', async () => {
    const browser = await seller(service);
    const { id } = okJson<Row>(
      await browser.call('POST', '/clients', { document: '529.982.247-25', name: 'Rui Dias' }),
    );
    const listed = async (query: string) =>
      okJson<Listed>(await browser.call('GET', `/clients${query}`)).items.some((row) => row.id === id);
    const archived = okJson<{ archived: boolean }>(await browser.call('POST', `/clients/${id}/archive`));
    assert.equal(archived.archived, true);
    assert.deepEqual([await listed(''), await listed('?archived=true')], [false, true]);
    const known = await service.send({ path: `/Cliente/GetById?key=${DEMO_KEY}&clienteId=${id}` });
    assert.equal(objectIn(answered(known), 'cliente').nomeRazaoSocial, 'Rui Dias');
    const edited = { document: '529.982.247-25', name: 'Rui Dias Neto' };
    okJson(await browser.call('PATCH', `/clients/${id}`, edited));
    assert.deepEqual([await listed(''), await listed('?archived=true')], [false, true]);
    okJson(await browser.call('POST', `/clients/${id}/reactivate`));
    assert.deepEqual([await listed(''), await listed('?archived=true')], [true, false]);
    assertRefused(await browser.call('POST', '/clients/999999/archive'), 404, 'not_found');
  });

  test('a terminal is archived once it is closed and not paired; then only the operational interface sells at it', async () => {
    const browser = await seller(service);
    const terminal = { name: 'Quiosque', settings: { pointOfSale: true, sellsByValue: true } };
    const { id } = okJson<Row>(await browser.call('POST', '/terminals', terminal));
    const archive = () => browser.call('POST', `/terminals/${id}/archive`);
    const open = () =>
      browser.call(
        'POST',
        '/till/shifts',
        { terminalId: id, openingCash: 0 },
        { 'idempotency-key': randomUUID() },
      );
    const shift = okJson<Row>(await open());
    assertRefused(await archive(), 409, 'terminal_shift_open');
    okJson(await browser.call('POST', `/till/shifts/${shift.id}/close`, { countedCash: 0 }));
    const { paymentClients } = service.rooms();
    await paymentClients.issue({ personId: 1, terminalId: id }, async () => undefined);
    assertRefused(await archive(), 409, 'terminal_paired');
    okJson(await browser.call('DELETE', `/terminals/${id}/payment-client`));
    okJson(await archive());
    assertRefused(await open(), 409, 'shift_terminal_archived');
    const pair = { pairingCode: 'BCDF-2345' };
    const paired = await browser.call('POST', `/terminals/${id}/payment-client`, pair);
    assertRefused(paired, 409, 'pairing_terminal_archived');
    const sale = { terminalId: id, methodId: 41, total: 1000 };
    const sold = () => browser.call('POST', '/till/sales', sale, { 'idempotency-key': randomUUID() });
    assertRefused(await sold(), 409, 'terminal_archived');
    const byApi = { terminalId: id, formaPagamentoId: 41, valorTotalVendido: '10,00' };
    answered(await post(service, '/Venda/Vender', byApi, DEMO_KEY));
    // Who asks there knows of no archived one; the panel shows what was paired, and unpairs it.
    answered(await post(service, '/ClientePagamento/Insert', { terminalId: id }, DEMO_KEY));
    const shown = okJson<{ archived: boolean; paymentClient: object | null }>(
      await browser.call('GET', `/terminals/${id}`),
    );
    assert.deepEqual([shown.archived, shown.paymentClient !== null], [true, true]);
    okJson(await browser.call('DELETE', `/terminals/${id}/payment-client`));
    okJson(await browser.call('POST', `/terminals/${id}/reactivate`));
    okJson(await sold());
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { items } = okJson<{ items: { title: string; record: string | null }[] }>(
      await operator.call('GET', '/audit?limit=50'),
    );
    const titles = new Set(
      items.filter(({ record }) => record === `terminal:${id}`).map(({ title }) => title),
    );
    assert.ok(titles.has('Arquivou um terminal') && titles.has('Reativou um terminal'), [...titles].join());
  });

  test('the sixteen payment methods are listed, with those that the shop can sell with', async () => {
    const browser = await seller(service);
    const list = async () =>
      okJson<{ items: { id: number; available: boolean; lacks: string | null }[] }>(
        await browser.call('GET', '/payment-methods'),
      ).items;
    const items = await list();
    assert.equal(items.length, 16);
    const lacking = items.filter(({ available }) => !available).map(({ id, lacks }) => [id, lacks]);
    assert.deepEqual(lacking, []);
    await service.command('payment-method', 'narrow', '--person', '1', '--methods', '41,25');
    const narrowed = (await list()).filter(({ id }) => [25, 41, 51].includes(id));
    assert.deepEqual(
      narrowed.map(({ id, lacks }) => [id, lacks]),
      [
        [41, null],
        [25, null],
        [51, 'permission'],
      ],
    );
    await service.command('payment-method', 'reset', '--person', '1');
  });

  test('a card number in a text, or an empty name, is refused and changes nothing', async () => {
    const browser = await seller(service);
    const before = okJson<Listed>(await browser.call('GET', '/categories'));
    const number = await browser.call('POST', '/categories', { name: 'cartão 4111 1111 1111 1111' });
    assertRefused(number, 400, 'card_number_exposed');
    assertRefused(await browser.call('POST', '/categories', { name: '   ' }), 400, 'name_missing');
    assertRefused(await browser.call('POST', '/categories', { name: 'duas\nlinhas' }), 400, 'field_invalid');
    assert.deepEqual(okJson<Listed>(await browser.call('GET', '/categories')), before);
  });

  test('one shop cannot read, change or use the records of another', async () => {
    const shop = await seller(service);
    const other = browserOf(service);
    okJson(await other.logIn(OPERATOR));
    const ids = {
      categories: okJson<Row>(await shop.call('POST', '/categories', { name: 'Só desta' })).id,
      products: okJson<Row>(await shop.call('POST', '/products', { name: 'Só desta' })).id,
      terminals: okJson<Row>(await shop.call('POST', '/terminals', { name: 'Só desta', settings: {} })).id,
      clients: okJson<Row>(await shop.call('POST', '/clients', { document: '15350946056' })).id,
    };
    const body = { name: 'Tomada', document: '15350946056', settings: {} };
    // Without a person in the query the operator acts for itself.
    for (const [list, id] of Object.entries(ids)) {
      assert.equal(
        (await other.call('PATCH', `/${list}/${id}`, body)).status,
        list === 'products' ? 409 : 404,
      );
      if (list !== 'categories')
        assertRefused(await other.call('GET', `/${list}/${id}`), 404, 'record_unknown');
      assertRefused(await shop.call('GET', `/${list}?person=2`), 404, 'person_foreign');
    }
    const taken = { name: 'Caixa', physicalTerminalId: ids.terminals, settings: {} };
    assert.equal((await other.call('POST', '/terminals', taken)).status, 404);
  });
});

async function seller(service: TestService): Promise<Browser> {
  const browser = browserOf(service);
  okJson(await browser.logIn(SELLER));
  return browser;
}
