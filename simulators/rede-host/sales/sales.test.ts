import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answered, openShop, saleWith } from '../test-room.ts';

const DAY_MS = 86_400_000;
const shop = await openShop();

function expectCode({ status, body }: Answered, expectedStatus: number, returnCode: string): void {
  assert.deepEqual([status, body.returnCode], [expectedStatus, returnCode]);
}

async function authorized(changes: object = {}): Promise<string> {
  const { body } = await shop.sell({ capture: false, ...changes });
  return body.tid;
}

const capture = (tid: string, amount?: number) => shop.call('PUT', `/transactions/${tid}`, { amount });
const refund = (tid: string, amount?: number) =>
  shop.call('POST', `/transactions/${tid}/refunds`, { amount });
const query = (tid: string) => shop.call('GET', `/transactions/${tid}`);

describe('a sale', () => {
  test('is approved with all fields that the shop needs', async () => {
    const sale = saleWith({ installments: 3 });
    const { status, body } = await shop.call('POST', '/transactions', sale);
    assert.equal(status, 201);
    assert.equal(body.reference, sale.reference);
    assert.match(body.tid, /^\d{20}$/);
    assert.match(body.nsu, /^\d+$/);
    assert.match(body.dateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/);
    const { amount, installments, cardBin, last4, returnCode } = body;
    assert.deepEqual(
      { amount, installments, cardBin, last4, returnCode },
      { amount: 1_000, installments: 3, cardBin: '423564', last4: '5682', returnCode: '00' },
    );
    assert.equal(body.brand.name, 'Visa');
    assert.equal(body.brand.returnCode, '00');
    assert.match(body.brand.authorizationCode, /^\d{6}$/);
    assert.match(body.brand.brandTid, /^\d{15}$/);
    assert.deepEqual(
      body.links.map(({ rel }: { rel: string }) => rel),
      ['transaction', 'capture', 'refund'],
    );
  });

  test("is denied with Rede's code and the scheme's code", async () => {
    const cases = [
      ['4000000000090516', '111', '51'],
      ['4000000000090631', '119', 'N7'],
      ['6505050000090037', '102', '58'],
      ['340000000090513', '111', '116'],
    ] as const;
    for (const [cardNumber, returnCode, schemeCode] of cases) {
      const answer = await shop.sell({ cardNumber });
      expectCode(answer, 422, returnCode);
      assert.equal(answer.body.brand.returnCode, schemeCode);
      assert.equal(answer.body.brand.authorizationCode, undefined);
      const asked = (await query(answer.body.tid)).body;
      assert.equal(asked.authorization.status, 'Denied');
      assert.equal(asked.authorization.returnCode, returnCode);
    }
  });

  test("returns Mastercard's advice code", async () => {
    const { body } = await shop.sell({ cardNumber: '5200000000099033' });
    assert.deepEqual([body.brand.returnCode, body.brand.merchantAdviceCode], ['51', '24']);
  });

  test('has no scheme answer without the header that requests it', async () => {
    const { body } = await shop.call('POST', '/transactions', saleWith(), { 'transaction-response': '' });
    assert.equal(body.brand, undefined);
    assert.match(body.authorizationCode, /^\d{6}$/);
  });

  test('accepts the proof of an authentication made elsewhere', async () => {
    const threeDSecure = { embedded: false, onFailure: 'decline', cavv: 'A'.repeat(28), eci: '05' };
    const { status, body } = await shop.sell({ threeDSecure });
    assert.equal(status, 201);
    assert.equal((await query(body.tid)).body.authorization.authorizationEci, '5');
  });
});

describe('a zero-amount check', () => {
  test('answers whether the card is valid, and is not recorded in the book', async () => {
    const good = await shop.sell({ amount: 0 });
    expectCode(good, 201, '174');
    expectCode(await query(good.body.tid), 404, '78');
    const bad = await shop.sell({ amount: 0, cardNumber: '4000000000090433' });
    expectCode(bad, 422, '175');
    assert.equal(bad.body.brand.returnCode, '43');
  });

  test('passes with a card whose sale is then denied (624)', async () => {
    expectCode(await shop.sell({ amount: 0, cardNumber: '4000000000096240' }), 201, '174');
    expectCode(await shop.sell({ cardNumber: '4000000000096240' }), 422, '111');
  });
});

