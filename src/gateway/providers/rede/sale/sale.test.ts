import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../../../../test/support/property.ts';
import { Secret } from '../../../../platform/secret.ts';
import type { AuthorizeRequest, BuyerDevice } from '../../card-acquirer.ts';
import { redeAccount } from '../call/settings.ts';
import { accountAt, attemptAt, CARD, CARD_NUMBER, REFERENCE } from '../test-account.ts';
import { saleBody } from './sale.ts';

const DEVICE: BuyerDevice = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101',
  colorDepth: 24,
  deviceType3ds: 'browser',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1_080,
  screenWidth: 1_920,
  timeZoneOffset: 3,
};
const AUTHENTICATION = {
  onFailure: 'continue',
  device: DEVICE,
  successUrl: 'https://guiche.example/3ds/a/return',
  failureUrl: 'https://guiche.example/3ds/a/failure',
} as const;

function bodyOf(more: Partial<AuthorizeRequest> = {}, settings: Readonly<Record<string, string>> = {}) {
  const at = accountAt('http://127.0.0.1:1', settings);
  const account = redeAccount(at, false);
  return typeof account === 'string' ? assert.fail(account) : saleBody(attemptAt(at, more), account);
}

test('a sale without anything special', () => {
  assert.deepEqual(bodyOf({ capture: false }), {
    capture: false,
    kind: 'credit',
    reference: REFERENCE,
    amount: 20_099,
    cardholderName: 'Joao da Silva',
    cardNumber: CARD_NUMBER,
    expirationMonth: 1,
    expirationYear: 2035,
    securityCode: '123',
  });
});

test('what was not given is not sent', () => {
  const body = bodyOf({ card: { ...CARD, cvv: undefined, holderName: '山田' } });
  assert.ok(!('securityCode' in body) && !('cardholderName' in body));
});

test('installments from two on, and the mark of recurring sales', () => {
  assert.equal(bodyOf({ installments: { count: 2, plan: 'store' } }).installments, 2);
  assert.ok(!('installments' in bodyOf()));
  assert.equal(bodyOf({ recurrent: true }).subscription, true);
  assert.ok(!('subscription' in bodyOf()));
});

test('the name on the statement is sent as Rede takes it, unless the account says not to', () => {
  const softDescriptor = 'Açaí & Cia. do João Pereira';
  for (const settings of [{}, { softDescriptor: 'on' }]) {
    assert.equal(bodyOf({ softDescriptor }, settings).softDescriptor, 'Acai Cia do Joao P');
    assert.ok(!('softDescriptor' in bodyOf({ softDescriptor: '***' }, settings)));
    assert.ok(!('softDescriptor' in bodyOf({}, settings)));
  }
  assert.ok(!('softDescriptor' in bodyOf({ softDescriptor }, { softDescriptor: 'off' })));
});

test('with 3-D Secure the name on the statement has 13 letters and no blanks', () => {
  const softDescriptor = 'Açaí & Cia. do João Pereira';
  for (const kind of ['credit', 'debit'] as const) {
    const body = bodyOf({ softDescriptor, kind, authentication: AUTHENTICATION });
    assert.equal(body.softDescriptor, 'AcaiCiadoJoao');
  }
  assert.equal(bodyOf({ softDescriptor: 'Loja A', authentication: AUTHENTICATION }).softDescriptor, 'LojaA');
  const none = bodyOf({ softDescriptor: '***', authentication: AUTHENTICATION });
  assert.ok(!('softDescriptor' in none));
  const off = bodyOf({ softDescriptor, authentication: AUTHENTICATION }, { softDescriptor: 'off' });
  assert.ok(!('softDescriptor' in off));
});

