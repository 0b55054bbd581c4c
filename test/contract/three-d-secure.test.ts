import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUYER, DEVICE, WAYS, type Way } from '../support/buyer.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { getAs, sell, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';

const AUTHORIZED = 5;
const STARTED = 0;
/** Payments that require authentication. */
const STRICT = ['credit 1', 'debit'] as const;

/** Each device field: its error code, accepted values with what is answered, refused values. */
const FIELDS: readonly (readonly [
  string,
  string,
  readonly (readonly [unknown, unknown])[],
  readonly unknown[],
])[] = [
  [
    'colorDepth',
    'color_depth',
    [
      [1, 1],
      [99, 99],
      ['32', 32],
    ],
    [0, 100, -1, 1.5, 'x', true, {}, []],
  ],
  [
    'deviceType3ds',
    'device_type3ds',
    [
      ['BROWSER', 'BROWSER'],
      ['browser', 'browser'],
      ['d'.repeat(20), 'd'.repeat(20)],
    ],
    ['d'.repeat(21), {}, [], true],
  ],
  [
    'javaEnabled',
    'java_enabled',
    [
      [true, true],
      ['false', false],
      ['TRUE', true],
      [0, false],
      ['1', true],
    ],
    ['sim', 2, {}, []],
  ],
  [
    'language',
    'language',
    [
      ['BR', 'BR'],
      ['pt-BR', 'pt-BR'],
      ['zh-Hant-TW', 'zh-Hant-TW'],
      ['en-GB-oxendict', 'en-GB-oxendict'],
      ['en-GB-oxen', 'en-GB-oxen'],
      ['pt_BR', 'pt_BR'],
    ],
    ['l'.repeat(36), {}, [], 'português', 'pt BR', 'pt-BR,en', '<b>'],
  ],
  [
    'screenHeight',
    'screen_height',
    [
      [1, 1],
      ['999999', 999_999],
    ],
    [0, 1_000_000, -5, 1.5, 'alta', {}],
  ],
  [
    'screenWidth',
    'screen_width',
    [
      [1, 1],
      ['999999', 999_999],
    ],
    [0, 1_000_000, -5, 1.5, 'larga', {}],
  ],
  [
    'timeZoneOffset',
    'time_zone_offset',
    [
      [-14, -14],
      [14, 14],
      ['-3', -3],
      [0, 0],
    ],
    [-15, 15, 180, 3.5, 'BRT', {}],
  ],
];
const FIELD_ORDER = FIELDS.map(([field]) => field);