describe('a capture', () => {
  test('takes the full amount or less, once', async () => {
    const [whole, part] = [await authorized(), await authorized()];
    expectCode(await capture(whole), 200, '00');
    expectCode(await capture(part, 600), 200, '00');
    assert.equal((await query(whole)).body.capture.amount, 1_000);
    const asked = (await query(part)).body;
    assert.equal(asked.authorization.amount, 1_000);
    assert.equal(asked.capture.amount, 600);
    expectCode(await capture(part, 100), 422, '171');
    expectCode(await capture(whole), 422, '171');
  });

  test('above the authorized amount is refused', async () => {
    expectCode(await capture(await authorized(), 1_001), 422, '49');
  });

  test('of zero, or of an invalid amount, is refused', async () => {
    const tid = await authorized();
    expectCode(await capture(tid, 0), 400, '71');
    expectCode(await capture(tid, -1), 400, '71');
    expectCode(await shop.call('PUT', `/transactions/${tid}`, { amount: 'x' }), 400, '71');
  });

  test('of a denied or canceled sale is refused', async () => {
    const denied = (await shop.sell({ capture: false, cardNumber: '4000000000090516' })).body.tid;
    expectCode(await capture(denied), 422, '171');
    const canceled = await authorized();
    await refund(canceled);
    expectCode(await capture(canceled), 422, '171');
  });

  test('is made once for many simultaneous requests', async () => {
    const tid = await authorized();
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(tid, 300)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await query(tid)).body.capture.amount, 300);
  });
});

describe('a refund', () => {
  test('before the capture is for the full amount only, and cancels the sale', async () => {
    const tid = await authorized();
    expectCode(await refund(tid, 999), 422, '365');
    const done = await refund(tid, 1_000);
    expectCode(done, 201, '359');
    const { body } = await query(tid);
    assert.equal(body.authorization.status, 'Canceled');
    assert.equal(body.capture, undefined);
    assert.equal(body.refunds.length, 1);
    assert.deepEqual(
      [body.refunds[0].refundId, body.refunds[0].amount, body.refunds[0].status],
      [done.body.refundId, 1_000, 'Done'],
    );
    expectCode(await refund(tid, 1_000), 422, '355');
  });

  test('after the capture can be partial, up to the captured amount', async () => {
    const tid = await authorized();
    await capture(tid, 600);
    expectCode(await refund(tid, 1_001), 422, '357');
    expectCode(await refund(tid, 601), 422, '358');
    const first = await refund(tid, 200);
    expectCode(first, 201, '359');
    expectCode(await refund(tid, 401), 422, '358');
    assert.equal((await query(tid)).body.authorization.status, 'Approved');
    const second = await refund(tid);
    expectCode(second, 201, '359');
    assert.notEqual(first.body.refundId, second.body.refundId);
    const { body } = await query(tid);
    assert.equal(body.authorization.status, 'Canceled');
    assert.deepEqual(
      body.refunds.map(({ amount }: { amount: number }) => amount),
      [200, 400],
    );
    expectCode(await refund(tid, 1), 422, '355');
  });

  test('is listed, and found by its id', async () => {
    const { tid } = (await shop.sell()).body;
    expectCode(await shop.call('GET', `/transactions/${tid}/refunds`), 404, '369');
    const { refundId } = (await refund(tid, 10)).body;
    const { body: list } = await shop.call('GET', `/transactions/${tid}/refunds`);
    assert.deepEqual(
      list.refunds.map((shown: { refundId: string; amount: number }) => [shown.refundId, shown.amount]),
      [[refundId, 10]],
    );
    const { status, body } = await shop.call('GET', `/transactions/${tid}/refunds/${refundId}`);
    assert.deepEqual([status, body.amount, body.status, body.tid], [200, 10, 'Done', tid]);
    expectCode(await shop.call('GET', `/transactions/${tid}/refunds/999`), 404, '362');
  });

  test('of an unknown or denied sale is refused', async () => {
    expectCode(await refund('12345678901234567890', 1), 404, '353');
    const { tid } = (await shop.sell({ cardNumber: '4000000000090516' })).body;
    expectCode(await refund(tid, 1), 422, '171');
  });

  test('never exceeds the captured amount when many are requested at the same time', async () => {
    const { tid } = (await shop.sell()).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(tid, 300)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    const { body } = await shop.control(`/book?tid=${tid}`);
    assert.equal(body.charges[0].refunded, 900);
  });

  test('is possible for 90 simulated days', async () => {
    const old = await openShop();
    const { tid } = (await old.sell()).body;
    await old.control('/clock', { advanceMs: 90 * DAY_MS - 10_000 });
    const late = () => old.call('POST', `/transactions/${tid}/refunds`, { amount: 1 });
    expectCode(await late(), 201, '359');
    await old.control('/clock', { advanceMs: 10_000 });
    expectCode(await late(), 422, '354');
  });

  test('with a callback address that is too long, missing or not http(s) is refused', async () => {
    const { tid } = (await shop.sell()).body;
    const withUrl = (url: string) =>
      shop.call('POST', `/transactions/${tid}/refunds`, { amount: 1, urls: [{ kind: 'callback', url }] });
    expectCode(await withUrl(`http://shop.test/${'a'.repeat(500)}`), 400, '363');
    expectCode(await withUrl('file:///etc/passwd'), 400, '161');
    expectCode(await withUrl(''), 400, '176');
  });
});

