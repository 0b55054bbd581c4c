import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandNamed, brandOfKept, detectBrand, fitsBrand } from './brand.ts';
import { brandTitle } from './brand-title.ts';

const patternsByBrand: Readonly<Record<string, readonly string[]>> = {
  VISA: ['4', '402918', '411111'],
  MASTERCARD: [
    '51',
    '52',
    '53',
    '54',
    '55',
    '2221',
    '2229',
    '223',
    '229',
    '23',
    '26',
    '270',
    '271',
    '2720',
    '503143',
  ],
  AMEX: ['34', '37'],
  DINERS: ['300', '305', '36', '38', '39', '384101'],
  DISCOVER: ['6011', '644', '649', '65', '650082', '650899', '651000'],
  JCB: ['2131', '1800', '3528', '3589'],
  ELO: [
    ...['401178', '401179', '438935', '457631', '457632', '431274', '451416', '457393', '504175', '506699'],
    ...['506778', '509000', '509999', '627780', '636297', '636368', '650031', '650033', '650035', '650051'],
    ...['650405', '650439', '650485', '650538', '650541', '650598', '650700', '650718', '650720', '650727'],
    ...['650901', '650978', '651652', '651679', '655000', '655019', '655021', '655058'],
    ...['636369', '650052', '650081', '650900', '650979', '650999', '651680', '651704'],
  ],
  HIPERCARD: ['606282', '384100', '384140', '384160'],
  HIPER: ['637095', '63737423', '63743358', '637568', '637599', '637609', '637612'],
  AURA: ['507860', '500000', '504174', '504176', '506698', '508000'],
  BANESCARD: ['603182', '636117'],
  CABAL: ['604201', '604299', '604300', '604399', '604400'],
  CREDZ: ['636760'],
  SOROCRED: ['627892', '636414'],
  CREDSYSTEM: ['628028'],
  GRANDCARD: ['605032'],
  PERSONAL_CARD: ['636085'],
  FORT_BRASIL: ['628167'],
  VALECARD: ['606444', '606458', '606482'],
};

const knownCards: Readonly<Record<string, readonly string[]>> = {
  MASTERCARD: [
    '5448280000000007',
    '5277696455399733',
    '5284776885068867',
    '5490630354637860',
    '5031433215406351',
  ],
  VISA: ['4235647728025682', '4761120000000148', '4000000000090516'],
  ELO: [
    ...['4389351648020055', '4389358876174389', '5067230000009011', '5041758436269362', '4514166603616681'],
    ...['4389357063526690', '6363688827373622', '6505050000001000', '6505290000001234'],
  ],
  HIPERCARD: ['6062825624254001', '6062820000090004'],
  HIPER: ['6370950847866501'],
  AMEX: ['371341553758128', '340000000001007'],
  DINERS: ['36490101441625'],
  JCB: ['3569990012290937'],
  CREDZ: ['6367600001405019'],
  CABAL: ['6042034400069940'],
  SOROCRED: ['6364142000000122'],
  CREDSYSTEM: ['6280281038975334'],
  BANESCARD: ['6031828795629272'],
};

for (const [brand, prefixes] of Object.entries(patternsByBrand)) {
  test(`every known prefix of ${brand} is ${brand}`, () => {
    for (const prefix of prefixes) assert.equal(detectBrand(prefix.padEnd(16, '0')), brand, prefix);
  });
}

test("the test cards that acquirers publish have the acquirers' brands", () => {
  for (const [brand, cards] of Object.entries(knownCards)) {
    for (const card of cards) assert.equal(detectBrand(card), brand, card);
  }
});

test('a number that no table knows has no brand', () => {
  for (const number of [
    '6304000000000000',
    '5600000000000003',
    '9792000000000001',
    '2200000000000004',
    '5067990000000009',
    '',
    '0',
  ]) {
    assert.equal(detectBrand(number), undefined, number);
  }
});

test('American Express has four digits in its security code, every other brand three', () => {
  const fitting = [
    ...Object.values(knownCards).flat(),
    '5078600000000000',
    '6050320000000000',
    '6281670000000000',
  ];
  for (const card of fitting) {
    const cvvLength = detectBrand(card) === 'AMEX' ? 4 : 3;
    assert.equal(fitsBrand(card, cvvLength), true, card);
    assert.equal(fitsBrand(card, 7 - cvvLength), false, card);
  }
});

test('a brand is named in any letter case and spelling, and by its other common names', () => {
  for (const brand of Object.keys(patternsByBrand)) {
    for (const text of [brand, brand.toLowerCase(), ` ${brand.replaceAll('_', ' ')}`]) {
      assert.equal(brandNamed(text), brand, text);
    }
  }
  for (const [text, brand] of [
    ['Master Card', 'MASTERCARD'],
    ['Maestro', 'MASTERCARD'],
    ['American Express', 'AMEX'],
    ['ELO_CAIXA', 'ELO'],
    ['', undefined],
    ['constructor', undefined],
    ['Visa Infinite', undefined],
  ] as const) {
    assert.equal(brandNamed(text), brand, text);
  }
});

test('a number fits its brand by length and security code; an unknown brand takes any', () => {
  assert.equal(fitsBrand('4235647728025682', 3), true);
  assert.equal(fitsBrand('4235647728025682', 4), false);
  assert.equal(fitsBrand('423564772802568', 3), false);
  assert.equal(fitsBrand('371341553758128', 4), true);
  assert.equal(fitsBrand('371341553758128', 3), false);
  assert.equal(fitsBrand('3841000000000', 3), true, 'old Hipercard of 13 digits');
  assert.equal(fitsBrand('6304000000000', 4), true);
});

test('people read a brand in its usual letters, and one that is not known as it was sent', () => {
  assert.deepEqual(['VISA', 'visa', 'MASTERCARD', 'Banescard'].map(brandTitle), [
    'Visa',
    'Visa',
    'Mastercard',
    'Banescard',
  ]);
});

test('the brand of a kept card is what its merchant names, and otherwise what its number begins with', () => {
  assert.equal(brandOfKept({ brand: 'Master', mask: '544828******0007' }), 'MASTERCARD');
  assert.equal(brandOfKept({ brand: 'Cartão da loja', mask: '376411*****0007' }), 'AMEX');
  assert.equal(brandOfKept({ brand: 'Cartão da loja', mask: '990000******0007' }), undefined);
  assert.equal(brandOfKept({ brand: undefined }), undefined);
});
