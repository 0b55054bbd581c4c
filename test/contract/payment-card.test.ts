import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { postJson, sell } from '../support/gateway-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';

const TRUE_SPELLINGS = [true, 'true', 'TRUE', 'True', ' true ', 1, '1'];
const FALSE_SPELLINGS = [false, 'false', 'FALSE', 'False', 0, '0'];
const NO_BOOLEANS = ['yes', 'sim', 2, -1, 'tru', {}, []];

/** Whole numbers: field, stem of the error code, accepted values, refused values. */
const WHOLE_NUMBERS = [
  ['type', 'card_type', [1, '1', ' 1 ', '01'], [0, 3, -1, '0', '3', 1.5, '1.5', 'credit', true, {}, [1]]],
  ['installments', 'installments', [1, '1', 2, '2', 12, 99, '99'], [100, -1, '100', 1.5, 'x', true, {}]],
  [
    'interestType',
    'interest_type',
    [3, '3', 4, '4', 7, '7', 0, -1, 2 ** 53 - 1],
    [3.5, '3.5', 'x', true, {}, []],
  ],
  ['authenticate', 'authenticate', [3, '3'], [0, 4, 33, '0', '4', 1.5, 'x', true, {}]],
] as const;

onSqliteByDay('payment.card', {}, (service) => {
  const cardOf = async (card: Record<string, unknown>) => recordOf(await sell(service, { card })).card;

  for (const [field, stem, taken, refused] of WHOLE_NUMBERS) {
    test(`${field}: accepted as number or text, answered as number`, async () => {
      for (const value of taken) assert.equal((await cardOf({ [field]: value }))[field], Number(value));
    });

    test(`${field}: anything else is refused`, async () => {
      for (const value of refused) {
        const answer = await sell(service, { card: { [field]: value } });
        assertRefused(answer, 400, `${stem}_invalid`, `payment.card.${field}`);
      }
    });
  }

  for (const field of ['capture', 'saveCard', 'recurrent']) {
    const code = `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_invalid`;

    test(`${field}: true and false in every spelling, answered as boolean`, async () => {
      for (const value of TRUE_SPELLINGS) assert.equal((await cardOf({ [field]: value }))[field], true);
      for (const value of FALSE_SPELLINGS) assert.equal((await cardOf({ [field]: value }))[field], false);
    });

    test(`${field}: anything but a boolean is refused`, async () => {
      for (const value of NO_BOOLEANS) {
        assertRefused(await sell(service, { card: { [field]: value } }), 400, code, `payment.card.${field}`);
      }
    });

    test(`${field}: default false; null and "" are absent`, async () => {
      for (const value of [undefined, null, ''])
        assert.equal((await cardOf({ [field]: value }))[field], false);
    });
  }

  test('type, installments, interestType, authenticate: defaults 1, 1, 3, 3; null and "" are absent', async () => {
    for (const empty of [undefined, null, '']) {
      const sent = { type: empty, installments: empty, interestType: empty, authenticate: empty };
      const { type, installments, interestType, authenticate } = await cardOf(sent);
      assert.deepEqual(
        { type, installments, interestType, authenticate },
        { type: 1, installments: 1, interestType: 3, authenticate: 3 },
      );
    }
  });

  test('type: 1 is credit', async () => {
    assert.equal((await cardOf({ type: 1 })).type, 1);
  });

  test('capture: default false answers status 5 and no capturedAmount', async () => {
    const { top, card } = recordOf(await sell(service));
    assert.equal(top.status, 5);
    assert.equal('capturedAmount' in card, false);
  });

  test('capture: true answers status 6 and capturedAmount as text', async () => {
    const { top, card } = recordOf(await sell(service, { top: { amount: 1234 }, card: { capture: true } }));
    assert.equal(top.status, 6);
    assert.equal(card.capturedAmount, '1234');
  });

  test('installments: 0 means 1', async () => {
    for (const installments of [0, '0']) assert.equal((await cardOf({ installments })).installments, 1);
  });

  test('installments: REDE approves up to 12 of at least R$ 5,00 each, and denies more or smaller ones', async () => {
    for (const [amount, installments, status] of [
      [6_000, 12, 5],
      [6_500, 13, 7],
      [5_999, 12, 7],
      [1_000, 2, 5],
      [999, 2, 7],
      [1, 1, 5],
    ] as const) {
      const { top } = recordOf(await sell(service, { top: { amount }, card: { installments } }));
      assert.equal(top.status, status, `${installments} of ${amount}`);
    }
  });

  test('installments: another acquirer approves 99, however small', async () => {
    const card = { provider: 'GETNET', installments: 99 };
    assert.equal(recordOf(await sell(service, { top: { amount: 1 }, card })).top.status, 5);
  });

  test('installments: CIELO sells as Cielo does, and names an installment that is too small', async () => {
    for (const [amount, installments, status, code] of [
      [6_000, 12, 5, undefined],
      [6_500, 13, 7, '23'],
      [5_999, 12, 7, 'EE'],
      [999, 2, 7, 'EE'],
      [1_000, 2, 5, undefined],
    ] as const) {
      const { top, card } = recordOf(
        await sell(service, { top: { amount }, card: { provider: 'CIELO', installments } }),
      );
      assert.equal(top.status, status, `${installments} of ${amount}`);
      if (code !== undefined) assert.equal(card.providerCode, code);
    }
  });

  test('CIELO answers version 3.0, and 1.5 where that was asked for', async () => {
    for (const [providerVersion, answered] of [
      [undefined, '3.0'],
      ['1.5', '1.5'],
    ] as const) {
      const { card } = recordOf(await sell(service, { card: { provider: 'CIELO', providerVersion } }));
      assert.equal(card.providerVersion, answered);
    }
  });

  test('interestType: 4 with installments is refused by REDE, accepted by an acquirer with issuer installments', async () => {
    const issuers = { interestType: 4, installments: 3 };
    const refused = await sell(service, { card: issuers });
    assertRefused(refused, 400, 'interest_type_unsupported', 'payment.card.interestType');
    assert.equal(
      recordOf(await sell(service, { card: { ...issuers, installments: 1 } })).card.interestType,
      4,
    );
    const { top, card } = recordOf(
      await sell(service, { top: { amount: 1_500 }, card: { ...issuers, provider: 'CIELO' } }),
    );
    assert.deepEqual([top.status, card.interestType], [5, 4]);
  });

  test('interestType: 7 is echoed and means store', async () => {
    const { top, card } = recordOf(
      await sell(service, { top: { amount: 1_500 }, card: { interestType: 7, installments: 3 } }),
    );
    assert.deepEqual([top.status, card.interestType], [5, 7]);
  });

  textRow(service, 'softDescriptor', 100);
  textRow(service, 'providerVersion', 11);

  test('softDescriptor: absent when not sent, null or ""', async () => {
    for (const value of [undefined, null, '']) {
      assert.equal('softDescriptor' in (await cardOf({ softDescriptor: value })), false);
    }
  });

  test('provider: REDE by default', async () => {
    for (const value of [undefined, null, ''])
      assert.equal((await cardOf({ provider: value })).provider, 'REDE');
  });

  test('provider: any name in any letter case, answered in capitals', async () => {
    for (const provider of ['rede', 'Cielo', 'GETNET', 'Stone', 'qualquer', 'ação']) {
      assert.equal((await cardOf({ provider })).provider, provider.toUpperCase());
    }
  });

  test("providerVersion: the connector's when none is sent, a text of at most 11 characters", async () => {
    for (const value of [undefined, null, '']) {
      const { providerVersion } = await cardOf({ providerVersion: value });
      assert.ok(
        typeof providerVersion === 'string' && providerVersion.length > 0 && providerVersion.length <= 11,
      );
    }
  });

  test('providerVersion: answered as text when sent as number', async () => {
    assert.equal((await cardOf({ providerVersion: 3.5 })).providerVersion, '3.5');
  });

  test('integrationType: 1', async () => {
    assert.equal((await cardOf({ integrationType: 9 })).integrationType, 1);
  });

  test('providerReference: a different text for each sale, also for a denied one', async () => {
    const approved = (await cardOf({})).providerReference;
    const denied = recordOf(await sell(service, { cardInfo: { number: '4000000000090516' } })).card
      .providerReference;
    for (const reference of [approved, denied])
      assert.ok(typeof reference === 'string' && reference.length > 0);
    assert.notEqual(approved, denied);
  });

  test('providerCode and providerMessage: 00 and a text when approved', async () => {
    for (const capture of [false, true]) {
      const { providerCode, providerMessage } = await cardOf({ capture });
      assert.equal(providerCode, '00');
      assert.ok(typeof providerMessage === 'string' && providerMessage.length > 0);
    }
  });

  test("providerCode and providerMessage: the brand's ABECS code and a Portuguese text when denied", async () => {
    const denied = async (number: string) => {
      const { top, card } = recordOf(await sell(service, { cardInfo: { number } }));
      assert.equal(top.status, 7);
      return [card.providerCode, card.providerMessage];
    };
    assert.deepEqual(await denied('4000000000090516'), ['51', 'Saldo ou limite insuficiente.']);
    assert.deepEqual(await denied('340000000090513'), ['116', 'Saldo ou limite insuficiente.']);
  });

  test('authenticationECI: absent without 3-D Secure', async () => {
    assert.equal('authenticationECI' in (await cardOf({})), false);
  });

  test('codAuthorization: a text on every approval, captured or not', async () => {
    for (const capture of [false, true]) {
      const { codAuthorization } = await cardOf({ capture });
      assert.ok(typeof codAuthorization === 'string' && codAuthorization.length > 0);
    }
  });

  test('codAuthorization: absent when denied, unknown or failed', async () => {
    for (const number of ['4000000000090516', '4000000000096059', '4000000000096067']) {
      assert.equal('codAuthorization' in recordOf(await sell(service, { cardInfo: { number } })).card, false);
    }
  });

  test('response-only fields: values sent by a client are ignored', async () => {
    const sent = {
      providerReference: 'X',
      providerCode: 'X',
      providerMessage: 'X',
      codAuthorization: 'X',
      authenticationECI: 5,
      capturedAmount: '1',
      refundedAmount: '1',
    };
    const card = await cardOf(sent);
    for (const name of ['providerReference', 'providerCode', 'providerMessage', 'codAuthorization']) {
      assert.notEqual(card[name], 'X');
    }
    for (const name of ['authenticationECI', 'capturedAmount', 'refundedAmount'])
      assert.equal(name in card, false);
  });

  test('a card that is not an object is refused', async () => {
    for (const card of ['card', 1, true, [], [{}]]) {
      const answer = await postJson(service, { amount: '1000', payment: { card } });
      assertRefused(answer, 400, 'card_invalid', 'payment.card');
    }
  });
});

/** A text that is answered as sent up to its longest length. */
function textRow(service: TestService, field: string, maxLength: number): void {
  const code = `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_invalid`;

  test(`${field}: ${maxLength} characters are echoed as sent, one more is refused`, async () => {
    const longest = 'ção 3.0 áé '
      .repeat(maxLength)
      .slice(0, maxLength - 1)
      .concat('x');
    assert.equal(recordOf(await sell(service, { card: { [field]: longest } })).card[field], longest);
    const longer = await sell(service, { card: { [field]: `${longest}x` } });
    assertRefused(longer, 400, code, `payment.card.${field}`);
  });
}