test('the account can say how long the name on the statement may be', () => {
  const softDescriptor = 'Açaí & Cia. do João Pereira';
  for (const [softDescriptorMax, plain, authenticated] of [
    ['18', 'Acai Cia do Joao P', 'AcaiCiadoJoaoPerei'],
    ['9', 'Acai Cia', 'AcaiCiado'],
    ['1', 'A', 'A'],
  ] as const) {
    const settings = { softDescriptorMax };
    assert.equal(bodyOf({ softDescriptor }, settings).softDescriptor, plain);
    const body = bodyOf({ softDescriptor, authentication: AUTHENTICATION }, settings);
    assert.equal(body.softDescriptor, authenticated);
  }
});

test('version 1 spells the holder its own way', () => {
  const body = bodyOf({}, { auth: 'basic' });
  assert.equal(body.cardHolderName, 'Joao da Silva');
  assert.ok(!('cardholderName' in body));
});

test('authentication by Rede, with the device as it takes it', () => {
  const body = bodyOf({ authentication: AUTHENTICATION });
  assert.deepEqual(body.threeDSecure, {
    embedded: true,
    onFailure: 'continue',
    userAgent: DEVICE.userAgent,
    device: {
      colorDepth: 24,
      deviceType3ds: 'BROWSER',
      javaEnabled: false,
      language: 'pt-BR',
      screenHeight: 1_080,
      screenWidth: 1_920,
      timeZoneOffset: 3,
    },
  });
  assert.deepEqual(body.urls, [
    { kind: 'threeDSecureSuccess', url: AUTHENTICATION.successUrl },
    { kind: 'threeDSecureFailure', url: AUTHENTICATION.failureUrl },
  ]);
});

test('a debit is captured and never goes on without proof', () => {
  const body = bodyOf({ kind: 'debit', capture: false, authentication: AUTHENTICATION });
  assert.equal(body.kind, 'debit');
  assert.equal(body.capture, true);
  assert.equal((body.threeDSecure as { onFailure: string }).onFailure, 'decline');
});

test('proof of an authentication made elsewhere: goes on without it only where it is not required', () => {
  const proof = {
    cavv: new Secret('kHyn+7YFi1EUAREAAAAvNUe6Hv8='),
    xid: undefined,
    eci: '5',
    version: '2.2.0',
    referenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
    dataOnly: false,
  };
  const onFailure = (more: Parameters<typeof bodyOf>[0]) =>
    (bodyOf(more).threeDSecure as { onFailure: string }).onFailure;
  assert.equal(onFailure({ proof }), 'continue');
  assert.equal(onFailure({ proof: { ...proof, isRequired: true } }), 'decline');
  assert.equal(onFailure({ kind: 'debit', proof }), 'decline');
});

test('whatever a browser says of itself is sent in a form that Rede takes', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }));
  const zone = fc.integer({ min: -14, max: 14 });
  fc.assert(
    fc.property(text, text, zone, fc.boolean(), (language, userAgent, timeZoneOffset, east) => {
      const device = { ...DEVICE, language, userAgent, timeZoneOffset };
      const body = bodyOf(
        { authentication: { ...AUTHENTICATION, device } },
        { timeZoneOffset: east ? 'east' : 'west' },
      );
      const sent = body.threeDSecure as { userAgent: string; device: Record<string, unknown> };
      assert.match(String(sent.device.language), /^[\x20-\x7e]{1,8}$/);
      assert.match(sent.userAgent, /^[\x20-\x7e]*$/);
      const hours = Math.abs(timeZoneOffset);
      assert.equal(sent.device.timeZoneOffset, east && hours > 0 ? -hours : hours);
    }),
  );
});

test('a later sale of a kept card names its first one as its scheme does, and no other sale does', () => {
  const schemeIds = { transactionId: 'MCS1616339888484', linkId: 'L900' };
  const named = (use: 'first' | 'used') => {
    const { brandTid, transactionLinkId } = bodyOf({ cardOnFile: { use, reason: 'recurring' }, schemeIds });
    return [brandTid, transactionLinkId];
  };
  assert.deepEqual(named('used'), ['MCS1616339888484', 'L900']);
  assert.deepEqual(named('first'), [undefined, undefined]);
  assert.ok(!('brandTid' in bodyOf({ cardOnFile: { use: 'used', reason: 'recurring' } })));
});
