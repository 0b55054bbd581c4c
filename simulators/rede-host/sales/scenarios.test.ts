import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answered, NEVER_ANSWERED_MS, openShop, rawExchange, saleWith } from '../test-room.ts';

const TIME_SCALE = 40;
/** Its time does not run ahead: where it matters, tests move it. */
const shop = await openShop();
const fastShop = await openShop({ timeScale: TIME_SCALE });

/** The Visa card of each 6xx scenario. */
const CARDS: Readonly<Record<string, string>> = Object.fromEntries(
  `601:4000000000096018 602:4000000000096026 603:4000000000096034 604:4000000000096042 605:4000000000096059
  606:4000000000096067 607:4000000000096075 608:4000000000096083 609:4000000000096091 610:4000000000096109
  611:4000000000096117 612:4000000000096125 613:4000000000096133 614:4000000000096141 615:4000000000096158
  616:4000000000096166 617:4000000000096174 618:4000000000096182 619:4000000000096190 620:4000000000096208
  621:4000000000096216 622:4000000000096224 623:4000000000096232 625:4000000000096257 626:4000000000096265`
    .split(/\s+/)
    .map((pair) => pair.split(':')),
);

/** Scenarios of sales whose caller gives up waiting. */
const NEVER_ANSWERED: ReadonlySet<string> = new Set(['603', '604', '613', '614', '615']);
const HURRIED = { timeoutMs: NEVER_ANSWERED_MS };

const sellWith = (scenario: string, changes: object = {}) =>
  shop.sell({ cardNumber: CARDS[scenario], ...changes });

/** Sends a sale whose answer may be lost; returns what came over the wire and a query of the sale. */
async function lostSale(scenario: string) {
  const sale = saleWith({ cardNumber: CARDS[scenario] });
  const wire = await rawExchange(shop, '/transactions', sale, NEVER_ANSWERED.has(scenario) ? HURRIED : {});
  const query = () => shop.call('GET', `/transactions?reference=${sale.reference}`);
  return { sale, wire, query };
}

function expectCode({ status, body }: Answered, expectedStatus: number, returnCode: string): void {
  assert.deepEqual([status, body.returnCode], [expectedStatus, returnCode]);
}

async function isApproved(query: () => Promise<Answered>): Promise<string> {
  const { status, body } = await query();
  assert.deepEqual([status, body.authorization?.status], [200, 'Approved']);
  return body.authorization.tid;
}

