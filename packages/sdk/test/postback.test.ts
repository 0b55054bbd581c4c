import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyCardPostback, verifyPostback } from '../src/index.ts';

const ID = '0199aabb-ccdd-7eee-8fff-001122334455.2';
const BODY = '{"transactionId":"0199aabb-ccdd-7eee-8fff-001122334455","referenceId":"ação-1","status":6}';
const NOW = Date.UTC(2026, 10, 22, 12);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

function headersFor(secrets: readonly string[], at = NOW, body = BODY) {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(ID, new Date(at), body)).join(' '),
  };
}

describe('A postback', () => {
  const secret = newSecret();

  test('is read when the gateway signed it, as text or bytes, with either kind of headers', async () => {
    const headers = headersFor([secret]);
    const read = await verifyPostback({ body: BODY, headers, secrets: [secret], now: NOW });
    assert.deepEqual(read, {
      webhookId: ID,
      transactionId: '0199aabb-ccdd-7eee-8fff-001122334455',
      referenceId: 'ação-1',
      status: 6,
    });
    const asBytes = { body: Buffer.from(BODY), headers: new Headers(headers), secrets: [secret], now: NOW };
    assert.deepEqual(await verifyPostback(asBytes), read);
  });

  test('of a stored card is read with its token', async () => {
    const body = JSON.stringify({ tokenizationId: 'T', saveCard: true, cardInfo: { token: 'C' } });
    const headers = headersFor([secret], NOW, body);
    const { cardInfo } = await verifyCardPostback({ body, headers, secrets: [secret], now: NOW });
    assert.equal(cardInfo?.token, 'C');
  });

  test('is read while one secret replaces another', async () => {
    const next = newSecret();
    const both = headersFor([next, secret]);
    for (const secrets of [[secret], [next], [newSecret(), next]]) {
      assert.equal((await verifyPostback({ body: BODY, headers: both, secrets, now: NOW })).status, 6);
    }
  });

  test('is refused if anything in it was changed, or the signature is missing', async () => {
    const headers = headersFor([secret]);
    const changes: readonly Partial<Record<keyof typeof headers | 'body', string | undefined>>[] = [
      { body: BODY.replace('6', '9') },
      { 'webhook-id': `${ID}0` },
      { 'webhook-timestamp': String(NOW / 1000 + 1) },
      { 'webhook-timestamp': 'ontem' },
      { 'webhook-signature': undefined },
      { 'webhook-signature': '' },
      { 'webhook-signature': 'v1,' },
      { 'webhook-signature': 'v1,%%%' },
      { 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
    ];
    for (const { body = BODY, ...changed } of changes) {
      const given = { body, headers: { ...headers, ...changed }, secrets: [secret], now: NOW };
      await assert.rejects(verifyPostback(given), { code: 'postback_not_signed' });
    }
    const foreign = { body: BODY, headers, secrets: [newSecret()], now: NOW };
    await assert.rejects(verifyPostback(foreign), { code: 'postback_not_signed' });
  });

  test('is refused when it is more than five minutes old', async () => {
    const given = { body: BODY, headers: headersFor([secret]), secrets: [secret] };
    await verifyPostback({ ...given, now: NOW + 300_000 });
    await assert.rejects(verifyPostback({ ...given, now: NOW + 301_000 }), { code: 'postback_too_old' });
  });
});
