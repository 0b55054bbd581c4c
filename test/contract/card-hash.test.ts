import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import {
  CARD,
  cardHashOf,
  encrypt,
  type PublicKeyRecord,
  publicKeyFor,
  sellByHash,
} from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const FIELD = 'payment.card.cardInfo.cardHash';
const ANSWERED = {
  number: '423564******5682',
  expirationMonth: '12',
  expirationYear: '2035',
  cvv: '***',
  brand: 'VISA',
};
const AMEX_ANSWERED = {
  number: '371341*****8128',
  expirationMonth: '07',
  expirationYear: '2031',
  cvv: '***',
  brand: 'AMEX',
};

/** base64 of the ciphertext and the session key in every accepted layout. */
const LAYOUTS: readonly (readonly [string, (base64: string, sessionKey: string) => string])[] = [
  ['canonical: base64, then sessionKey', (base64, key) => base64 + key],
  ['sessionKey first', (base64, key) => key + base64],
  ...['.', ':', '|', '-', ';', '\n', '\r\n'].flatMap((separator) => [
    [
      `${JSON.stringify(separator)} between`,
      (base64: string, key: string) => base64 + separator + key,
    ] as const,
    [
      `sessionKey first, ${JSON.stringify(separator)} between`,
      (base64: string, key: string) => key + separator + base64,
    ] as const,
  ]),
];

