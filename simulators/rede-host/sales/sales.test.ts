import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answered, openShop, saleWith } from '../test-room.ts';

const DAY_MS = 86_400_000;
const shop = await openShop();

function says({ status, body }: Answered, expectedStatus: number, returnCode: string): void {
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
  test('is approved with everything that the shop needs to know', async () => {
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

  test("is denied with Rede's code, and the scheme's beside it", async () => {
    const cases = [
      ['4000000000090516', '111', '51'],
      ['4000000000090631', '119', 'N7'],
      ['6505050000090037', '102', '58'],
      ['340000000090513', '111', '116'],
    ] as const;
    for (const [cardNumber, returnCode, schemeCode] of cases) {
      const answer = await shop.sell({ cardNumber });
      says(answer, 422, returnCode);
      assert.equal(answer.body.brand.returnCode, schemeCode);
      assert.equal(answer.body.brand.authorizationCode, undefined);
      const asked = (await query(answer.body.tid)).body;
      assert.equal(asked.authorization.status, 'Denied');
      assert.equal(asked.authorization.returnCode, returnCode);
    }
  });

  test("tells Mastercard's advice", async () => {
    const { body } = await shop.sell({ cardNumber: '5200000000099033' });
    assert.deepEqual([body.brand.returnCode, body.brand.merchantAdviceCode], ['51', '24']);
  });

  test('tells nothing of the scheme without the header that opens it', async () => {
    const { body } = await shop.call('POST', '/transactions', saleWith(), { 'transaction-response': '' });
    assert.equal(body.brand, undefined);
    assert.match(body.authorizationCode, /^\d{6}$/);
  });

  test('carries the proof of an authentication that was done elsewhere', async () => {
    const threeDSecure = { embedded: false, onFailure: 'decline', cavv: 'A'.repeat(28), eci: '05' };
    const { status, body } = await shop.sell({ threeDSecure });
    assert.equal(status, 201);
    assert.equal((await query(body.tid)).body.authorization.authorizationEci, '5');
  });
});

describe('a check without amount', () => {
  test('says whether the card is good, and leaves nothing on the book', async () => {
    const good = await shop.sell({ amount: 0 });
    says(good, 201, '174');
    says(await query(good.body.tid), 404, '78');
    const bad = await shop.sell({ amount: 0, cardNumber: '4000000000090433' });
    says(bad, 422, '175');
    assert.equal(bad.body.brand.returnCode, '43');
  });

  test('passes with a card whose sale is then denied (624)', async () => {
    says(await shop.sell({ amount: 0, cardNumber: '4000000000096240' }), 201, '174');
    says(await shop.sell({ cardNumber: '4000000000096240' }), 422, '111');
  });
});

describe('a capture', () => {
  test('takes all of it, or less, once', async () => {
    const [whole, part] = [await authorized(), await authorized()];
    says(await capture(whole), 200, '00');
    says(await capture(part, 600), 200, '00');
    assert.equal((await query(whole)).body.capture.amount, 1_000);
    const asked = (await query(part)).body;
    assert.equal(asked.authorization.amount, 1_000);
    assert.equal(asked.capture.amount, 600);
    says(await capture(part, 100), 422, '171');
    says(await capture(whole), 422, '171');
  });

  test('of more than was authorized is refused', async () => {
    says(await capture(await authorized(), 1_001), 422, '49');
  });

  test('of nothing, or of what is no amount, is refused', async () => {
    const tid = await authorized();
    says(await capture(tid, 0), 400, '71');
    says(await capture(tid, -1), 400, '71');
    says(await shop.call('PUT', `/transactions/${tid}`, { amount: 'x' }), 400, '71');
  });

  test('of a sale that was denied, or canceled, is refused', async () => {
    const denied = (await shop.sell({ capture: false, cardNumber: '4000000000090516' })).body.tid;
    says(await capture(denied), 422, '171');
    const canceled = await authorized();
    await refund(canceled);
    says(await capture(canceled), 422, '171');
  });

  test('counts once of many that come at the same time', async () => {
    const tid = await authorized();
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(tid, 300)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await query(tid)).body.capture.amount, 300);
  });
});