onSqliteByDay('3-D Secure: requirements for a sale', {}, (service) => {
  const sale = (way: Way, top: object) => sell(service, { top: { ...top }, card: WAYS[way] });
  const withDevice = (way: Way, device: unknown) => sale(way, { userAgent: 'Mozilla/5.0', device });

  for (const way of STRICT) {
    test(`${way}: userAgent is required, before the device`, async () => {
      for (const userAgent of [undefined, null, '']) {
        for (const device of [DEVICE, undefined, { colorDepth: 0 }]) {
          assertRefused(await sale(way, { userAgent, device }), 400, 'user_agent_required', 'userAgent');
        }
      }
    });

    test(`${way}: device is required and must be an object`, async () => {
      for (const device of [undefined, null, '']) {
        assertRefused(await withDevice(way, device), 400, 'device_required', 'device');
      }
      for (const device of ['BROWSER', 7, true, []]) {
        assertRefused(await withDevice(way, device), 400, 'device_invalid', 'device');
      }
    });
  }

  for (const way of [...STRICT, 'credit 2'] as const) {
    for (const [field, stem, good, bad] of FIELDS) {
      test(`${way}: device.${field} is required`, async () => {
        for (const absent of [undefined, null, '']) {
          const answer = await withDevice(way, { ...DEVICE, [field]: absent });
          assertRefused(answer, 400, `${stem}_required`, `device.${field}`);
        }
      });

      test(`${way}: device.${field} as ${JSON.stringify(bad)} is refused`, async () => {
        for (const value of bad) {
          const answer = await withDevice(way, { ...DEVICE, [field]: value });
          assertRefused(answer, 400, `${stem}_invalid`, `device.${field}`);
        }
      });

      test(`${way}: device.${field} is accepted up to its limits, and answered in its own type`, async () => {
        for (const [sent, answered] of good) {
          const { top } = recordOf(await withDevice(way, { ...DEVICE, [field]: sent }));
          assert.deepEqual([top.status, top.device], [STARTED, { ...DEVICE, [field]: answered }]);
        }
      });
    }
  }

  test('of several invalid fields the first is named, in the order of the table', async () => {
    for (const [index, field] of FIELD_ORDER.entries()) {
      const device = Object.fromEntries(FIELD_ORDER.slice(index).map((name) => [name, {}]));
      const answer = await withDevice('debit', { ...DEVICE, ...device });
      const { error } = answer.json() as { error: { field: string } };
      assert.equal(error.field, `device.${field}`);
    }
  });

  test('userAgent: 500 characters are accepted, 501 always refused', async () => {
    for (const way of ['credit 1', 'credit 2', 'debit'] as const) {
      const userAgent = 'u'.repeat(500);
      assert.equal(recordOf(await sale(way, { ...BUYER, userAgent })).top.userAgent, userAgent);
      const tooLong = await sale(way, { ...BUYER, userAgent: `${userAgent}u` });
      assertRefused(tooLong, 400, 'user_agent_invalid', 'userAgent');
    }
    const without = await sell(service, { top: { userAgent: 'u'.repeat(501) } });
    assertRefused(without, 400, 'user_agent_invalid', 'userAgent');
  });

  test('credit 2 without userAgent and device is authorized without authentication', async () => {
    for (const absent of [undefined, null, '']) {
      const { top, card } = recordOf(await sale('credit 2', { userAgent: absent, device: absent }));
      assert.deepEqual([top.status, card.authenticate], [AUTHORIZED, 2]);
      assert.equal('redirectUrl' in top, false);
      assert.equal('authenticationECI' in card, false);
    }
  });

  test('credit 2 with one of the two needs the other', async () => {
    assertRefused(await sale('credit 2', { userAgent: 'x' }), 400, 'device_required', 'device');
    assertRefused(await sale('credit 2', { device: DEVICE }), 400, 'user_agent_required', 'userAgent');
    assertRefused(await sale('credit 2', { device: {} }), 400, 'user_agent_required', 'userAgent');
  });

  const { language, ...withoutLanguage } = DEVICE;
  for (const [sent, answered] of [
    [DEVICE, DEVICE],
    [{ ...DEVICE, language: 'pt BR' }, withoutLanguage],
    [{ colorDepth: '24', screenWidth: 'larga', unknown: 1 }, { colorDepth: 24 }],
    [{ colorDepth: 'many' }, {}],
    [{}, {}],
    ['BROWSER', undefined],
    [7, undefined],
    [[], undefined],
    [null, undefined],
    ['', undefined],
  ] as const) {
    test(`credit 3, stated or by default, answers the readable part of device ${JSON.stringify(sent)}`, async () => {
      for (const card of [{ authenticate: 3 }, {}]) {
        const { top, card: answeredCard } = recordOf(await sell(service, { top: { device: sent }, card }));
        assert.deepEqual([top.status, answeredCard.authenticate], [AUTHORIZED, 3]);
        assert.deepEqual(top.device, answered);
        assert.deepEqual(
          recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${top.transactionId}`), 200).top.device,
          answered,
        );
      }
    });
  }

  test('debit is always authenticated and captured, whatever was sent', async () => {
    for (const authenticate of [undefined, 1, 2, 3, '3', null, 0, 9, -1, 1.5, 'x', true, {}, [2]]) {
      const answer = await sell(service, { top: BUYER, card: { type: 2, authenticate } });
      const { top, card } = recordOf(answer);
      assert.deepEqual([top.status, card.authenticate, card.capture], [STARTED, 1, true]);
    }
    for (const capture of [undefined, false, true]) {
      const { card } = recordOf(await sell(service, { top: BUYER, card: { type: 2, capture } }));
      assert.equal(card.capture, capture ?? true);
    }
  });

  for (const provider of ['CIELO', 'GETNET', 'STONE', 'cielo', 'OUTRO']) {
    test(`${provider} has no 3-D Secure: refused if authentication is required`, async () => {
      for (const way of STRICT) {
        for (const top of [BUYER, {}, { device: { colorDepth: 0 } }]) {
          const answer = await sell(service, { top, card: { ...WAYS[way], provider } });
          assertRefused(answer, 400, 'three_d_secure_unavailable', 'payment.card.provider');
        }
      }
    });

    test(`${provider} has no 3-D Secure: credit 2 is authorized without it, whatever browser fields were sent`, async () => {
      for (const top of [
        BUYER,
        {},
        { userAgent: 'x' },
        { device: { ...DEVICE, colorDepth: 0 } },
        { device: 7 },
      ]) {
        const { top: answered, card } = recordOf(
          await sell(service, { top, card: { authenticate: 2, provider } }),
        );
        assert.deepEqual([answered.status, card.authenticate], [AUTHORIZED, 2]);
        assert.equal('authenticationECI' in card, false);
        assert.equal('redirectUrl' in answered, false);
      }
    });
  }

  test('REDE in any letter case has 3-D Secure', async () => {
    for (const provider of [undefined, 'REDE', 'rede', 'Rede']) {
      const { top, card } = recordOf(await sell(service, { top: BUYER, card: { type: 2, provider } }));
      assert.deepEqual([top.status, card.provider], [STARTED, 'REDE']);
    }
  });

  test('a refused sale stores nothing', async () => {
    await sale('debit', { referenceId: 'no-3ds' });
    await sell(service, { top: { ...BUYER, referenceId: 'no-3ds' }, card: { type: 2, provider: 'CIELO' } });
    assert.deepEqual((await getAs(service, `${TRANSACTIONS_PATH}?referenceId=no-3ds`)).json(), []);
  });
});

onSqliteByDay('3-D Secure: the record while the buyer is at the bank', {}, (service) => {
  const CARDS = ['4235647728025682', '4000000000001000', '4000000000001042', '5200000000001096'];

  for (const number of CARDS) {
    for (const way of ['credit 1', 'credit 2', 'debit'] as const) {
      test(`${way}, ${number}: every card first gets status 0 and an address, frictionless ones too`, async () => {
        const answer = await sell(service, { top: BUYER, card: WAYS[way], cardInfo: { number } });
        const { top, card } = recordOf(answer);
        assert.equal(top.status, STARTED);
        assert.equal(top.userAgent, BUYER.userAgent);
        assert.deepEqual(top.device, DEVICE);
        assert.match(String(card.providerReference), /^\d+$/);
        for (const name of ['codAuthorization', 'authenticationECI', 'capturedAmount', 'providerCode']) {
          assert.equal(name in card, false, name);
        }
        assertAddress(service, top.redirectUrl);
        const queried = await getAs(service, `${TRANSACTIONS_PATH}/${top.transactionId}`);
        assert.deepEqual(queried.json(), answer.json());
      });
    }
  }

  test('each sale gets its own unguessable address', async () => {
    const sales = await Promise.all(
      Array.from({ length: 20 }, () => sell(service, { top: BUYER, card: WAYS.debit })),
    );
    const addresses = sales.map((sale) => String(recordOf(sale).top.redirectUrl));
    assert.equal(new Set(addresses).size, 20);
    for (const address of addresses) assert.match(address, /\/3ds\/[\w-]{43}$/);
  });

  test('the command line tells the same address, while the buyer is awaited', async () => {
    const { top } = recordOf(await sell(service, { top: BUYER, card: WAYS.debit }));
    const id = String(top.transactionId);
    assert.equal((await service.command('transaction', 'show', id)).redirectUrl, top.redirectUrl);
    const { transactions } = (await service.command('transaction', 'list')) as {
      transactions: readonly { transactionId: string; redirectUrl?: string }[];
    };
    const listed = transactions.find(({ transactionId }) => transactionId === id);
    assert.equal(listed?.redirectUrl, top.redirectUrl);
  });

  test('installments are kept', async () => {
    const answer = await sell(service, {
      top: { ...BUYER, amount: 5_000 },
      card: { ...WAYS['credit 1'], installments: 10 },
    });
    const { top, card } = recordOf(answer);
    assert.deepEqual([top.status, card.installments], [STARTED, 10]);
  });
});

/** A public address of this service, within the specification's length. */
function assertAddress(service: TestService, address: unknown): void {
  assert.ok(typeof address === 'string' && address.length <= 500);
  const { port } = new URL(service.address());
  assert.equal(new URL(address).origin, `http://localhost:${port}`);
}
