import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AuthorizeRequest } from '../../card-acquirer.ts';
import type { AccountSettings } from '../../provider.ts';
import {
  accountAt,
  attemptAt,
  CARD,
  CARD_NUMBER,
  KEY,
  newCharge,
  patientConnector,
  REFERENCE,
  TID,
} from '../test-account.ts';
import { startTestHost, type TestHost } from '../test-host.ts';

const NOW = 1_780_000_000_000;
const AUTHENTICATION: AuthorizeRequest['authentication'] = {
  onFailure: 'decline',
  device: {
    userAgent: 'Mozilla/5.0',
    colorDepth: 24,
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: 'BR',
    screenHeight: 500,
    screenWidth: 500,
    timeZoneOffset: 3,
  },
  successUrl: 'https://guiche.example/3ds/t/return',
  failureUrl: 'https://guiche.example/3ds/t/return',
};

describe('an authorization at Rede', () => {
  const connector = patientConnector({ clock: { now: () => NOW } });
  let host: TestHost;
  let account: AccountSettings;
  before(async () => {
    host = await startTestHost();
    account = accountAt(host.origin);
  });
  after(() => host.close());

  const send = async (status: number, json: unknown, more: Partial<AuthorizeRequest> = {}) => {
    host.answer(() => ({ status, json }));
    return connector.authorize(attemptAt(account, more));
  };

  test('that is approved', async () => {
    assert.deepEqual(await send(201, newCharge()), {
      outcome: 'approved',
      captured: true,
      answer: {
        theirId: TID,
        nsu: '306718396',
        authorizationCode: '067404',
        rawCode: '00',
        rawMessage: 'Success.',
        abecsCode: '00',
        schemeIds: { transactionId: 'MCS1616339888484' },
        httpStatus: 201,
        seen: { amount: 20_099, cardBin: '544828', cardLast4: '0007' },
      },
    });
    const request = host.received.at(-1);
    assert.equal(request?.method, 'POST');
    assert.equal(request?.path, '/v2/transactions');
    assert.equal(request?.headers['transaction-response'], 'brand-return-opened');
    assert.match(request?.headers['content-type'] ?? '', /^application\/json/);
    assert.match(request?.headers.authorization ?? '', /^Bearer token-number-/);
    assert.equal(JSON.parse(request?.body ?? '').reference, REFERENCE);
  });

  test('that is approved and not captured; debit always is', async () => {
    const later = await send(201, newCharge(), { capture: false });
    assert.equal(later.outcome === 'approved' && later.captured, false);
    const debit = await send(201, newCharge({ threeDSecure: { eci: '05', returnCode: '200' } }), {
      kind: 'debit',
      capture: false,
      authentication: AUTHENTICATION,
    });
    assert.equal(debit.outcome === 'approved' && debit.captured, true);
    assert.equal(debit.outcome === 'approved' && debit.answer.eci, 5);
  });

  test('whose authorization code and ECI stand in other places', async () => {
    for (const [more, code, eci] of [
      [{ authorizationCode: '111111', eci: 6 }, '111111', 6],
      [{ brand: {}, authorization: { authorizationCode: '333333', authorizationEci: '02' } }, '333333', 2],
      [{ brand: {}, authorization: { brand: { authorizationCode: '444444', eci: '7' } } }, '444444', 7],
      [{ brand: {}, threeDSecure: { eci: 'AA' } }, undefined, undefined],
    ] as const) {
      const outcome = await send(201, newCharge(more));
      assert.ok(outcome.outcome === 'approved');
      assert.equal(outcome.answer.authorizationCode, code);
      assert.equal(outcome.answer.eci, eci);
    }
  });

  test('that is refused, by the brand and without one', async () => {
    const refused = {
      reference: REFERENCE,
      tid: TID,
      returnCode: '111',
      returnMessage: 'Unauthorized. Funds.',
    };
    const brand = { name: 'Mastercard', returnCode: '51', merchantAdviceCode: '24' };
    const byBrand = await send(422, { ...refused, brand });
    assert.ok(byBrand.outcome === 'declined');
    assert.equal(byBrand.decline.code, '51');
    assert.equal(byBrand.answer.abecsCode, '51');
    assert.equal(byBrand.answer.merchantAdviceCode, '24');
    assert.equal(byBrand.answer.theirId, TID);
    const byRede = await send(400, { returnCode: '58', returnMessage: 'Unauthorized. Contact issuer.' });
    assert.ok(byRede.outcome === 'declined');
    assert.equal(byRede.decline.message, 'O banco não aprovou. Fale com o emissor do cartão.');
  });

  test('that asks for the buyer first', async () => {
    const url = 'https://rede.example/3ds?id=1';
    const json = { reference: REFERENCE, tid: TID, returnCode: '220', threeDSecure: { embedded: true, url } };
    const outcome = await send(201, json, { kind: 'debit', authentication: AUTHENTICATION });
    assert.deepEqual(outcome, {
      outcome: 'buyer_awaited',
      nextAction: { kind: 'redirect', url },
      expiresAt: NOW + 15 * 60_000,
      answer: { theirId: TID, rawCode: '220', httpStatus: 201 },
    });
  });

  test('that asks for the buyer at no usable address is not known', async () => {
    for (const url of [undefined, '', 'javascript:alert(1)', 'https://u:p@rede.example/', '/3ds', 7]) {
      const json = { reference: REFERENCE, returnCode: '220', threeDSecure: { url } };
      assert.equal((await send(201, json)).outcome, 'unknown', String(url));
    }
    const strict = patientConnector({ production: true });
    const clear = {
      reference: REFERENCE,
      returnCode: '220',
      threeDSecure: { url: 'http://rede.example/3ds' },
    };
    host.answer(() => ({ status: 201, json: clear }));
    assert.equal((await strict.authorize(attemptAt(account))).outcome, 'unknown');
  });

  test('that Rede saw before, or refuses for its settings', async () => {
    assert.equal((await send(422, { returnCode: '122' })).outcome, 'duplicate');
    assert.equal((await send(400, { returnCode: '42' })).outcome, 'duplicate');
    const outcome = await send(422, { returnCode: '898', returnMessage: 'PV with invalid IP origin' });
    assert.ok(outcome.outcome === 'invalid_request');
    assert.match(outcome.reason, /return code 898: o IP de origem/);
  });

  test('whose approval lacks a name, or bears another, is not known and takes over nothing of it', async () => {
    for (const more of [{ tid: undefined }, { reference: undefined }, { reference: 'ANOTHER' }]) {
      const outcome = await send(201, newCharge(more));
      assert.ok(outcome.outcome === 'unknown');
      if (!('tid' in more)) assert.equal(outcome.answer?.theirId, undefined);
    }
  });

  test('that will be decided later', async () => {
    assert.equal((await send(202, newCharge())).outcome, 'pending');
  });

  test('with a token that died meanwhile goes out again with a new one', async () => {
    let calls = 0;
    host.answer(() => {
      calls += 1;
      return calls === 1 ? { status: 401, json: { returnCode: '4030' } } : { status: 201, json: newCharge() };
    });
    assert.equal((await connector.authorize(attemptAt(account))).outcome, 'approved');
    assert.equal(calls, 2);
  });

  test('under version 1 goes out with PV and key', async () => {
    host.answer(() => ({ status: 201, json: newCharge() }));
    const basic = accountAt(host.origin, { auth: 'basic', api: `${host.origin}/v1` });
    const { issued } = host.tokens;
    assert.equal((await connector.authorize(attemptAt(basic))).outcome, 'approved');
    assert.equal(host.received.at(-1)?.path, '/v1/transactions');
    assert.match(host.received.at(-1)?.headers.authorization ?? '', /^Basic /);
    assert.equal(host.tokens.issued, issued);
  });

  test('that Rede cannot do is not sent', async () => {
    const count = host.received.length;
    for (const [more, expected] of [
      [{ amount: 10_000_000_000 }, 'declined'],
      [{ amount: 0 }, 'invalid_request'],
      [{ amount: 1.5 }, 'invalid_request'],
      [{ installments: { count: 13, plan: 'store' } }, 'declined'],
      [{ installments: { count: 2, plan: 'issuer' } }, 'invalid_request'],
      [{ kind: 'debit', authentication: undefined }, 'invalid_request'],
      [
        { kind: 'debit', authentication: AUTHENTICATION, installments: { count: 2, plan: 'store' } },
        'declined',
      ],
      [{ acquirerReference: '0123456789ABCDEFG' }, 'invalid_request'],
      [{ acquirerReference: 'A-1' }, 'invalid_request'],
      [{ account: { accountId: '7', settings: {} } }, 'invalid_request'],
    ] as const) {
      const outcome = await connector.authorize(attemptAt(account, more as Partial<AuthorizeRequest>));
      assert.equal(outcome.outcome, expected, JSON.stringify(more));
    }
    assert.equal(host.received.length, count);
    const highest = await send(201, newCharge(), { amount: 9_999_999_999 });
    assert.equal(highest.outcome, 'approved');
  });

  test('whose answer repeats what it must not keeps it out', async () => {
    const token = host.received.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    const echo = `card ${CARD_NUMBER} cvv 123 key ${KEY} token ${token}`;
    const outcome = await send(422, {
      returnCode: '58',
      returnMessage: echo,
      nsu: CARD_NUMBER,
      authorizationCode: token,
      tid: KEY,
    });
    const kept = JSON.stringify(outcome);
    for (const secret of [CARD_NUMBER, '123', KEY, token]) assert.ok(!kept.includes(secret), kept);
  });

  test('of nothing tells whether a card is good', async () => {
    const check = async (status: number, json: Readonly<Record<string, unknown>>) => {
      host.answer(({ body }) => ({ status, json: { reference: JSON.parse(body).reference, ...json } }));
      return (await connector.verifyCard(CARD, account)).outcome;
    };
    assert.equal(await check(201, { returnCode: '174', tid: TID }), 'approved');
    const { amount, capture, reference } = JSON.parse(host.received.at(-1)?.body ?? '');
    assert.deepEqual({ amount, capture }, { amount: 0, capture: true });
    assert.match(reference, /^[0-9A-F]{16}$/);
    assert.equal(await check(422, { returnCode: '175' }), 'declined');
    assert.equal(await check(422, { returnCode: '170' }), 'declined');
    assert.equal(await check(422, { returnCode: '172' }), 'declined');
    assert.equal(await check(422, { returnCode: '26' }), 'invalid_request');
    assert.notEqual(JSON.parse(host.received.at(-1)?.body ?? '').reference, reference);
  });
});
