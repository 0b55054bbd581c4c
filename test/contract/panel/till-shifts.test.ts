import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import type { Shift, ShiftRow } from '../../../src/panel/shifts/schema.ts';
import type { TillSale } from '../../../src/panel/till/schema.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const CASH = 41;
const POS_CREDIT = 11;
const SALES_BESIDE_CLOSING = 6;

onSqliteByDay('Opening and closing of a till', {}, (service) => {
  const logIn = async (who = SELLER): Promise<Browser> => {
    const browser = browserOf(service);
    okJson(await browser.logIn(who));
    return browser;
  };
  const keyed = (browser: Browser, path: string, body: object, key: string = randomUUID()) =>
    browser.call('POST', path, body, { 'Idempotency-Key': key });
  const newTerminal = async (browser: Browser): Promise<number> => {
    const body = { name: 'Balcão', settings: { pointOfSale: true, sellsByValue: true } };
    return okJson<{ id: number }>(await browser.call('POST', '/terminals', body)).id;
  };
  const open = async (browser: Browser, terminalId: number, openingCash = 10_000): Promise<Shift> =>
    okJson<Shift>(await keyed(browser, '/till/shifts', { terminalId, openingCash }));
  const sell = async (browser: Browser, terminalId: number, total: number, methodId = CASH) =>
    okJson<TillSale>(await keyed(browser, '/till/sales', { terminalId, methodId, total }));
  const close = (browser: Browser, { id }: { id: number }, countedCash: number, note?: string) =>
    browser.call('POST', `/till/shifts/${id}/close`, { countedCash, note });

  test('a day at the till: change, sales, a refund, cash in and out, and the count at its end', async () => {
    const browser = await logIn();
    const terminalId = await newTerminal(browser);
    const before = await sell(browser, terminalId, 9_900);
    const shift = await open(browser, terminalId);
    assert.deepEqual([shift.expectedCash, shift.closedAt, shift.methods], [10_000, null, []]);
    await sell(browser, terminalId, 5_000);
    const returned = await sell(browser, terminalId, 1_500);
    await sell(browser, terminalId, 2_000, POS_CREDIT);
    okJson(await browser.call('POST', `/till/sales/${returned.id}/cancel`));
    const cash = `/till/shifts/${shift.id}/cash`;
    okJson(await keyed(browser, cash, { kind: 'supply', amount: 3_000, note: ' moedas ' }));
    const now = okJson<Shift>(await keyed(browser, cash, { kind: 'withdrawal', amount: 12_000 }));
    assert.equal(now.expectedCash, 6_000);
    assert.deepEqual(
      now.methods.map(({ name, sales, refunds }) => [name, sales.count, sales.amount, refunds.amount]),
      [
        ['Crédito avulso', 1, 2_000, 0],
        ['Dinheiro', 2, 6_500, 1_500],
      ],
    );
    assert.deepEqual(
      now.cashMoves.map(({ kind, amount, note, by }) => [kind, amount, note, by]),
      [
        ['supply', 3_000, 'moedas', now.openedBy],
        ['withdrawal', 12_000, null, now.openedBy],
      ],
    );
    const closed = okJson<Shift>(await close(browser, shift, 5_900, 'faltou uma nota'));
    assert.deepEqual(
      [closed.countedCash, closed.expectedCash, closed.difference, closed.note],
      [5_900, 6_000, -100, 'faltou uma nota'],
    );
    assert.ok(closed.closedAt);
    // What moves after the closing changes it no more, whenever it was sold.
    okJson(await browser.call('POST', `/till/sales/${before.id}/cancel`));
    await sell(browser, terminalId, 700);
    assert.deepEqual(okJson<Shift>(await browser.call('GET', `/till/shifts/${shift.id}`)), closed);
    assertRefused(await close(browser, shift, 5_900), 409, 'shift_closed');
    assertRefused(await keyed(browser, cash, { kind: 'supply', amount: 1 }), 409, 'shift_closed');
    const { items } = okJson<{ items: ShiftRow[] }>(
      await browser.call('GET', `/till/shifts?terminalId=${terminalId}`),
    );
    assert.deepEqual(
      items.map(({ id, difference, terminalName }) => [id, difference, terminalName]),
      [[shift.id, -100, 'Balcão']],
    );
  });

  test('a press that is sent again opens, pays in and takes out once', async () => {
    const browser = await logIn();
    const terminalId = await newTerminal(browser);
    const key = randomUUID();
    const opening = { terminalId, openingCash: 500 };
    const shift = okJson<Shift>(await keyed(browser, '/till/shifts', opening, key));
    assert.equal(okJson<Shift>(await keyed(browser, '/till/shifts', opening, key)).id, shift.id);
    assertRefused(await keyed(browser, '/till/shifts', opening), 409, 'shift_open');
    const cash = `/till/shifts/${shift.id}/cash`;
    const paidIn = { kind: 'supply', amount: 100 };
    const [first, again] = await Promise.all([
      keyed(browser, cash, paidIn, key),
      keyed(browser, cash, paidIn, key),
    ]);
    assert.deepEqual([first.status, again.status], [200, 200]);
    const { shift: now } = okJson<{ shift: Shift }>(
      await browser.call('GET', `/till/shifts/open?terminalId=${terminalId}`),
    );
    assert.deepEqual([now.id, now.expectedCash, now.supplies], [shift.id, 600, { count: 1, amount: 100 }]);
    assertRefused(await browser.call('POST', cash, paidIn), 400, 'idempotency_key_missing');
    assertRefused(await keyed(browser, cash, { ...paidIn, kind: 'gift' }), 400, 'field_invalid');
  });

  test('no more cash is taken out than there is', async () => {
    const browser = await logIn();
    const shift = await open(browser, await newTerminal(browser), 1_000);
    const take = (amount: number) =>
      keyed(browser, `/till/shifts/${shift.id}/cash`, { kind: 'withdrawal', amount });
    assertRefused(await take(1_001), 400, 'shift_cash_short');
    const both = await Promise.all([take(600), take(600)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400]);
  });

  test('a sale beside the closing stands in that closing or in none, and no sale in two', async () => {
    const browser = await logIn();
    const terminalId = await newTerminal(browser);
    const first = await open(browser, terminalId, 0);
    const selling = Array.from({ length: SALES_BESIDE_CLOSING }, () => sell(browser, terminalId, 100));
    const [closing] = await Promise.all([close(browser, first, 0), ...selling]);
    const closed = okJson<Shift>(closing);
    const kept = okJson<Shift>(await browser.call('GET', `/till/shifts/${first.id}`));
    assert.equal(closed.expectedCash, kept.cash.sales, 'what was expected is what it lists');
    const second = await open(browser, terminalId, 0);
    assert.equal(second.cash.sales, 0, 'the next begins empty');
  });

  test('the shift of another shop is unknown, and the audit tells what was done', async () => {
    const browser = await logIn();
    const terminalId = await newTerminal(browser);
    const shift = await open(browser, terminalId);
    okJson(await close(browser, shift, 10_000));
    const operator = await logIn(OPERATOR);
    assertRefused(await operator.call('GET', `/till/shifts/${shift.id}`), 404, 'record_unknown');
    assertRefused(await close(operator, shift, 0), 404, 'not_found');
    const { items } = okJson<{ items: AuditRow[] }>(await operator.call('GET', '/audit?of=1'));
    const told = items.filter(({ record }) => record === `caixa:${shift.id}`).map(({ title }) => title);
    assert.deepEqual(told.toReversed(), ['Abriu o caixa', 'Fechou o caixa']);
  });
});
