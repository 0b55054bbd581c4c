import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountDetail } from '../../../src/panel/acquirers/schema.ts';
import type { Home } from '../../../src/panel/home/schema.ts';
import type { LinkDetail } from '../../../src/panel/links/schema.ts';
import type { Sale, SaleRow, SaleSummary } from '../../../src/panel/sales/schema.ts';
import { locationOf, openBrowser } from '../../support/buyer.ts';
import { API_PAIR, getAs, sell, TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import { createLink, linkRecord, pageAt, submit } from '../../support/hosted-page.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { type Browser, browserOf, OPERATOR, okJson } from './panel-client.ts';

/** The issuer refuses it for lack of funds. */
const NO_FUNDS = { numero: '4000 0000 0009 0516' };
/** The acquirer is not reached. */
const NOT_REACHED = { numero: '4000 0000 0009 6067' };
/** The bank asks for a code, which is not this one. */
const CHALLENGED = '4000000000001091';
const MAX_TRIES = 10;
/** Always authenticated: the buyer goes to the bank. */
const DEBIT = { tipo: 'debito' };
const DAY_MS = 24 * 60 * 60_000;

onSqliteByDay('Refused tries of payment links in the panel', { GUICHE_SIM_TIME_SCALE: '50' }, (service) => {
  test('a refused try is a denial in the list, its tab, the export and on its page; merchants see the intention', async () => {
    const browser = await loggedIn(service);
    const before = await summaryOf(browser);
    const link = await createLink(service, { referenceId: 'recusado' });
    assert.equal((await shownRow(browser, 'recusado')).lastTry, null, 'nobody has tried yet');
    await submit(service, link.path, NO_FUNDS);

    const row = await shownRow(browser, 'recusado', '&view=denied');
    assert.deepEqual([row.id, row.status, row.lastTry], [link.transactionId, 1, 7]);
    const after = await summaryOf(browser);
    assert.equal(after.views.denied.count, before.views.denied.count + 1);
    assert.equal(after.views.all.count, before.views.all.count + 1);
    assert.equal((await summaryOf(browser, '?view=denied')).count, after.views.denied.count);
    assert.equal((await summaryOf(browser, '?view=denied&brand=VISA')).count, after.views.denied.count);
    const csv = await browser.call('GET', '/sales.csv?search=recusado&columns=status');
    assert.match(csv.text, /Negada \(link\)/);
    const sale = await saleOf(browser, link.transactionId);
    assert.match(sale.denial?.why ?? '', /Saldo ou limite insuficiente/);
    assert.deepEqual(
      [sale.denial?.mayRetry, sale.denial?.link],
      ['later', 'O link continua aberto para outra tentativa.'],
    );

    const record = await linkRecord(service, link.transactionId);
    assert.deepEqual([record.status, 'lastTry' in record], [1, false]);
    const listed = await getAs(service, `${TRANSACTIONS_PATH}?from=2001-01-01&status=7`);
    const { transactions } = listed.json() as { transactions: { transactionId: string }[] };
    assert.ok(!transactions.some(({ transactionId }) => transactionId === link.transactionId));
  });

  test('it stays a denial when the link is canceled, and is none any more once the link is paid', async () => {
    const browser = await loggedIn(service);
    const before = (await summaryOf(browser)).views;
    const canceled = await createLink(service, { referenceId: 'cancelado' });
    await submit(service, canceled.path, NO_FUNDS);
    okJson(
      await browser.call('POST', `/sales/${canceled.transactionId}/release`, {}, { 'Idempotency-Key': 'c' }),
    );
    const row = await shownRow(browser, 'cancelado', '&view=denied');
    assert.deepEqual([row.status, row.lastTry], [12, 7]);
    const { denial } = await saleOf(browser, canceled.transactionId);
    assert.match(denial?.why ?? '', /Saldo/);
    assert.equal(denial?.link, 'O link foi cancelado: para outra tentativa, envie outro.');
    const paid = await createLink(service, { referenceId: 'pago' });
    await submit(service, paid.path, NO_FUNDS);
    await submit(service, paid.path);
    const { status, lastTry } = await shownRow(browser, 'pago');
    assert.deepEqual([status, lastTry], [6, null]);
    assert.equal((await saleOf(browser, paid.transactionId)).denial, null);
    const { views } = await summaryOf(browser);
    assert.deepEqual(
      [views.denied.count - before.denied.count, views.confirmed.count - before.confirmed.count],
      [1, 1],
    );
  });

  test('a buyer whom the bank does not authenticate is denied on the link, as on any sale', async (t) => {
    const browser = await loggedIn(service);
    const buyer = openBrowser();
    t.after(() => buyer.close());
    const link = await createLink(service, { referenceId: 'nao-autenticado' });
    await submit(service, link.path, { ...DEBIT, numero: CHALLENGED });
    await buyer.submit(await buyer.go(locationOf(await pageAt(service, link.path))), { codigo: '000000' });
    const row = await shownRow(browser, 'nao-autenticado', '&view=denied');
    assert.deepEqual([row.status, row.lastTry], [1, 7]);
    const { denial } = await saleOf(browser, link.transactionId);
    assert.match(denial?.whatToDo ?? '', /não confirmou que era o dono do cartão/);
  });

  test('after ten refusals the page of the sale says that the link takes no more tries', async () => {
    const browser = await loggedIn(service);
    const link = await createLink(service, { referenceId: 'dez' });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) await submit(service, link.path, NO_FUNDS);
    const { denial } = await saleOf(browser, link.transactionId);
    assert.equal(denial?.link, 'O link não aceita mais tentativas: para outra tentativa, envie outro.');
    assert.equal((await shownRow(browser, 'dez', '&view=denied')).id, link.transactionId);
  });

  test('a try that reached nobody is a failure, and its history says that it was not refused', async () => {
    const browser = await loggedIn(service);
    const link = await createLink(service, { referenceId: 'falhou' });
    await submit(service, link.path, NOT_REACHED);
    await until('the try has ended', async () => (await shownRow(browser, 'falhou')).lastTry !== null);
    const { status, lastTry } = await shownRow(browser, 'falhou');
    assert.deepEqual([status, lastTry], [1, 11]);
    const { denial, timeline } = await saleOf(browser, link.transactionId);
    assert.equal(denial, null);
    assert.ok(!timeline.some(({ title }) => title.startsWith('Recusada')));
    const csv = await browser.call('GET', '/sales.csv?search=falhou&columns=status');
    assert.match(csv.text, /Falha \(link\)/);
  });

  test('refused tries lower the approval rate, and their reasons are told', async () => {
    // A day of its own.
    service.clock.advance(2 * DAY_MS);
    const browser = await loggedIn(service);
    await sell(service);
    for (let tried = 0; tried < 3; tried += 1) {
      await submit(service, (await createLink(service, { referenceId: `negado-${tried}` })).path, NO_FUNDS);
    }
    await createLink(service);
    const home = okJson<Home>(await browser.call('GET', '/home?period=today'));
    assert.equal(home.current.approvalRate, 1 / 4);
    assert.deepEqual(
      home.denials.map(({ code, count }) => [code, count]),
      [['51', 3]],
    );
  });

  test('the outcomes of an account add up, without links that nobody has tried', async () => {
    const operator = await loggedIn(service, OPERATOR);
    const { id } = okJson<AccountDetail>(
      await operator.call('POST', '/acquirers', { personId: 1, provider: 'getnet', settings: [] }),
    );
    const ofGetnet = { provider: 'GETNET', authenticate: 3 };
    await createLink(service, {}, ofGetnet);
    for (const card of [NO_FUNDS, NO_FUNDS, {}, NOT_REACHED]) {
      const link = await createLink(service, {}, ofGetnet);
      await submit(service, link.path, card);
    }
    const { rates } = okJson<AccountDetail>(await operator.call('GET', `/acquirers/${id}`));
    const { sales, approved, denied, failed, unknown } = rates;
    assert.deepEqual([sales, approved, denied, failed + unknown], [4, 1, 2, 1]);
  });

  test('a link counts as payments what was paid: neither refused tries nor those under way', async () => {
    const browser = await loggedIn(service);
    const body = {
      name: 'Bolo',
      amount: 21_000,
      types: 'any',
      installments: 3,
      askDocument: false,
      maxUses: 5,
    };
    const link = okJson<LinkDetail>(
      await browser.call('POST', '/links', body, { 'Idempotency-Key': crypto.randomUUID() }),
    );
    const path = new URL(link.url).pathname;
    for (const card of [{}, NO_FUNDS, DEBIT]) await submit(service, path, card);
    const { paid, underWay } = okJson<LinkDetail>(await browser.call('GET', `/links/${link.id}`));
    assert.deepEqual([paid, underWay], [1, 1]);
    const { uses } = (
      await service.send({ path: `/v1/payment-links/${link.id}`, headers: API_PAIR })
    ).json() as { uses: number };
    assert.equal(uses, 2, 'the interface of merchants counts what holds a use');
  });
});

async function loggedIn(service: TestService, who?: typeof OPERATOR): Promise<Browser> {
  const browser = browserOf(service);
  okJson(await browser.logIn(who));
  return browser;
}

async function summaryOf(browser: Browser, query = ''): Promise<SaleSummary> {
  return okJson<SaleSummary>(await browser.call('GET', `/sales/summary${query}`));
}

async function shownRow(browser: Browser, search: string, more = ''): Promise<SaleRow> {
  const { items } = okJson<{ items: SaleRow[] }>(await browser.call('GET', `/sales?search=${search}${more}`));
  const [row, ...others] = items;
  assert.ok(row && others.length === 0);
  return row;
}

async function saleOf(browser: Browser, id: string): Promise<Sale> {
  return okJson<Sale>(await browser.call('GET', `/sales/${id}`));
}
