import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answered,
  DEVICE,
  newReference,
  openShop,
  PLAIN_CARD,
  saleWith,
  tokenFrom,
  withAuthentication,
} from '../test-room.ts';

const shop = await openShop();

function refused({ status, body }: Answered, expectedStatus: number, returnCode: string): void {
  assert.deepEqual([status, body.returnCode], [expectedStatus, returnCode]);
  assert.ok(body.returnMessage.length > 3);
}

const TOO_LONG_URL = `http://shop.test/${'a'.repeat(500)}`;

/** Changes to a valid sale, and the code of the refusal (docs/contract/acquirers.md I.5, A.8); HTTP 400 unless given. */
const FIELD_FAULTS: readonly (readonly [string, object, string, number?])[] = [
  ['no reference', { reference: undefined }, '41'],
  ['an empty reference', { reference: '' }, '41'],
  ['a reference of 17', { reference: 'A'.repeat(17) }, '39'],
  ['a reference with a hyphen', { reference: 'A-1' }, '40'],
  ['a reference that is a number', { reference: 1 }, '40'],
  ['no amount', { amount: undefined }, '73'],
  ['an amount of 11 digits', { amount: 10_000_000_000 }, '70'],
  ['an amount with a fraction', { amount: 1.5 }, '71'],
  ['a negative amount', { amount: -1 }, '71'],
  ['an amount as text', { amount: '1000' }, '71'],
  ['amount 0 without a capture', { amount: 0, capture: false }, '170', 422],
  ['amount 0 on debit', { amount: 0, kind: 'debit' }, '170', 422],
  ['amount 0 without a security code', { amount: 0, securityCode: undefined }, '172', 422],
  ['amount 0 in installments', { amount: 0, installments: 2 }, '54'],
  ['an unknown kind', { kind: 'cheque' }, '76'],
  ['Pix, which the merchant does not have', { kind: 'pix' }, '51', 422],
  ['a capture that is not a boolean', { capture: 'yes' }, '158'],
  ['13 installments', { installments: 13 }, '151'],
  ['installments that are not a number', { installments: 'many' }, '50'],
  ['no card number', { cardNumber: undefined }, '38'],
  ['a card number of 20 digits', { cardNumber: '4'.repeat(20) }, '36'],
  ['a card number of 12 digits', { cardNumber: '4'.repeat(12) }, '36'],
  ['a card number with letters', { cardNumber: '4235-6477-2802-56' }, '37'],
  ['a card number that fails Luhn', { cardNumber: '4235647728025683' }, '37'],
  ['no month', { expirationMonth: undefined }, '35'],
  ['a 13th month', { expirationMonth: 13 }, '33'],
  ['no year', { expirationYear: undefined }, '3'],
  ['a year of 5 digits', { expirationYear: 20_355 }, '1'],
  ['a year of 3 digits', { expirationYear: 203 }, '2'],
  ['a security code of 5', { securityCode: '12345' }, '15'],
  ['a security code with letters', { securityCode: 'abc' }, '16'],
  ['a holder of 31', { cardholderName: 'A'.repeat(31) }, '55'],
  ['a holder with an accent, in the old spelling', { cardHolderName: 'JOSÉ' }, '59'],
  ['a subscription that is not a boolean', { subscription: 'yes' }, '61'],
  ['debit without threeDSecure', { kind: 'debit' }, '82', 422],
  ['debit not captured', { kind: 'debit', capture: false }, '158'],
  ['debit in installments', { kind: 'debit', installments: 2, ...withAuthentication('decline') }, '54'],
  [
    'debit that continues without authentication',
    { kind: 'debit', ...withAuthentication('continue') },
    '251',
  ],
  ['threeDSecure without embedded', { ...threeD({ embedded: undefined }) }, '154'],
  ['no onFailure', { ...threeD({ onFailure: undefined }) }, '250'],
  ['another onFailure', { ...threeD({ onFailure: 'maybe' }) }, '251'],
  ['another challengePreference', { ...threeD({ challengePreference: 'NONE' }) }, '269'],
  ['no userAgent', { ...threeD({ userAgent: undefined }) }, '258'],
  ['a userAgent of 501', { ...threeD({ userAgent: 'a'.repeat(501) }) }, '159'],
  ['a proof without a cavv', { threeDSecure: { embedded: false, onFailure: 'decline', eci: '05' } }, '27'],
  [
    'a proof with another eci',
    { threeDSecure: { embedded: false, onFailure: 'decline', eci: '9', cavv: 'x' } },
    '20',
  ],
  ['no urls', { ...withAuthentication('decline', { urls: undefined }) }, '259'],
  ['empty urls', { ...withAuthentication('decline', { urls: [] }) }, '259'],
  ['urls that are not a list', { ...withAuthentication('decline', { urls: 'http://shop.test' }) }, '161'],
  ['a url without a kind', { ...urls({ url: 'http://shop.test' }) }, '160'],
  ['no failure url', { ...urls({ kind: 'threeDSecureSuccess', url: 'http://shop.test' }) }, '260'],
  ['no success url', { ...urls({ kind: 'threeDSecureFailure', url: 'http://shop.test' }) }, '261'],
  ['a failure url that is empty', { ...bothUrls('http://shop.test', '') }, '252'],
  ['a failure url that is too long', { ...bothUrls('http://shop.test', TOO_LONG_URL) }, '253'],
  ['a failure url that is not http(s)', { ...bothUrls('http://shop.test', 'javascript:alert(1)') }, '254'],
  ['a success url that is empty', { ...bothUrls('', 'http://shop.test') }, '255'],
  ['a success url that is too long', { ...bothUrls(TOO_LONG_URL, 'http://shop.test') }, '256'],
  ['a success url that is not an absolute url', { ...bothUrls('shop', 'http://shop.test') }, '257'],
];

