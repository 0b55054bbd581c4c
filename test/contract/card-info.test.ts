import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { CARD, postJson, sell } from '../support/gateway-client.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';

const FIELD = 'payment.card.cardInfo';

/** Numbers of every length that pass the Luhn check, with the brand of their first digits. */
const NUMBERS = [
  ['4222222222222', '422222***2222', 'VISA'],
  ['36490101441625', '364901****1625', 'DINERS'],
  ['371341553758128', '371341*****8128', 'AMEX'],
  ['4235647728025682', '423564******5682', 'VISA'],
  ['50786000000000005', '507860*******0005', 'AURA'],
  ['507860000000000003', '507860********0003', 'AURA'],
  ['4000000000000000006', '400000*********0006', 'VISA'],
] as const;

const BRANDS = [
  ['4235647728025682', 'VISA'],
  ['5448280000000007', 'MASTERCARD'],
  ['4389351648020055', 'ELO'],
  ['5067230000009011', 'ELO'],
  ['6062825624254001', 'HIPERCARD'],
  ['6370950847866501', 'HIPER'],
  ['371341553758128', 'AMEX'],
  ['36490101441625', 'DINERS'],
  ['3569990012290937', 'JCB'],
  ['6042034400069940', 'CABAL'],
  ['6367600001405019', 'CREDZ'],
  ['6364142000000122', 'SOROCRED'],
  ['6031828795629272', 'BANESCARD'],
] as const;

