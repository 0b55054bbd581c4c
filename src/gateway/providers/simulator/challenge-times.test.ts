import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCard } from '../issuer/scenarios/test-family-cards.ts';
import { assertOver, FAILURE_URL, SUCCESS_URL, started, testBrowser } from './test-browser.ts';
import { idsOf, testSimulator } from './test-room.ts';

const MINUTE_MS = 60_000;
const CHALLENGED = '4111111111111111';
const SILENT = '4000000000001000';

test('looking at an address with HEAD ends nothing', async () => {
  for (const number of [SILENT, CHALLENGED]) {
    const room = await started(number);
    assert.equal((await room.browser.ask('HEAD', room.url)).status, 200);
    assert.equal(await room.state(), 'buyer_awaited');
    assert.equal((await room.browser.pass(room.url)).location, SUCCESS_URL);
  }
});

test('nobody comes: after 15 minutes it is declined whatever the merchant wanted, and the page says so', async () => {
  for (const onFailure of ['decline', 'continue'] as const) {
    const room = await started(CHALLENGED, onFailure);
    assert.equal(room.sale.expiresAt, room.now() + 15 * MINUTE_MS);
    room.pass(15 * MINUTE_MS - 1);
    assert.equal(await room.state(), 'buyer_awaited');
    room.pass(1);
    const end = await room.ended();
    assert.ok(end.outcome === 'declined');
    assert.deepEqual(
      [end.decline.code, end.decline.declineClass, end.answer.eci],
      ['202', 'authentication', 7],
    );
    const before = await room.onBook();
    assertOver(await room.browser.open(room.url), 'Tempo esgotado');
    assertOver(await room.browser.send(room.url, { codigo: '500000' }), 'Tempo esgotado');
    assert.equal(await room.onBook(), before);
    assert.equal(await room.state(), 'declined');
  }
});

test('a page that stays open for 10 minutes is a time-out, also when it is loaded again in between', async () => {
  for (const late of ['open', 'send'] as const) {
    const strict = await started(CHALLENGED);
    await strict.browser.open(strict.url);
    strict.pass(6 * MINUTE_MS);
    assert.equal((await strict.browser.open(strict.url)).status, 200);
    strict.pass(4 * MINUTE_MS);
    assert.equal(await strict.state(), 'buyer_awaited');
    const seen = await (late === 'open'
      ? strict.browser.open(strict.url)
      : strict.browser.send(strict.url, { codigo: '500000' }));
    assert.equal(seen.location, FAILURE_URL);
    const end = await strict.ended();
    assert.ok(end.outcome === 'declined');
    assert.equal(end.decline.message, 'A autenticação não foi concluída a tempo.');

    const lenient = await started(CHALLENGED, 'continue');
    await lenient.browser.open(lenient.url);
    lenient.pass(10 * MINUTE_MS);
    assert.equal((await lenient.browser.send(lenient.url, { codigo: '500000' })).location, SUCCESS_URL);
    const unproven = await lenient.ended();
    assert.ok(unproven.outcome === 'approved' && unproven.answer.eci === 7);
  }
});

test('who opens the page late has until the end of the 15 minutes', async () => {
  const room = await started(CHALLENGED);
  room.pass(14 * MINUTE_MS);
  await room.browser.open(room.url);
  room.pass(MINUTE_MS - 1);
  assert.equal((await room.browser.send(room.url, { codigo: '500000' })).location, SUCCESS_URL);
});

test('the time scale divides both limits', async () => {
  const room = await started(CHALLENGED, 'decline', { timeScale: 60 });
  assert.equal(room.sale.expiresAt, room.now() + 15_000);
  await room.browser.open(room.url);
  room.pass(10_000);
  assert.equal((await room.browser.open(room.url)).location, FAILURE_URL);
  const other = await started(SILENT, 'decline', { timeScale: 60 });
  other.pass(15_000);
  assertOver(await other.browser.open(other.url), 'Tempo esgotado');
});

test('while the buyer is away nothing can be captured, and the sale can be taken back', async () => {
  for (const number of [CHALLENGED, familyCard('VISA', '615')]) {
    const room = await started(number, 'continue');
    const ids = idsOf(room.attempt);
    assert.equal((await room.connector.capture(ids, 1)).outcome, 'declined');
    assert.equal((await room.connector.void(ids, undefined)).outcome, 'declined');
    assert.equal((await room.connector.undo(ids)).outcome, 'undone');
    const found = await room.connector.query(ids);
    assert.ok(found.outcome === 'found');
    assert.deepEqual([found.charge.state, found.charge.authorizedAmount], ['canceled', 0]);
    assertOver(await room.browser.open(room.url), 'Compra cancelada');
    assertOver(await room.browser.send(room.url, { codigo: '500000' }), 'Compra cancelada');
    assert.equal((await room.ended()).outcome, 'declined');
  }
});

test('an authenticated sale is captured, refunded and undone like any other', async () => {
  const room = await started(CHALLENGED, 'decline', { capture: false });
  await room.browser.pass(room.url);
  const ids = idsOf(room.attempt);
  assert.equal((await room.connector.capture(ids, 1_000)).outcome, 'done');
  assert.equal((await room.connector.refund(ids, 400, 'R')).outcome, 'done');
  assert.equal((await room.connector.undo(ids)).outcome, 'undone');
  const found = await room.connector.query(ids);
  assert.ok(found.outcome === 'found' && found.charge.refundedAmount === 1_000);
});

test('it all survives a restart', async () => {
  const first = await started(CHALLENGED);
  await first.browser.open(first.url);
  const second = testSimulator({ storage: first.storage });
  const browser = await testBrowser(second);
  assert.equal((await browser.pass(first.url)).location, SUCCESS_URL);
  const end = await second.connector.continueAfterAuthentication(idsOf(first.attempt));
  assert.equal(end.outcome, 'approved');
});