/** Field, an invalid value and its code: first missing values, then wrong sizes, then wrong formats (docs/contract/acquirers.md A.5). */
const DEVICE_FAULTS: readonly (readonly [keyof typeof DEVICE, unknown, string])[] = [
  ['colorDepth', undefined, '3000'],
  ['deviceType3ds', undefined, '3001'],
  ['javaEnabled', undefined, '3002'],
  ['language', undefined, '3003'],
  ['timeZoneOffset', undefined, '3004'],
  ['screenHeight', undefined, '3005'],
  ['screenWidth', undefined, '3006'],
  ['colorDepth', 100, '3007'],
  ['deviceType3ds', 'B'.repeat(21), '3008'],
  ['language', 'portugues', '3009'],
  ['timeZoneOffset', 10_000, '3010'],
  ['screenHeight', 1_000_000, '3011'],
  ['screenWidth', 1_000_000, '3012'],
  ['colorDepth', 'a', '3013'],
  ['deviceType3ds', 'browser', '3014'],
  ['javaEnabled', 'false', '3015'],
  ['language', 'pt_BR', '3016'],
  ['timeZoneOffset', 'x', '3017'],
  ['screenHeight', -1, '3018'],
  ['screenWidth', '1k', '3019'],
];

describe('a sale is refused for', () => {
  for (const [what, changes, code, status = 400] of FIELD_FAULTS) {
    test(`${what}: ${code}`, async () => refused(await shop.sell(changes), status, code));
  }

  for (const [field, value, code] of DEVICE_FAULTS) {
    test(`device.${field} ${JSON.stringify(value) ?? 'missing'}: ${code}`, async () => {
      refused(await shop.sell(threeD({ device: { ...DEVICE, [field]: value } })), 400, code);
    });
  }

  test('the first of several faults: missing fields before sizes, sizes before formats', async () => {
    const device = { ...DEVICE, colorDepth: 'a', screenHeight: 1_000_000, screenWidth: undefined };
    refused(await shop.sell(threeD({ device })), 400, '3006');
    refused(await shop.sell(threeD({ device: { ...device, screenWidth: 1 } })), 400, '3011');
  });

  test('another content type: HTTP 415, 169', async () => {
    for (const type of ['', 'text/plain', 'application/jsonp', 'no type']) {
      refused(await shop.call('POST', '/transactions', saleWith(), { 'content-type': type }), 415, '169');
    }
  });

  test('no content type: HTTP 415, 169', async () => {
    const { api, token, pv, key } = shop.host.settings();
    const response = await fetch(`${api}/transactions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenFrom(token, pv, key)}` },
      body: Buffer.from(JSON.stringify(saleWith())),
    });
    assert.equal(response.headers.get('content-type')?.startsWith('application/json'), true);
    refused({ status: response.status, body: await response.json() }, 415, '169');
  });

  test('a body that is not a JSON object: 167', async () => {
    for (const body of ['[]', '{"reference":', '"text"', 'null']) {
      refused(await shop.call('POST', '/transactions', body), 400, '167');
    }
  });
});