onSqliteByDay('payment.card.cardInfo', {}, (service) => {
  const cardInfoOf = async (cardInfo: Record<string, unknown>) =>
    recordOf(await sell(service, { cardInfo })).cardInfo;
  const assertFault = async (cardInfo: Record<string, unknown>, code: string, field: string) =>
    assertRefused(await sell(service, { cardInfo }), 400, code, `${FIELD}.${field}`);

  for (const [number, mask, brand] of NUMBERS) {
    test(`number: ${number.length} digits are answered with one asterisk for each hidden digit`, async () => {
      const answered = await cardInfoOf({ number });
      assert.deepEqual([answered.number, answered.brand], [mask, brand]);
    });
  }

  test('number: spaces and hyphens are dropped', async () => {
    for (const number of [
      '4235 6477 2802 5682',
      '4235-6477-2802-5682',
      ' 4235-6477 2802 5682 ',
      '4 2 3 5 6 4 7 7 2 8 0 2 5 6 8 2',
    ]) {
      assert.equal((await cardInfoOf({ number })).number, '423564******5682');
    }
  });

  test('number: may come as a JSON number', async () => {
    assert.equal((await cardInfoOf({ number: 4235647728025682 })).number, '423564******5682');
  });

  test('number: a JSON number that lost precision is refused', async () => {
    const body = JSON.stringify(saleWith({ cardInfo: { ...CARD, number: 'N' } }, { amount: '1' }));
    const answer = await service.send({
      method: 'POST',
      path: '/v1/transactions',
      headers: { authenticationApi: 'demo', authenticationKey: '0123456789ABCDEF0123' },
      body: body.replace('"N"', '4000000000000000006'),
    });
    assertRefused(answer, 400, 'card_number_invalid', `${FIELD}.number`);
  });

  test('number: 12 and 20 digits are refused, even if they pass the Luhn check', async () => {
    for (const number of ['400000000002', '40000000000000000002']) {
      await assertFault({ number }, 'card_number_invalid', 'number');
    }
  });

  test('number: a wrong check digit is refused', async () => {
    for (const number of ['4235647728025683', '4235647728025628', '371341553758129']) {
      await assertFault({ number }, 'card_number_invalid', 'number');
    }
  });

  test('number: anything but digits, spaces and hyphens is refused', async () => {
    const numbers = [
      '4235.6477.2802.5682',
      '4235647728025682a',
      '٤٢٣٥٦٤٧٧٢٨٠٢٥٦٨٢',
      '4235\u00a06477\u00a02802\u00a05682',
      '+4235647728025682',
      '423564******5682',
      '----------------',
      true,
      {},
      ['4235647728025682'],
    ];
    for (const number of numbers) await assertFault({ number }, 'card_number_invalid', 'number');
  });

  test('number: a refusal does not repeat it', async () => {
    const { text } = await sell(service, { cardInfo: { number: '4235647728025683' } });
    assert.equal(text.includes('4235647728'), false);
  });

  test('number: required without cardHash; null and "" are absent', async () => {
    for (const number of [undefined, null, '']) await assertFault({ number }, 'card_data_required', 'number');
  });

  test('expirationMonth: 1 to 12, as text or number, answered as MM', async () => {
    for (let month = 1; month <= 12; month += 1) {
      const expected = String(month).padStart(2, '0');
      for (const expirationMonth of [month, String(month), expected]) {
        assert.equal((await cardInfoOf({ expirationMonth })).expirationMonth, expected);
      }
    }
  });

  test('expirationMonth: anything else is refused', async () => {
    for (const expirationMonth of [
      0,
      13,
      '0',
      '00',
      '13',
      '99',
      '012',
      '1a',
      'jan',
      -1,
      1.5,
      true,
      {},
      '12345678901',
    ]) {
      await assertFault({ expirationMonth }, 'expiration_month_invalid', 'expirationMonth');
    }
  });

  test('expirationYear: 4 digits are answered as sent, 2 digits become 20xx', async () => {
    for (const [sent, answered] of [
      ['2035', '2035'],
      [2035, '2035'],
      ['35', '2035'],
      [35, '2035'],
      ['99', '2099'],
    ]) {
      assert.equal((await cardInfoOf({ expirationYear: sent })).expirationYear, answered);
    }
  });

  test('expirationYear: anything else is refused', async () => {
    for (const expirationYear of ['5', 5, '203', '20355', '2o35', '20.5', -35, true, {}, '00002035']) {
      await assertFault({ expirationYear }, 'expiration_year_invalid', 'expirationYear');
    }
  });

  test('expirationMonth and expirationYear: a past date goes to the acquirer, who declines it', async () => {
    for (const expirationYear of ['2020', '1999', '00']) {
      const { top, card, cardInfo } = recordOf(await sell(service, { cardInfo: { expirationYear } }));
      assert.deepEqual([top.status, card.providerCode], [7, '54']);
      assert.equal(cardInfo.expirationYear, expirationYear.padStart(4, '20'));
    }
  });

  test('expirationMonth and expirationYear: required without cardHash', async () => {
    for (const empty of [undefined, null, '']) {
      await assertFault({ expirationMonth: empty }, 'card_data_required', 'expirationMonth');
      await assertFault({ expirationYear: empty }, 'card_data_required', 'expirationYear');
    }
  });

  test('cvv: 3 or 4 digits, as text or number, answered as ***', async () => {
    for (const cvv of ['123', '1234', '012', 123, 1234]) assert.equal((await cardInfoOf({ cvv })).cvv, '***');
  });

  test('cvv: optional, and absent from the answer when none was sent', async () => {
    for (const cvv of [undefined, null, '']) assert.equal('cvv' in (await cardInfoOf({ cvv })), false);
  });

  for (const cvv of ['12', '12345', '12a', '1 2', ' 123', '١٢٣', 12, 12345, 1.2, true, {}, '12345678901']) {
    test(`cvv: ${JSON.stringify(cvv)} is refused with field payment.card.cardInfo.cvv`, async () => {
      await assertFault({ cvv }, 'cvv_invalid', 'cvv');
    });
  }

  for (const [number, brand] of BRANDS) {
    test(`brand: in capitals when detected, ${brand} of ${number.slice(0, 6)}`, async () => {
      for (const empty of [undefined, null, ''])
        assert.equal((await cardInfoOf({ number, brand: empty })).brand, brand);
    });
  }

  test('brand: absent when neither sent nor detected', async () => {
    assert.equal('brand' in (await cardInfoOf({ number: '9999999999999995' })), false);
  });

  test('brand: answered as sent, also an unknown name', async () => {
    for (const brand of ['Visa', 'visa', 'VISA', 'Visa Electron', 'bandeira ç😀']) {
      assert.equal((await cardInfoOf({ brand })).brand, brand);
    }
  });

  test('brand: the detected one if the number contradicts the sent one', async () => {
    for (const brand of ['Mastercard', 'Master Card', 'elo_caixa', 'AMEX']) {
      assert.equal((await cardInfoOf({ brand })).brand, 'VISA');
    }
  });

  test('brand: an unknown name never refuses the card', async () => {
    assert.equal(recordOf(await sell(service, { cardInfo: { brand: 'NOBODYS' } })).top.status, 5);
  });

  test('brand: 20 characters are accepted, one more is refused', async () => {
    assert.equal((await cardInfoOf({ brand: 'b'.repeat(20) })).brand, 'b'.repeat(20));
    await assertFault({ brand: 'b'.repeat(21) }, 'brand_invalid', 'brand');
  });

  test('holderName: up to 100 characters are echoed, one more is refused', async () => {
    for (const holderName of ['JOSÉ D’ÁVILA', 'é'.repeat(100), '1234']) {
      assert.equal((await cardInfoOf({ holderName })).holderName, holderName);
    }
    await assertFault({ holderName: 'é'.repeat(101) }, 'holder_name_invalid', 'holderName');
  });

  test('holderName: absent when not sent; null and "" are absent', async () => {
    for (const holderName of [undefined, null, '']) {
      assert.equal('holderName' in (await cardInfoOf({ holderName })), false);
    }
  });

  test('cardHash: not required, null and "" are absent', async () => {
    for (const cardHash of [undefined, null, '']) {
      assert.equal('cardHash' in (await cardInfoOf({ cardHash })), false);
    }
  });

  test('cardInfo: anything but an object is refused', async () => {
    for (const cardInfo of ['4235647728025682', 1, true, [], [CARD]]) {
      const answer = await postJson(service, saleWith({ cardInfo }));
      assertRefused(answer, 400, 'card_info_invalid', FIELD);
    }
  });

  test('cardInfo: an empty one is refused', async () => {
    const answer = await postJson(service, saleWith({ cardInfo: {} }));
    assertRefused(answer, 400, 'card_data_required', `${FIELD}.number`);
  });
});