describe('a refund', () => {
  test('before the capture is for all of it only, and cancels the sale', async () => {
    const tid = await authorized();
    says(await refund(tid, 999), 422, '365');
    const done = await refund(tid, 1_000);
    says(done, 201, '359');
    const { body } = await query(tid);
    assert.equal(body.authorization.status, 'Canceled');
    assert.equal(body.capture, undefined);
    assert.equal(body.refunds.length, 1);
    assert.deepEqual(
      [body.refunds[0].refundId, body.refunds[0].amount, body.refunds[0].status],
      [done.body.refundId, 1_000, 'Done'],
    );
    says(await refund(tid, 1_000), 422, '355');
  });

  test('after the capture comes in parts, up to what was captured', async () => {
    const tid = await authorized();
    await capture(tid, 600);
    says(await refund(tid, 1_001), 422, '357');
    says(await refund(tid, 601), 422, '358');
    const first = await refund(tid, 200);
    says(first, 201, '359');
    says(await refund(tid, 401), 422, '358');
    assert.equal((await query(tid)).body.authorization.status, 'Approved');
    const second = await refund(tid);
    says(second, 201, '359');
    assert.notEqual(first.body.refundId, second.body.refundId);
    const { body } = await query(tid);
    assert.equal(body.authorization.status, 'Canceled');
    assert.deepEqual(
      body.refunds.map(({ amount }: { amount: number }) => amount),
      [200, 400],
    );
    says(await refund(tid, 1), 422, '355');
  });

  test('is listed, and asked for by its id', async () => {
    const { tid } = (await shop.sell()).body;
    says(await shop.call('GET', `/transactions/${tid}/refunds`), 404, '369');
    const { refundId } = (await refund(tid, 10)).body;
    const { body: list } = await shop.call('GET', `/transactions/${tid}/refunds`);
    assert.deepEqual(
      list.refunds.map((shown: { refundId: string; amount: number }) => [shown.refundId, shown.amount]),
      [[refundId, 10]],
    );
    const { status, body } = await shop.call('GET', `/transactions/${tid}/refunds/${refundId}`);
    assert.deepEqual([status, body.amount, body.status, body.tid], [200, 10, 'Done', tid]);
    says(await shop.call('GET', `/transactions/${tid}/refunds/999`), 404, '362');
  });

  test('of what was never sold, or was denied, is refused', async () => {
    says(await refund('12345678901234567890', 1), 404, '353');
    const { tid } = (await shop.sell({ cardNumber: '4000000000090516' })).body;
    says(await refund(tid, 1), 422, '171');
  });

  test('gives back no more than there is when many come at the same time', async () => {
    const { tid } = (await shop.sell()).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(tid, 300)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    const { body } = await shop.control(`/book?tid=${tid}`);
    assert.equal(body.charges[0].refunded, 900);
  });

  test('ends after 90 simulated days', async () => {
    const old = await openShop();
    const { tid } = (await old.sell()).body;
    await old.control('/clock', { advanceMs: 90 * DAY_MS - 10_000 });
    const late = () => old.call('POST', `/transactions/${tid}/refunds`, { amount: 1 });
    says(await late(), 201, '359');
    await old.control('/clock', { advanceMs: 10_000 });
    says(await late(), 422, '354');
  });

  test('with an address that is too long, or none, is refused', async () => {
    const { tid } = (await shop.sell()).body;
    const withUrl = (url: string) =>
      shop.call('POST', `/transactions/${tid}/refunds`, { amount: 1, urls: [{ kind: 'callback', url }] });
    says(await withUrl(`http://shop.test/${'a'.repeat(500)}`), 400, '363');
    says(await withUrl('file:///etc/passwd'), 400, '161');
    says(await withUrl(''), 400, '176');
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

  test('of what is not there, or without a name, is refused', async () => {
    says(await query('12345678901234567890'), 404, '78');
    says(await query('123456789012345678901'), 400, '97');
    says(await query('abc'), 400, '98');
    says(await shop.call('GET', '/transactions?reference=NOBODY'), 404, '78');
    says(await shop.call('GET', '/transactions'), 400, '87');
    says(await capture('12345678901234567890', 1), 404, '78');
  });

  test('by reference ends after 60 simulated days, by tid after 400', async () => {
    const old = await openShop();
    const { tid, reference } = (await old.sell()).body;
    const oldQuery = (path: string) => old.call('GET', path);
    await old.control('/clock', { advanceMs: 59 * DAY_MS });
    assert.equal((await oldQuery(`/transactions?reference=${reference}`)).status, 200);
    await old.control('/clock', { advanceMs: DAY_MS });
    says(await oldQuery(`/transactions?reference=${reference}`), 404, '78');
    assert.equal((await oldQuery(`/transactions/${tid}`)).status, 200);
    await old.control('/clock', { advanceMs: 340 * DAY_MS });
    says(await oldQuery(`/transactions/${tid}`), 404, '78');
  });
});
