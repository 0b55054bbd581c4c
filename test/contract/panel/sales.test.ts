import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Receipt, Sale, SaleRow, SaleSummary } from '../../../src/panel/sales/schema.ts';
import type { TillSale } from '../../../src/panel/till/schema.ts';
import { recordOf } from '../../support/gateway-answers.ts';
import { CARD, sell } from '../../support/gateway-client.ts';
import { createLink, submit } from '../../support/hosted-page.ts';
import { addMerchant } from '../../support/merchants.ts';
import { MOVEMENT_CARDS, reaches, soldIn } from '../../support/movements.ts';
import { onEachEngine, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

/** A login counts as recent for less than this. */
const FRESH_MS = 10 * 60_000;
const CASH = 41;
const KEYED_CREDIT = 51;
/** A simulator card that the issuer refuses for lack of funds. */
const NO_FUNDS = '4000000000090516';

onEachEngine('Sales in the panel', { GUICHE_SIM_TIME_SCALE: '50' }, (service) => {
  test('a sale of the gateway is in the list, the summary, the export and on its page at once', async () => {
    const browser = await seller(service);
    const top = { referenceId: 'pedido;1', customer: { name: '=Ana', document: '11144477735' } };
    const id = await soldIn(service, 6, { top });
    const { items } = okJson<{ items: SaleRow[] }>(await browser.call('GET', '/sales?search=pedido%3B1'));
    assert.equal(items.length, 1);
    assert.deepEqual(
      [
        items[0]?.id,
        items[0]?.status,
        items[0]?.amount,
        items[0]?.last4,
        items[0]?.brand,
        items[0]?.customerName,
      ],
      [id, 6, 1_000, '5682', 'Visa', '=Ana'],
    );
    const summary = okJson<SaleSummary>(await browser.call('GET', '/sales/summary?search=pedido%3B1'));
    assert.deepEqual([summary.count, summary.confirmedSum, summary.views.confirmed.count], [1, 1_000, 1]);
    const csv = await browser.call('GET', '/sales.csv?search=pedido%3B1&columns=amount,referenceId,customer');
    assert.equal(csv.status, 200);
    assert.match(
      String(csv.headers['content-disposition']),
      /attachment; filename="vendas-vendedor-de-demonstracao-ate-\d{4}-\d\d-\d\d\.csv"/,
    );
    assert.equal(
      csv.text.replace(/^\u{feff}/u, ''),
      [
        'Valor;Autorizado;Pedido;Cliente;CPF/CNPJ do cliente;Pagador do Pix;CPF/CNPJ do pagador;Capturado;Estornado;Capturado menos estornos;Id',
        `"10,00";"10,00";"pedido;1";'=Ana;"=""11144477735""";;;"10,00";"0,00";"10,00";${id}`,
        '',
      ].join('\r\n'),
    );
    const sale = await saleOf(browser, id);
    assert.equal(sale.release.possible && sale.release.kind, 'refund');
    assert.deepEqual(
      sale.timeline.map(({ title }) => title),
      ['Autorizada e capturada', 'Enviada: Rede'],
    );
    assert.ok(!JSON.stringify(sale).includes(CARD.number) && !csv.text.includes(CARD.number));
  });

  test('pages follow each other without a gap, and an invalid filter is refused', async () => {
    const browser = await seller(service);
    for (let count = 0; count < 5; count += 1) await soldIn(service, 6, { top: { referenceId: 'página' } });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = okJson<{ items: SaleRow[]; next: string | null }>(
        await browser.call('GET', `/sales?search=p%C3%A1gina&limit=2&cursor=${cursor}`),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? '';
    } while (cursor !== '');
    assert.equal(new Set(seen).size, 5);
    assert.deepEqual(seen, [...seen].sort().reverse());
    for (const query of [
      'from=ontem',
      'from=2026-02-30',
      'status=pago',
      'status=99',
      'view=tudo',
      'limit=1000',
      'cursor=1',
      'amountMin=-1',
    ]) {
      assertRefused(await browser.call('GET', `/sales?${query}`), 400, 'field_invalid');
    }
  });

  test('a list is sent compressed to browsers that accept it', async () => {
    const browser = await seller(service);
    for (let count = 0; count < 3; count += 1) await soldIn(service, 6);
    const list = (accepted: string) =>
      fetch(`${service.address()}/painel/api/sales?limit=3`, {
        headers: { Cookie: browser.cookie() ?? '', 'Accept-Encoding': accepted },
      });
    const [plain, packed] = [await list('gzip;q=0, br'), await list('br, gzip')];
    assert.deepEqual(
      [plain, packed].map(({ headers }) => headers.get('content-encoding')),
      [null, 'gzip'],
    );
    const [size, packedSize] = [plain, packed].map(({ headers }) => Number(headers.get('content-length')));
    assert.ok(Number(packedSize) < Number(size) / 2, `${packedSize} of ${size} bytes`);
    assert.deepEqual(await packed.json(), await plain.json());
  });

  test('till sales and gateway sales share one list and its figures, in which a keyed sale appears once', async () => {
    const browser = await seller(service);
    const till = await newTill(browser);
    const before = okJson<SaleSummary>(await browser.call('GET', '/sales/summary'));
    const home = okJson<HomeFigures>(await browser.call('GET', '/home?period=30'));
    const reference = 'mesa 12';
    const older = await soldIn(service, 6, { top: { referenceId: reference } });
    const cash = await till({ methodId: CASH, total: 700, reference });
    const newer = await soldIn(service, 6, { top: { referenceId: reference } });
    const keyed = await till({ methodId: KEYED_CREDIT, total: 2_000, reference });
    assert.equal((await submit(service, new URL(keyed.paymentUrl ?? '').pathname)).status, 303);
    const canceled = await till({ methodId: CASH, total: 900, reference });
    okJson(await browser.call('POST', `/till/sales/${canceled.id}/cancel`));

    const seen: SaleRow[] = [];
    for (let cursor = ''; ; ) {
      const page = okJson<{ items: SaleRow[]; next: string | null }>(
        await browser.call('GET', `/sales?search=mesa%2012&limit=2&cursor=${cursor}`),
      );
      seen.push(...page.items);
      if (page.next === null) break;
      cursor = page.next;
    }
    assert.deepEqual(
      seen.map(({ id, method, tillSaleId }) => [id, method, tillSaleId]),
      [
        [String(canceled.id), 'Dinheiro', canceled.id],
        [keyed.transactionId, null, keyed.id],
        [newer, null, null],
        [String(cash.id), 'Dinheiro', cash.id],
        [older, null, null],
      ],
    );
    for (const [query, ids] of [
      ['kind=cash', [canceled.id, cash.id]],
      ['channel=till&view=confirmed', [cash.id]],
      ['view=refunds', [canceled.id]],
      ['channel=gateway', [keyed.transactionId, newer, older]],
      ['status=6&amountMax=999', [cash.id]],
      ['view=to_capture', []],
    ] as const) {
      const found = okJson<{ items: SaleRow[] }>(
        await browser.call('GET', `/sales?search=mesa%2012&${query}`),
      );
      assert.deepEqual(
        found.items.map(({ id }) => id),
        ids.map(String),
        query,
      );
      const summary = okJson<SaleSummary>(
        await browser.call('GET', `/sales/summary?search=mesa%2012&${query}`),
      );
      assert.equal(summary.count, ids.length, query);
    }
    const after = okJson<SaleSummary>(await browser.call('GET', '/sales/summary'));
    assert.deepEqual(
      [
        after.count - before.count,
        after.confirmedSum - before.confirmedSum,
        after.refundedSum - before.refundedSum,
        after.views.confirmed.count - before.views.confirmed.count,
        after.views.refunds.count - before.views.refunds.count,
      ],
      [5, 1_000 + 700 + 1_000 + 2_000 + 900, 900, 4, 1],
    );
    const homeAfter = okJson<HomeFigures>(await browser.call('GET', '/home?period=30'));
    assert.equal(homeAfter.current.confirmedSum - home.current.confirmedSum, 5_600);
    const csv = await browser.call('GET', '/sales.csv?search=mesa%2012&columns=amount,card,status');
    assert.deepEqual(
      csv.text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.replace(/;[^;]*$/, '').replaceAll(/"(\d+,\d\d)"/g, '$1')),
      [
        '9,00;9,00;;;Dinheiro;Dinheiro;Estornada;9,00;9,00;0,00',
        '20,00;20,00;Visa;"=""5682""";Crédito;;Confirmada;20,00;0,00;20,00',
        '10,00;10,00;Visa;"=""5682""";Crédito;;Confirmada;10,00;0,00;10,00',
        '7,00;7,00;;;Dinheiro;Dinheiro;Confirmada;7,00;0,00;7,00',
        '10,00;10,00;Visa;"=""5682""";Crédito;;Confirmada;10,00;0,00;10,00',
      ],
    );
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const all = okJson<{ items: SaleRow[] }>(await operator.call('GET', '/sales?search=mesa%2012'));
    assert.equal(all.items.length, 5);
  });

  test('a keyed sale shows the number, terminal and client of its till sale, and is found by them', async () => {
    const browser = await seller(service);
    const till = await newTill(browser, { name: 'Quiosque', asksClient: true });
    const person = { document: '39053344705', name: 'Zuleica Prado' };
    const client = okJson<{ id: number }>(await browser.call('POST', '/clients', person));
    const reference = 'banco da praça';
    const keyed = await till({ methodId: KEYED_CREDIT, total: 1_100, reference, clientId: client.id });
    assert.equal((await submit(service, new URL(keyed.paymentUrl ?? '').pathname)).status, 303);
    const find = async (search: string, more = '') =>
      okJson<{ items: SaleRow[] }>(await browser.call('GET', `/sales?search=${search}${more}`)).items;
    for (const search of [String(keyed.id), 'zuleica', '390.533.447-05']) {
      const [row, ...others] = (await find(search)).filter(({ tillSaleId }) => tillSaleId === keyed.id);
      assert.deepEqual(
        [row?.id, row?.method, row?.terminalName, row?.customerName, row?.customerDocument, others.length],
        [keyed.transactionId, null, 'Quiosque', person.name, person.document, 0],
        search,
      );
      const summary = okJson<SaleSummary>(await browser.call('GET', `/sales/summary?search=${search}`));
      assert.equal(summary.count, (await find(search)).length, search);
    }
    assert.deepEqual(await find('zuleica', '&brand=ELO'), []);
    const csv = await browser.call('GET', '/sales.csv?search=zuleica&columns=terminalName,customer');
    assert.match(csv.text, /\r\nQuiosque;Zuleica Prado;"=""39053344705""";/);
    const sale = await saleOf(browser, keyed.transactionId ?? '');
    assert.deepEqual([sale.terminalName, sale.customerName], ['Quiosque', person.name]);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const all = okJson<{ items: SaleRow[] }>(await operator.call('GET', '/sales?search=zuleica'));
    assert.deepEqual(
      all.items.map(({ id }) => id),
      [keyed.transactionId],
    );
  });

  test('a denial shows the reason, what to do and whether to retry', async () => {
    const browser = await seller(service);
    const answer = recordOf(await sell(service, { cardInfo: { number: NO_FUNDS } }));
    assert.equal(answer.top.status, 7);
    const { denial, capture, release } = await saleOf(browser, String(answer.top.transactionId));
    assert.match(denial?.why ?? '', /Saldo ou limite insuficiente/);
    assert.notEqual(denial?.whatToDo, '');
    assert.equal(denial?.mayRetry, 'later');
    assert.ok(!capture.possible && !release.possible);
  });

  test('a denial whose card scheme names a time shows it', async () => {
    const browser = await seller(service);
    const answer = recordOf(await sell(service, { cardInfo: { number: '5200000000099033' } }));
    const { denial } = await saleOf(browser, String(answer.top.transactionId));
    assert.equal(denial?.mayRetry, 'later');
    const shown = await service.command('transaction', 'show', String(answer.top.transactionId));
    const { card } = shown.payment as { card: Record<string, unknown> };
    assert.deepEqual([card.declineClass, card.mayRetry], ['soft_customer', 'later']);
    const seconds = (time: string) => Math.floor(Date.parse(time) / 1_000);
    assert.equal(seconds(`${String(card.retryAfter)}-03:00`), seconds(denial?.retryAfter ?? ''));
    const wait =
      Date.parse(denial?.retryAfter ?? '') - Date.parse(`${String(answer.top.dtTransaction)}-03:00`);
    assert.equal(Math.floor(wait / 3_600_000), 1);
  });

  test('a capture or refund runs once for each key, and is in the history with user and reason', async () => {
    const browser = await seller(service);
    const id = await soldIn(service, 5);
    const before = await saleOf(browser, id);
    assert.ok(before.capture.possible && before.release.possible);
    assert.deepEqual([before.capture.max, before.release.kind], [1_000, 'cancel']);
    const captured = okJson<Sale>(await move(browser, id, 'capture', { amount: 800 }));
    assert.deepEqual([captured.status, captured.capturedAmount], [6, 800]);

    assertRefused(await move(browser, id, 'release', { amount: 300 }), 400, 'field_invalid');
    const key = randomUUID();
    const refund = { amount: 300, left: 800, reason: 'produto faltando' };
    const first = okJson<Sale>(await move(browser, id, 'release', refund, key));
    const again = okJson<Sale>(await move(browser, id, 'release', refund, key));
    assert.deepEqual([first.refundedAmount, again.refundedAmount], [300, 300]);
    const [newest] = again.timeline;
    assert.deepEqual(
      [newest?.title, newest?.by, newest?.reason],
      ['Estorno de R$\u00a03,00 concluído', 'por Vendedor de Demonstração', 'produto faltando'],
    );
    const rest = okJson<Sale>(await move(browser, id, 'release', { reason: 'resto', left: 500 }));
    assert.deepEqual([rest.status, rest.refundedAmount], [9, 800]);
  });

  test('of two concurrent refunds from two windows one takes effect', async () => {
    const browser = await seller(service);
    const id = await soldIn(service, 6);
    const answers = await Promise.all(
      ['esta', 'outra'].map((reason) => move(browser, id, 'release', { amount: 400, left: 1_000, reason })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assertRefused(
      await move(browser, id, 'release', { amount: 400, left: 1_000, reason: 'depois' }),
      409,
      'amount_left_changed',
    );
    assert.equal((await saleOf(browser, id)).refundedAmount, 400);
  });

  test('a refund that the acquirer completes later is shown as pending, and no other is offered meanwhile', async () => {
    const browser = await seller(service);
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundProcessing } });
    const released = okJson<Sale>(await move(browser, id, 'release', { reason: 'desistência' }));
    assert.equal(released.status, 8);
    assert.ok(released.movementOpen && !released.release.possible);
    await reaches(service, id, 9);
    assert.equal((await saleOf(browser, id)).movementOpen, false);
  });

  test('a refund above the shop’s limit, even in parts, needs the password again', async () => {
    const browser = await seller(service);
    const id = await soldIn(service, 6);
    service.clock.advance(FRESH_MS);
    const limit = { idleMinutes: 60, refundLimit: 500 };
    assertRefused(await browser.call('PATCH', '/settings/security', limit), 403, 'second_factor_needed');
    okJson(await browser.call('POST', '/session/step-up', { password: SELLER.password }));
    okJson(await browser.call('PATCH', '/settings/security', limit));
    const other = await seller(service);
    service.clock.advance(FRESH_MS);
    okJson(await move(other, id, 'release', { amount: 300, reason: 'pequeno' }));
    okJson(await move(other, id, 'release', { amount: 200, left: 700, reason: 'até o limite' }));
    for (const left of [{}, { left: 500 }]) {
      const part = { amount: 1, reason: 'em partes', ...left };
      assertRefused(await move(other, id, 'release', part), 403, 'second_factor_needed');
    }
    const stale = { amount: 1, left: 1_000, reason: 'valor antigo' };
    assertRefused(await move(other, id, 'release', stale), 409, 'amount_left_changed');
    const whole = await soldIn(service, 6);
    assertRefused(await move(other, whole, 'release', { reason: 'tudo' }), 403, 'second_factor_needed');
    okJson(await other.call('POST', '/session/step-up', { password: SELLER.password }));
    okJson(await move(other, whole, 'release', { reason: 'tudo' }));
    okJson(await other.call('PATCH', '/settings/security', { idleMinutes: 60 }));
  });

  test('no shop can see or change a sale of another; the operator sees all', async () => {
    const browser = await seller(service);
    const { api, personId } = await addMerchant(service);
    const answer = recordOf(await sell(service, { top: { referenceId: 'alheia' } }, api));
    const id = String(answer.top.transactionId);
    for (const path of [`/sales/${id}`, `/sales/${id}/receipt`]) {
      assertRefused(await browser.call('GET', path), 404, 'transaction_not_found');
    }
    assertRefused(await move(browser, id, 'release', { reason: 'meu' }), 404, 'transaction_not_found');
    assertRefused(await browser.call('GET', `/sales?person=${personId}`), 404, 'person_foreign');
    assert.deepEqual(
      okJson<{ items: unknown[] }>(await browser.call('GET', '/sales?search=alheia')).items,
      [],
    );
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const all = okJson<{ items: SaleRow[] }>(await operator.call('GET', '/sales?search=alheia'));
    assert.deepEqual(
      all.items.map(({ personName }) => personName),
      ['Outra loja'],
    );
    const own = okJson<{ items: SaleRow[] }>(await operator.call('GET', `/sales?person=${personId}`));
    assert.deepEqual(
      own.items.map(({ id: one }) => one),
      [id],
    );
  });

  test('a receipt has what the buyer needs, and only the last digits of the card', async () => {
    const browser = await seller(service);
    const id = await soldIn(service, 6, { top: { referenceId: 'recibo' } });
    const receipt = okJson(await browser.call('GET', `/sales/${id}/receipt`));
    assert.deepEqual(
      [receipt.shopName, receipt.shopDocument, receipt.amount, receipt.last4, receipt.statusWord],
      ['Vendedor de Demonstração', SELLER.login, 1_000, '5682', 'Confirmada'],
    );
    assert.ok(!JSON.stringify(receipt).includes('423564'));
  });

  test('a sale that was not authorized has no receipt, and one that was canceled since has', async () => {
    const browser = await seller(service);
    const receiptOf = (id: string) => browser.call('GET', `/sales/${id}/receipt`);
    const denied = await soldIn(service, 7, { cardInfo: { number: NO_FUNDS } });
    const link = await createLink(service);
    for (const id of [denied, link.transactionId]) {
      const answer = await receiptOf(id);
      assertRefused(answer, 409, 'receipt_without_sale');
      assert.match(answer.text, /Esta venda não tem comprovante/);
    }
    const id = await soldIn(service, 5);
    assert.equal(okJson<Receipt>(await receiptOf(id)).statusWord, 'A capturar');
    okJson(await move(browser, id, 'release', { reason: 'desistiu' }));
    assert.equal(okJson<Receipt>(await receiptOf(id)).statusWord, 'Cancelada');
  });

  test('where less was captured than authorized, list, page, receipt and file tell what was captured', async () => {
    const browser = await seller(service);
    const top = { amount: '28990', referenceId: 'em-parte' };
    const id = await soldIn(service, 5, { top, card: { installments: '3' } });
    const rowOf = async () =>
      okJson<{ items: SaleRow[] }>(await browser.call('GET', '/sales?search=em-parte')).items[0];
    assert.equal((await rowOf())?.value, 28_990, 'authorized and not captured yet');
    const captured = okJson<Sale>(await move(browser, id, 'capture', { amount: 20_000 }));
    assert.deepEqual([captured.value, captured.amount, captured.installmentAmount], [20_000, 28_990, 6_666]);
    const row = await rowOf();
    assert.deepEqual([row?.value, row?.amount], [20_000, 28_990]);
    const receiptNow = async () => okJson<Receipt>(await browser.call('GET', `/sales/${id}/receipt`));
    const first = await receiptNow();
    assert.deepEqual([first.value, first.amount, first.installmentAmount], [20_000, 28_990, 6_666]);
    okJson(await move(browser, id, 'release', { amount: 5_000, left: 20_000, reason: 'troca' }));
    const refunded = await receiptNow();
    assert.deepEqual([refunded.value, refunded.refundedAmount], [20_000, 5_000]);
    const csv = await browser.call('GET', '/sales.csv?search=em-parte&columns=amount');
    assert.match(csv.text, /\r\n"200,00";"289,90";"200,00";"50,00";/);
  });

  test('demo sales fill the lists and are removed without a trace in the figures', async () => {
    const browser = await seller(service);
    const before = okJson<SaleSummary>(await browser.call('GET', '/sales/summary'));
    await service.command('demo', 'sales', '--count', '60');
    const filled = okJson<SaleSummary>(await browser.call('GET', '/sales/summary'));
    assert.equal(filled.count, before.count + 60);
    const demo = okJson<{ items: SaleRow[] }>(await browser.call('GET', '/sales?search=pedido-1003'))
      .items[0];
    assert.equal(demo?.demo, true);
    assert.equal((await saleOf(browser, demo?.id ?? '')).release.possible, false);
    assertRefused(await move(browser, demo?.id ?? '', 'release', { reason: 'x' }), 409, 'demo_untouchable');
    assert.deepEqual(await service.command('demo', 'sales', '--remove'), { removed: 60 });
    assert.deepEqual(okJson(await browser.call('GET', '/sales/summary')), before);
  });

  test('the home page shows the same figures as the list', async () => {
    const browser = await seller(service);
    const home = okJson<{
      current: { confirmedSum: number; refundedSum: number };
      byDay: { confirmedSum: number }[];
    }>(await browser.call('GET', '/home?period=30'));
    const summary = okJson<SaleSummary>(await browser.call('GET', '/sales/summary'));
    assert.deepEqual(
      [home.current.confirmedSum, home.current.refundedSum],
      [summary.confirmedSum, summary.refundedSum],
    );
    assert.equal(
      home.byDay.reduce((sum, day) => sum + day.confirmedSum, 0),
      summary.confirmedSum,
    );
    assertRefused(await browser.call('GET', '/home?period=ano'), 400, 'field_invalid');
  });

  test('a view belongs to its owner until shared, and only the owner can remove it', async () => {
    const browser = await seller(service);
    const view = {
      screen: 'sales',
      name: 'Negadas no crédito',
      query: 'view=denied&kind=credit',
      columns: ['nsu'],
      shared: false,
    };
    const saved = okJson<{ id: string }>(await browser.call('POST', '/views', view));
    const listed = okJson<{ items: unknown[] }>(await browser.call('GET', '/views?screen=sales'));
    assert.deepEqual(listed.items, [{ ...view, id: saved.id, own: true }]);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assertRefused(await operator.call('DELETE', `/views/${saved.id}`), 404, 'saved_view_unknown');
    okJson(await browser.call('DELETE', `/views/${saved.id}`));
    assert.deepEqual(
      okJson<{ items: unknown[] }>(await browser.call('GET', '/views?screen=sales')).items,
      [],
    );
  });
});