describe('a query', () => {
  test('finds a sale by tid and by reference', async () => {
    const { tid, reference } = (await shop.sell({ cardholderName: 'JOHN SNOW', subscription: true })).body;
    for (const path of [`/${tid}`, `?reference=${reference}`]) {
      const { status, body } = await shop.call('GET', `/transactions${path}`);
      assert.equal(status, 200);
      const {
        status: state,
        kind,
        affiliation,
        cardHolderName,
        subscription,
        returnCode,
      } = body.authorization;
      assert.deepEqual(
        { tid: body.authorization.tid, state, kind, affiliation, cardHolderName, subscription, returnCode },
        {
          tid,
          state: 'Approved',
          kind: 'Credit',
          affiliation: '10000001',
          cardHolderName: 'JOHN SNOW',
          subscription: true,
          returnCode: '00',
        },
      );
      assert.equal(body.capture.amount, 1_000);
    }
  });

  test('of an unknown sale, or without tid and reference, is refused', async () => {
    expectCode(await query('12345678901234567890'), 404, '78');
    expectCode(await query('123456789012345678901'), 400, '97');
    expectCode(await query('abc'), 400, '98');
    expectCode(await shop.call('GET', '/transactions?reference=NOBODY'), 404, '78');
    expectCode(await shop.call('GET', '/transactions'), 400, '87');
    expectCode(await capture('12345678901234567890', 1), 404, '78');
  });

  test('by reference works for 60 simulated days, by tid for 400', async () => {
    const old = await openShop();
    const { tid, reference } = (await old.sell()).body;
    const oldQuery = (path: string) => old.call('GET', path);
    await old.control('/clock', { advanceMs: 59 * DAY_MS });
    assert.equal((await oldQuery(`/transactions?reference=${reference}`)).status, 200);
    await old.control('/clock', { advanceMs: DAY_MS });
    expectCode(await oldQuery(`/transactions?reference=${reference}`), 404, '78');
    assert.equal((await oldQuery(`/transactions/${tid}`)).status, 200);
    await old.control('/clock', { advanceMs: 340 * DAY_MS });
    expectCode(await oldQuery(`/transactions/${tid}`), 404, '78');
  });
});
