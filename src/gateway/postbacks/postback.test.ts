import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  ANSWER_FIRST_MS,
  afterTry,
  createSchedule,
  postbackId,
  postbackRow,
  readPostbackId,
  receiverOf,
} from './postback.ts';

const ID = '0199aabb-ccdd-7eee-8fff-001122334455';
const news = {
  transactionId: ID,
  version: 3,
  merchantId: 7,
  url: 'https://loja.test/aviso',
  status: 6,
  waitMs: 0,
};

describe('what is written of a postback', () => {
  test('the body names what there is, in the published order', () => {
    const body = (more: object) => postbackRow({ ...news, ...more }, 50).body;
    assert.equal(body({}), `{"transactionId":"${ID}","status":6}`);
    assert.equal(
      body({ providerReference: '10012', referenceId: 'São "1"' }),
      `{"transactionId":"${ID}","referenceId":"São \\"1\\"","status":6,"providerReference":"10012"}`,
    );
  });

  test('the first try is left for the answer to the request to go out, and for the wait after it', () => {
    const firstTryAt = (more: object) => postbackRow({ ...news, ...more }, 50).next_at;
    assert.equal(firstTryAt({}), 50);
    assert.equal(firstTryAt({ waitMs: 3_000 }), 3_050);
    assert.equal(firstTryAt({ requestId: 'r' }), 50 + ANSWER_FIRST_MS);
    assert.equal(firstTryAt({ requestId: 'r', waitMs: 3_000 }), 3_050 + ANSWER_FIRST_MS);
  });

  test('a receiver is a host and a port, in one notation', () => {
    const receivers = [
      ['https://LOJA.Test/a?b', 'loja.test:443'],
      ['http://loja.test./', 'loja.test:80'],
      ['http://loja.test:443', 'loja.test:443'],
      ['https://u:p@loja.test:8080', 'loja.test:8080'],
      ['http://[::FFFF:1.2.3.4]:90', '[::ffff:102:304]:90'],
      ['http://0x7f.1/', '127.0.0.1:80'],
      ['https://açaí.example', 'xn--aa-4iaz.example:443'],
    ] as const;
    for (const [url, receiver] of receivers) assert.equal(receiverOf(new URL(url)), receiver);
  });

  test('its id is read as it is written', () => {
    assert.deepEqual(readPostbackId(postbackId(news).toUpperCase()), { transactionId: ID, version: 3 });
    for (const text of [
      '',
      ID,
      `${ID}.`,
      `${ID}.x`,
      `${ID}.-1`,
      `${ID}.1.2`,
      `x${ID}.1`,
      `${ID}.1234567890123456`,
    ]) {
      assert.equal(readPostbackId(text), undefined, text);
    }
  });
});

describe('after a try', () => {
  const schedule = createSchedule(1);

  test('what is delivered stays so', () => {
    assert.deepEqual(afterTry({ result: 'delivered' }, 2, schedule, 100), {
      state: 'delivered',
      tries: 3,
      nextAt: 100,
      lastStatus: 200,
      lastError: null,
      endedAt: 100,
    });
  });

  test('one that was interrupted was none', () => {
    const after = afterTry({ result: 'interrupted' }, 2, schedule, 100);
    assert.deepEqual([after.state, after.tries, after.nextAt], ['waiting', 2, 100]);
  });

  test('a refused one is tried seven times in all, over 34 hours and 36 minutes', () => {
    let now = 0;
    let tries = 0;
    for (;;) {
      const after = afterTry({ result: 'refused', error: 'timeout' }, tries, schedule, now);
      assert.equal(after.tries, tries + 1);
      assert.equal(after.lastError, 'timeout');
      if (after.state === 'failed') break;
      ({ tries, nextAt: now } = after);
    }
    assert.equal(tries + 1, 7);
    assert.equal(now, (34 * 60 + 36) * 60_000);
  });

  test('it is never lost and never tried for ever, whatever comes', () => {
    const result = fc.constantFrom('delivered', 'refused', 'interrupted');
    fc.assert(
      fc.property(fc.array(result, { maxLength: 60 }), fc.integer({ min: 1, max: 1e6 }), (results, scale) => {
        let tries = 0;
        let now = 0;
        for (const kind of results) {
          const given = kind === 'refused' ? { result: kind, error: 'status' } : { result: kind };
          const after = afterTry(given as Parameters<typeof afterTry>[0], tries, createSchedule(scale), now);
          assert.ok(after.tries <= 7 && after.nextAt >= now);
          assert.equal(after.endedAt === null, after.state === 'waiting');
          if (after.state !== 'waiting') return;
          ({ tries, nextAt: now } = after);
        }
        assert.ok(results.filter((kind) => kind === 'refused').length < 7);
        assert.ok(!results.includes('delivered'));
      }),
    );
  });
});