/** The same ciphertext in every accepted spelling. */
const SPELLINGS: readonly (readonly [string, (base64: string) => string])[] = [
  ['base64', (base64) => base64],
  ['missing padding', (base64) => base64.replaceAll('=', '')],
  ['half of the padding', (base64) => base64.slice(0, -1)],
  ['base64url', (base64) => base64.replaceAll('+', '-').replaceAll('/', '_')],
  [
    'base64url without padding',
    (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ],
  ['lines of 64', (base64) => base64.replace(/.{64}/g, '$&\n')],
  [
    'lines of 76 with CR LF, also after the last one',
    (base64) => `${base64.replace(/.{76}/g, '$&\r\n')}\r\n`,
  ],
  ['white space around and within', (base64) => ` \t${base64.replace(/.{10}/g, '$& ')} `],
];

/** Plaintexts of the same card. */
const PLAINTEXTS: readonly (readonly [string, string])[] = [
  ['JSON object', JSON.stringify(CARD)],
  [
    'JSON object in another order and with white space',
    '{ "expirationYear": "2035",\n"cvv":"123", "number":"4235647728025682","expirationMonth":"12" }',
  ],
  [
    'JSON object with numbers',
    '{"number":4235647728025682,"cvv":123,"expirationMonth":12,"expirationYear":2035}',
  ],
  ['JSON object with unknown fields', JSON.stringify({ ...CARD, token: 'x', extra: null })],
  ['JSON object, year of 2 digits', JSON.stringify({ ...CARD, expirationYear: '35' })],
  ['JSON object, number in groups', JSON.stringify({ ...CARD, number: '4235 6477-2802 5682' })],
  ['JSON array', '["4235647728025682","123","12","2035"]'],
  ['JSON array of numbers', '[4235647728025682,123,12,2035]'],
  ...[';', ',', '|', ':', ' ', '/', '-', '.', '\n', '\t', '#'].map(
    (separator) =>
      [
        `values with ${JSON.stringify(separator)} between`,
        ['4235647728025682', '123', '12', '2035'].join(separator),
      ] as const,
  ),
  ['values with different characters between', '4235647728025682|123;12/2035'],
  ['values with a character between, year of 2 digits', '4235647728025682;123;12;35'],
  ['values with nothing between', '4235647728025682123122035'],
  ['values with nothing between, year of 2 digits', '42356477280256821231235'],
];

const LONGER_CARDS: readonly (readonly [string, string])[] = [
  ['JSON', '{"number":"371341553758128","cvv":"9876","expirationMonth":7,"expirationYear":"2031"}'],
  ['values with a character between, month of one digit', '371341553758128;9876;7;2031'],
  ['values with nothing between, cvv of 4 digits', '3713415537581289876072031'],
];

const HOLDER = { holderName: 'JOSÉ DA SILVA', brand: 'Visa' };

onSqliteByDay('cardHash', {}, (service) => {
  let key: PublicKeyRecord;
  before(async () => {
    key = await publicKeyFor(service, { ttl: 30 });
  });
  const cardInfoOf = async (cardHash: string, beside?: Fields) =>
    recordOf(await sellByHash(service, cardHash, beside)).cardInfo;
  const base64Of = (plaintext: string) => encrypt(key.publicKey, plaintext).toString('base64');

  for (const [name, layout] of LAYOUTS) {
    test(`layout: ${name}`, async () => {
      assert.deepEqual(await cardInfoOf(layout(base64Of(JSON.stringify(CARD)), key.sessionKey)), ANSWERED);
    });
  }

  for (const [spelling, spell] of SPELLINGS) {
    for (const [name, layout] of LAYOUTS) {
      test(`spelling: ${spelling}, ${name}`, async () => {
        assert.deepEqual(
          await cardInfoOf(layout(spell(base64Of(JSON.stringify(CARD))), key.sessionKey)),
          ANSWERED,
        );
      });
    }
  }

  for (const [name, plaintext] of PLAINTEXTS) {
    test(`plaintext: ${name}`, async () => {
      assert.deepEqual(await cardInfoOf(base64Of(plaintext) + key.sessionKey), ANSWERED);
    });
  }

  for (const [name, plaintext] of LONGER_CARDS) {
    test(`plaintext: 15 digits and cvv of 4, ${name}`, async () => {
      assert.deepEqual(await cardInfoOf(base64Of(plaintext) + key.sessionKey), AMEX_ANSWERED);
    });
  }

  test('plaintext: cvv is optional and then absent from the answer', async () => {
    const { cvv, ...card } = CARD;
    for (const plaintext of [card, { ...card, cvv: '' }, { ...card, cvv: null }]) {
      assert.equal('cvv' in (await cardInfoOf(cardHashOf(key, plaintext))), false, cvv);
    }
  });

  test('plaintext: optional holderName and brand are answered like clear fields', async () => {
    assert.deepEqual(await cardInfoOf(cardHashOf(key, { ...CARD, ...HOLDER })), { ...ANSWERED, ...HOLDER });
  });

  test('beside a cardHash, holderName and brand may be clear', async () => {
    assert.deepEqual(await cardInfoOf(cardHashOf(key), HOLDER), { ...ANSWERED, ...HOLDER });
  });

  test('beside a cardHash, a clear expiry is ignored', async () => {
    for (const [expirationMonth, expirationYear] of [
      ['01', '2030'],
      [1, 2030],
      ['99', 'x'],
      [null, ''],
    ]) {
      assert.deepEqual(await cardInfoOf(cardHashOf(key), { expirationMonth, expirationYear }), ANSWERED);
    }
  });

  test('beside a cardHash, a clear number or cvv is refused', async () => {
    const number = await sellByHash(service, cardHashOf(key), { number: CARD.number });
    assertRefused(number, 400, 'card_hash_conflict', 'payment.card.cardInfo.number');
    const cvv = await sellByHash(service, cardHashOf(key), { cvv: '123' });
    assertRefused(cvv, 400, 'card_hash_conflict', 'payment.card.cardInfo.cvv');
  });

  test('beside a cardHash, null and "" for number and cvv count as absent', async () => {
    for (const empty of [null, '']) {
      assert.deepEqual(await cardInfoOf(cardHashOf(key), { number: empty, cvv: empty }), ANSWERED);
    }
  });

  test('the cardHash is never echoed, by POST or GET', async () => {
    const cardHash = cardHashOf(key);
    const sold = await sellByHash(service, cardHash);
    const { top } = recordOf(sold);
    const found = await service.send({
      path: `/v1/transactions/${top.transactionId}`,
      headers: { authenticationApi: 'demo', authenticationKey: '0123456789ABCDEF0123' },
    });
    for (const { text } of [sold, found]) {
      assert.equal(text.includes('cardHash'), false);
      assert.equal(text.includes(key.sessionKey), false);
      assert.equal(text.includes(cardHash.slice(0, 40)), false);
    }
  });

  test('a cardHash has the outcome of its card number', async () => {
    const { top } = recordOf(
      await sellByHash(service, cardHashOf(key, { ...CARD, number: '4000000000090516' })),
    );
    assert.equal(top.status, 7);
  });

  test('successful uses of a session or of one cardHash are not limited', async () => {
    const cardHash = cardHashOf(key);
    const answers = await Promise.all(Array.from({ length: 60 }, () => sellByHash(service, cardHash)));
    for (const answer of answers) recordOf(answer);
  });

  const brokenRules: readonly (readonly [string, Fields, string])[] = [
    ['a wrong check digit', { number: '4235647728025683' }, 'card_number_invalid'],
    ['a number of 12 digits', { number: '400000000002' }, 'card_number_invalid'],
    ['letters in the number', { number: 'abcdefghijklmnop' }, 'card_number_invalid'],
    ['month 13', { expirationMonth: '13' }, 'expiration_month_invalid'],
    ['month 0', { expirationMonth: 0 }, 'expiration_month_invalid'],
    ['a year of 3 digits', { expirationYear: '203' }, 'expiration_year_invalid'],
    ['a cvv of 2 digits', { cvv: '12' }, 'cvv_invalid'],
    ['a cvv of 5 digits', { cvv: '12345' }, 'cvv_invalid'],
    ['no month', { expirationMonth: '' }, 'card_data_required'],
    ['no year', { expirationYear: null }, 'card_data_required'],
    ['a holderName of 101 characters', { holderName: 'n'.repeat(101) }, 'holder_name_invalid'],
    ['a brand of 21 characters', { brand: 'b'.repeat(21) }, 'brand_invalid'],
  ];
  for (const [name, changes, code] of brokenRules) {
    test(`contents that violate a card rule are refused with field ${FIELD}: ${name}`, async () => {
      assertRefused(await sellByHash(service, cardHashOf(key, { ...CARD, ...changes })), 400, code, FIELD);
    });
  }
});
