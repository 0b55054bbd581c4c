import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { MAX_POSTBACK_DELAY_SECONDS } from '../../accounts/postback-delay.ts';
import {
  ANSWER_FIRST_MS,
  afterAttempt,
  createRetrySchedule,
  longestWaits,
  postbackId,
  postbackRow,
  readPostbackId,
  receiverOf,
} from './postback.ts';

const ID = '0199aabb-ccdd-7eee-8fff-001122334455';
const postback = {
  transactionId: ID,
  version: 3,
  merchantId: 7,
  url: 'https://loja.test/aviso',
  status: 6,
  waitMs: 0,
};

describe('the row of a postback', () => {
  test('the body lists the fields that are set, in the documented order', () => {
    const body = (more: object) => postbackRow({ ...postback, ...more }, 50).body;
    assert.equal(body({}), `{"transactionId":"${ID}","status":6}`);
    assert.equal(
      body({ providerReference: '10012', referenceId: 'São "1"' }),
      `{"transactionId":"${ID}","referenceId":"São \\"1\\"","status":6,"providerReference":"10012"}`,
    );
  });

  test('the first attempt waits for the answer to the request, and then for its own wait', () => {
    const firstTryAt = (more: object) => postbackRow({ ...postback, ...more }, 50).next_at;
    assert.equal(firstTryAt({}), 50);
    assert.equal(firstTryAt({ waitMs: 3_000 }), 3_050);
    assert.equal(firstTryAt({ requestId: 'r' }), 50 + ANSWER_FIRST_MS);
    assert.equal(firstTryAt({ requestId: 'r', waitMs: 3_000 }), 3_050 + ANSWER_FIRST_MS);
  });

  test('a receiver is host and port, in one notation', () => {
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

  test('reads its id from text', () => {
    assert.deepEqual(readPostbackId(postbackId(postback).toUpperCase()), { transactionId: ID, version: 3 });
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

describe('what no clock that is right lets wait for longer', () => {
  const A_LITTLE_MS = 30_000;

  test('allows the longest delay that a shop may choose, after the answer, under every time scale', () => {
    const waitMs = MAX_POSTBACK_DELAY_SECONDS * 1_000;
    const first = postbackRow({ ...postback, requestId: 'r', waitMs }, 0).next_at;
    assert.equal(first, waitMs + ANSWER_FIRST_MS);
    for (const timeScale of [1, 60, 1_000]) {
      const [longest = 0] = longestWaits(timeScale);
      assert.ok(longest >= first + A_LITTLE_MS, `${longest}`);
    }
  });

  test('allows every later wait, written by an instance whose clock is a little ahead', () => {
    for (const kind of ['postback', 'callback'] as const) {
      const schedule = createRetrySchedule(1, kind);
      for (const [tries, longest] of longestWaits(1).entries()) {
        assert.ok(longest >= (schedule.waitAfter(tries) ?? 0) + A_LITTLE_MS, `${kind} ${tries}`);
      }
    }
  });
});

describe('after an attempt', () => {
  const schedule = createRetrySchedule(1);

  test('what was delivered stays delivered', () => {
    assert.deepEqual(afterAttempt({ kind: 'delivered' }, 2, schedule, 100), {
      state: 'delivered',
      tries: 3,
      nextAt: 100,
      lastStatus: 200,
      lastError: null,
      endedAt: 100,
    });
  });

  test('an interrupted attempt does not count', () => {
    const after = afterAttempt({ kind: 'interrupted' }, 2, schedule, 100);
    assert.deepEqual([after.state, after.tries, after.nextAt], ['waiting', 2, 100]);
  });

  test('a refused postback is tried seven times in all, over 34 hours and 36 minutes', () => {
    let now = 0;
    let tries = 0;
    for (;;) {
      const after = afterAttempt({ kind: 'refused', error: 'timeout' }, tries, schedule, now);
      assert.equal(after.tries, tries + 1);
      assert.equal(after.lastError, 'timeout');
      if (after.state === 'failed') break;
      ({ tries, nextAt: now } = after);
    }
    assert.equal(tries + 1, 7);
    assert.equal(now, (34 * 60 + 36) * 60_000);
  });

  test('no sequence of results loses it or tries it for ever', () => {
    const result = fc.constantFrom('delivered', 'refused', 'interrupted');
    fc.assert(
      fc.property(fc.array(result, { maxLength: 60 }), fc.integer({ min: 1, max: 1e6 }), (results, scale) => {
        let tries = 0;
        let now = 0;
        for (const kind of results) {
          const given = kind === 'refused' ? { kind, error: 'status' } : { kind };
          const after = afterAttempt(
            given as Parameters<typeof afterAttempt>[0],
            tries,
            createRetrySchedule(scale),
            now,
          );
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