interface HomeFigures {
  readonly current: { readonly confirmedSum: number };
}

/** Sells at a new terminal of the shop. */
async function newTill(browser: Browser, given: { name?: string; asksClient?: boolean } = {}) {
  const { name = 'Balcão', ...more } = given;
  const settings = { pointOfSale: true, sellsByValue: true, asksReference: true, ...more };
  const body = { name, settings };
  const { id: terminalId } = okJson<{ id: number }>(await browser.call('POST', '/terminals', body));
  return async (sale: { methodId: number; total: number; reference: string; clientId?: number }) =>
    okJson<TillSale>(
      await browser.call('POST', '/till/sales', { terminalId, ...sale }, { 'Idempotency-Key': randomUUID() }),
    );
}

async function seller(service: TestService): Promise<Browser> {
  const browser = browserOf(service);
  okJson(await browser.logIn());
  return browser;
}

async function saleOf(browser: Browser, id: string): Promise<Sale> {
  return okJson<Sale>(await browser.call('GET', `/sales/${id}`));
}

function move(
  browser: Browser,
  id: string,
  which: 'capture' | 'release',
  body: unknown,
  key: string = randomUUID(),
) {
  return browser.call('POST', `/sales/${id}/${which}`, body, { 'Idempotency-Key': key });
}