test('the forms of official clients are accepted: both spellings, text and number, capitalized names', async () => {
  const Device = Object.fromEntries(
    Object.entries(DEVICE).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );
  const sales = [
    {
      expirationMonth: '1',
      expirationYear: '35',
      cardHolderName: 'JOHN SNOW',
      installments: 1,
      subscription: true,
    },
    {
      expirationMonth: '01',
      expirationYear: '2035',
      cardholderName: 'JOHN SNOW',
      storageCard: '0',
      origin: 1,
    },
    { securityCode: 123, kind: 'Credit', installments: '3' },
    { securityCode: undefined, reference: newReference() },
    threeD({ device: undefined, Device }),
    threeD({ device: { ...DEVICE, language: 'BR', timeZoneOffset: -180 }, challengePreference: 'DATA_ONLY' }),
  ];
  for (const changes of sales) assert.equal((await shop.sell(changes)).status, 201, JSON.stringify(changes));
});

test('a soft descriptor is accepted where the merchant has it enabled, and returned unchanged', async () => {
  const { tid } = (await shop.sell({ softDescriptor: 'LOJA*X', cardholderName: 'MARIA SILVA' })).body;
  const { body } = await shop.call('GET', `/transactions/${tid}`);
  assert.equal(body.authorization.softDescriptor, 'LOJA*X');
  const received = (await shop.control('/requests')).body.requests as { readonly [name: string]: unknown }[];
  const sale = received.find(({ operation }) => operation === 'authorize');
  assert.deepEqual([sale?.softDescriptor, sale?.cardholderName], ['LOJA*X', 'MARIA SILVA']);
  refused(await shop.sell({ softDescriptor: 'A'.repeat(19) }), 400, '31');
  refused(await shop.sell({ softDescriptor: 'LOJÁ' }), 400, '32');

  const sold = await shop.sell({ ...threeD({}), softDescriptor: 'LOJA*X' });
  assert.equal(sold.body.returnCode, '220');
  refused(await shop.sell({ ...threeD({}), softDescriptor: 'A'.repeat(14) }), 400, '31');
  refused(await shop.sell({ ...threeD({}), softDescriptor: 'LOJA X' }), 400, '32');

  const off = { pv: '7', key: 'k', shop: 'Loja', softDescriptor: false };
  const other = await openShop({ merchants: [off] });
  refused(await other.sell({ softDescriptor: 'LOJA' }), 400, '63');
});

describe('a reference', () => {
  test('can be used once: 122 afterwards, whatever the result of the first sale', async () => {
    const approved = saleWith();
    const denied = saleWith({ cardNumber: '4000000000090516' });
    for (const sale of [approved, denied]) {
      await shop.call('POST', '/transactions', sale);
      refused(await shop.call('POST', '/transactions', { ...sale, amount: 5 }), 422, '122');
    }
  });

  test('is accepted once from many simultaneous sales', async () => {
    const sale = saleWith({ cardNumber: '4000000000090003' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.call('POST', '/transactions', sale)),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ body }) => body.returnCode === '122').length, 19);
    const { body } = await shop.control(`/book?reference=${sale.reference}`);
    assert.equal(body.charges.length, 1);
    const { repeated } = (await shop.control('/references')).body;
    const found = repeated.find((entry: { reference: string }) => entry.reference === sale.reference);
    assert.equal(found.attempts, 20);
  });

  test('stays unused when the sale was refused for an invalid field', async () => {
    const sale = saleWith({ amount: '1' });
    refused(await shop.call('POST', '/transactions', sale), 400, '71');
    const { status } = await shop.call('POST', '/transactions', { ...sale, amount: 1 });
    assert.equal(status, 201);
  });
});

test('the card number and the security code are in no answer', async () => {
  const { tid } = (await shop.sell({ securityCode: '987' })).body;
  const seen = await Promise.all([
    shop.call('GET', `/transactions/${tid}`),
    shop.control('/book'),
    shop.control('/requests?limit=500'),
  ]);
  const text = JSON.stringify(seen);
  assert.ok(text.includes('423564******5682'));
  assert.ok(!text.includes(PLAIN_CARD));
  assert.doesNotMatch(text, /[":]987[\\",}]/);
});

function threeD(changes: object): object {
  const sale = withAuthentication('decline') as { threeDSecure: object };
  return { ...sale, threeDSecure: { ...sale.threeDSecure, ...changes } };
}

function urls(...list: readonly object[]): object {
  return withAuthentication('decline', { urls: list });
}

function bothUrls(success: string, failure: string): object {
  return urls({ kind: 'threeDSecureSuccess', url: success }, { kind: 'threeDSecureFailure', url: failure });
}