describe('scenarios of a sale', () => {
  for (const [scenario, simulatedMs] of [
    ['601', 5_000],
    ['602', 25_000],
  ] as const) {
    test(`${scenario} is approved after ${simulatedMs} simulated ms`, async () => {
      const startedAt = performance.now();
      expectCode(await fastShop.sell({ cardNumber: CARDS[scenario] }), 201, '00');
      assert.ok(performance.now() - startedAt >= simulatedMs / TIME_SCALE - 1);
    });
  }

  test('603 is never answered and not authorized', async () => {
    const { wire, query } = await lostSale('603');
    assert.deepEqual(wire, { broke: 'TimeoutError' });
    expectCode(await query(), 404, '78');
  });

  test('604 is never answered but authorized', async () => {
    const { wire, query } = await lostSale('604');
    assert.deepEqual(wire, { broke: 'TimeoutError' });
    await isApproved(query);
  });

  test('605 ends with a connection reset but is authorized', async () => {
    const { wire, query } = await lostSale('605');
    assert.deepEqual(wire, { broke: 'ECONNRESET' });
    await isApproved(query);
  });

  test('606 ends with a connection reset and is not authorized', async () => {
    const { wire, query } = await lostSale('606');
    assert.deepEqual(wire, { broke: 'ECONNRESET' });
    expectCode(await query(), 404, '78');
  });

  test('607 is HTTP 500 without a code and not authorized', async () => {
    const { wire, query } = await lostSale('607');
    assert.equal(wire.status, 500);
    assert.equal(JSON.parse(wire.text ?? '').returnCode, undefined);
    expectCode(await query(), 404, '78');
  });

  test('608 is HTTP 502 with an HTML page but authorized', async () => {
    const { wire, query } = await lostSale('608');
    assert.equal(wire.status, 502);
    assert.match(wire.text ?? '', /^<!doctype html>/);
    await isApproved(query);
  });

  test('609 is HTTP 200 with truncated JSON but authorized', async () => {
    const { wire, query } = await lostSale('609');
    assert.equal(wire.status, 200);
    assert.match(wire.text ?? '', /^\{"reference":/);
    assert.throws(() => JSON.parse(wire.text ?? ''));
    await isApproved(query);
  });

  test('610 is rejected with 401, and approved when it is repeated', async () => {
    const sale = saleWith({ cardNumber: CARDS[610] });
    expectCode(await shop.call('POST', '/transactions', sale), 401, '4030');
    expectCode(await shop.call('POST', '/transactions', sale), 201, '00');
    expectCode(await shop.call('POST', '/transactions', sale), 422, '122');
  });

  test('611 is rejected with 429, and approved when it is repeated, also under another reference', async () => {
    for (const again of [saleWith({ cardNumber: CARDS[611] }), undefined]) {
      const sale = saleWith({ cardNumber: CARDS[611] });
      const first = await shop.call('POST', '/transactions', sale);
      assert.deepEqual([first.status, first.body.returnCode], [429, undefined]);
      expectCode(await shop.call('POST', '/transactions', again ?? sale), 201, '00');
    }
  });

  test('a rejected and repeated call counts as sent once', async () => {
    const sale = saleWith({ cardNumber: CARDS[610] });
    await shop.call('POST', '/transactions', sale);
    await shop.call('POST', '/transactions', sale);
    const { repeated } = (await shop.control('/references')).body;
    assert.ok(!repeated.some((entry: { reference: string }) => entry.reference === sale.reference));
  });

  test('612 is refused as a duplicate, although the book has no charge', async () => {
    const sale = saleWith({ cardNumber: CARDS[612] });
    expectCode(await shop.call('POST', '/transactions', sale), 422, '122');
    expectCode(await shop.call('GET', `/transactions?reference=${sale.reference}`), 404, '78');
  });

  test('613 is never answered, and queries fail for three simulated minutes', async () => {
    const { wire, query } = await lostSale('613');
    assert.deepEqual(wire, { broke: 'TimeoutError' });
    assert.equal((await query()).status, 503);
    await shop.control('/clock', { advanceMs: 3 * 60_000 });
    await isApproved(query);
  });

  for (const [scenario, status] of [
    ['621', 'Approved'],
    ['622', 'Denied'],
  ] as const) {
    test(`${scenario} is pending, and ${status} after 10 simulated seconds`, async () => {
      const { status: httpStatus, body } = await sellWith(scenario);
      assert.deepEqual([httpStatus, body.returnCode], [202, undefined]);
      const query = () => shop.call('GET', `/transactions/${body.tid}`);
      assert.equal((await query()).body.authorization.status, 'Pending');
      await shop.control('/clock', { advanceMs: 10_000 });
      assert.equal((await query()).body.authorization.status, status);
    });
  }

  test('626 is approved twice when its reference is sent twice, and the book shows both charges', async () => {
    const sale = saleWith({ cardNumber: CARDS[626] });
    const [first, second] = [
      await shop.call('POST', '/transactions', sale),
      await shop.call('POST', '/transactions', sale),
    ];
    expectCode(second, 201, '00');
    assert.notEqual(first.body.tid, second.body.tid);
    const { body } = await shop.control('/book?limit=500');
    const charges = body.charges.filter(
      (charge: { reference: string }) => charge.reference === sale.reference,
    );
    assert.equal(charges.length, 2);
    assert.ok(body.repeatedReferences >= 1);
  });

  test('623 and 625 are approved', async () => {
    expectCode(await sellWith('623'), 201, '00');
    expectCode(await sellWith('625'), 201, '00');
  });
});

describe('scenarios of captures and refunds', () => {
  const captureOf = (tid: string) => shop.call('PUT', `/transactions/${tid}`, { amount: 1_000 });
  const refundOf = (tid: string) => shop.call('POST', `/transactions/${tid}/refunds`, { amount: 1_000 });
  const lostRefundOf = (tid: string) =>
    rawExchange(shop, `/transactions/${tid}/refunds`, { amount: 1_000 }, HURRIED);
  const stateOf = async (tid: string) => (await shop.call('GET', `/transactions/${tid}`)).body;

  test('614: the first two refunds are neither answered nor made, the third one is made', async () => {
    const { query } = await lostSale('614');
    const tid = await isApproved(query);
    for (const _ of [1, 2]) assert.deepEqual(await lostRefundOf(tid), { broke: 'TimeoutError' });
    assert.equal((await stateOf(tid)).authorization.status, 'Approved');
    expectCode(await refundOf(tid), 201, '359');
    assert.equal((await stateOf(tid)).authorization.status, 'Canceled');
  });

  test('615: every refund is refused', async () => {
    const { query } = await lostSale('615');
    const tid = await isApproved(query);
    expectCode(await refundOf(tid), 422, '351');
    expectCode(await refundOf(tid), 422, '351');
    assert.equal((await stateOf(tid)).authorization.status, 'Approved');
  });

  test('616: the capture is made but never answered', async () => {
    const { tid } = (await sellWith('616', { capture: false })).body;
    const wire = await rawExchange(
      shop,
      `/transactions/${tid}`,
      { amount: 1_000 },
      { method: 'PUT', ...HURRIED },
    );
    assert.deepEqual(wire, { broke: 'TimeoutError' });
    assert.equal((await stateOf(tid)).capture.amount, 1_000);
  });

  test('617: the authorization is too old to be captured', async () => {
    const { tid } = (await sellWith('617', { capture: false })).body;
    expectCode(await captureOf(tid), 422, '173');
  });

  test('618: the refund is accepted, processed, and made later', async () => {
    const { tid } = (await sellWith('618')).body;
    const accepted = await refundOf(tid);
    expectCode(accepted, 202, '360');
    const refund = async () =>
      (await shop.call('GET', `/transactions/${tid}/refunds/${accepted.body.refundId}`)).body.status;
    assert.equal(await refund(), 'Processing');
    assert.equal((await stateOf(tid)).authorization.status, 'Approved');
    await shop.control('/clock', { advanceMs: 10_000 });
    assert.equal(await refund(), 'Done');
    assert.equal((await stateOf(tid)).authorization.status, 'Canceled');
  });

  test('619: the refund is refused for lack of balance', async () => {
    const { tid } = (await sellWith('619')).body;
    expectCode(await refundOf(tid), 422, '371');
  });

  test('620: the refund is made but never answered', async () => {
    const { tid } = (await sellWith('620')).body;
    assert.deepEqual(await lostRefundOf(tid), { broke: 'TimeoutError' });
    const { authorization, refunds } = await stateOf(tid);
    assert.deepEqual([authorization.status, refunds.length], ['Canceled', 1]);
  });
});
