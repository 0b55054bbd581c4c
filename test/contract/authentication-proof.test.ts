import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { getAs, MASTERCARD, sell, TRANSACTIONS_PATH, VISA } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const CAVV = 'kHyn+7YFi1EUAREAAAAvNUe6Hv8=';
const PROOF = {
  cavv: CAVV,
  eci: '05',
  version: '2.2.0',
  referenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
};
const FIELD = 'payment.card.authentication';
const [AUTHORIZED, CAPTURED] = [5, 6];
const CREATED = 201;

onSqliteByDay('proof of a 3-D Secure authentication made elsewhere', {}, (service) => {
  const selling = (card: Readonly<Record<string, unknown>>) => sell(service, { card });

  for (const provider of ['REDE', 'CIELO']) {
    test(`${provider}: takes the place of the acquirer's page, and is answered by its ECI only`, async () => {
      for (const authenticate of [1, 2]) {
        const answer = await selling({ provider, authenticate, authentication: PROOF });
        const { top, card } = recordOf(answer);
        assert.deepEqual([top.status, top.redirectUrl, card.authenticationECI], [AUTHORIZED, undefined, 5]);
        assert.equal(card.authentication, undefined);
        assert.ok(!answer.text.includes(CAVV));
        const kept = await getAs(service, `${TRANSACTIONS_PATH}/${top.transactionId}`);
        assert.ok(!kept.text.includes(CAVV));
        const shown = JSON.stringify(await service.command('transaction', 'show', String(top.transactionId)));
        assert.ok(shown.includes(`ECI 5, 2.2.0, ${PROOF.referenceId}`), shown);
        assert.ok(!shown.includes(CAVV));
      }
    });

    test(`${provider}: debit with it is captured at once`, async () => {
      const { top, card } = recordOf(await selling({ provider, type: 2, authentication: PROOF }));
      assert.deepEqual([top.status, card.authenticationECI], [CAPTURED, 5]);
    });

    test(`${provider}: authenticate 3 ignores it, whatever it holds`, async () => {
      for (const authenticate of [3, undefined]) {
        for (const authentication of [PROOF, { cavv: 'x' }, 7]) {
          const { top, card } = recordOf(await selling({ provider, authenticate, authentication }));
          assert.deepEqual([top.status, card.authenticationECI], [AUTHORIZED, undefined]);
        }
      }
    });

    test(`${provider}: an ECI of the brand that says that nobody was authenticated is none`, async () => {
      const cases = [
        [VISA, ['05', '06'], ['00', '01', '02', '04', '07']],
        [MASTERCARD, ['02', '01'], ['00', '04', '05', '06', '07']],
      ] as const;
      for (const [number, good, bad] of cases) {
        const sellingWith = (eci: string, way: object) => {
          const card = { provider, ...way, authentication: { ...PROOF, eci } };
          return sell(service, { card, cardInfo: { number } });
        };
        for (const way of [{ authenticate: 1 }, { type: 2 }]) {
          for (const eci of bad) {
            assertRefused(await sellingWith(eci, way), 400, 'authentication_not_made', `${FIELD}.eci`);
          }
          for (const eci of good) assert.equal((await sellingWith(eci, way)).status, CREATED);
        }
        assert.equal((await sellingWith('00', { authenticate: 2 })).status, CREATED);
      }
    });

    test(`${provider}: data only is no authentication`, async () => {
      const authentication = { ...PROOF, eci: '7', dataOnly: true };
      for (const way of [{ authenticate: 1 }, { type: 2 }]) {
        assertRefused(
          await selling({ provider, ...way, authentication }),
          400,
          'authentication_data_only',
          `${FIELD}.dataOnly`,
        );
      }
      assert.equal(
        recordOf(await selling({ provider, authenticate: 2, authentication })).top.status,
        AUTHORIZED,
      );
    });
  }

  test('CIELO sells no debit without it', async () => {
    assertRefused(
      await selling({ provider: 'CIELO', type: 2 }),
      400,
      'three_d_secure_unavailable',
      'payment.card.provider',
    );
  });

  test('an acquirer that takes none: refused where authentication is required, else sold without', async () => {
    const provider = 'GETNET';
    assertRefused(
      await selling({ provider, authenticate: 1, authentication: PROOF }),
      400,
      'three_d_secure_unavailable',
      'payment.card.provider',
    );
    const { top, card } = recordOf(await selling({ provider, authenticate: 2, authentication: PROOF }));
    assert.deepEqual([top.status, card.authenticationECI], [AUTHORIZED, undefined]);
  });

  const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64');
  for (const [name, code, good, bad] of [
    [
      'cavv',
      'authentication_cavv',
      [bytes(20), bytes(21), bytes(22), bytes(31), bytes(32)],
      [
        undefined,
        '',
        bytes(19),
        bytes(33),
        CAVV.slice(0, -1),
        `${CAVV.slice(0, 10)} ${CAVV.slice(11)}`,
        {},
        7,
      ],
    ],
    ['eci', 'authentication_eci', ['5', '05', '06', 6], [undefined, '8', '005', '', 'x']],
    [
      'version',
      'authentication_version',
      ['2', '2.1.0', '2.3.1', 2],
      [undefined, '1.0.2', '3', '2.1', '2.1.0.0', ''],
    ],
    [
      'referenceId',
      'authentication_reference_id',
      [PROOF.referenceId.toUpperCase()],
      [
        undefined,
        '',
        PROOF.referenceId.slice(1),
        `${PROOF.referenceId}0`,
        PROOF.referenceId.replaceAll('-', ''),
      ],
    ],
    [
      'xid',
      'authentication_xid',
      [undefined, 'MDAwMDAwMDAwMDAwMDAwMDAwMDE='],
      ['com espaço', 'x'.repeat(61), {}],
    ],
    ['dataOnly', 'authentication_data_only', [undefined, false, 'false'], ['talvez', 7, {}]],
  ] as const) {
    test(`${name}: what is taken, and what is refused with its field`, async () => {
      for (const value of good) {
        const authentication = { ...PROOF, [name]: value };
        const { top } = recordOf(await selling({ authenticate: 1, authentication }));
        assert.equal(top.status, AUTHORIZED, String(value));
      }
      for (const value of bad) {
        const authentication = { ...PROOF, [name]: value };
        const answer = await selling({ authenticate: 1, authentication });
        const isMissing = value === undefined || value === '';
        assertRefused(answer, 400, `${code}_${isMissing ? 'required' : 'invalid'}`, `${FIELD}.${name}`);
        assert.ok(!answer.text.includes(CAVV));
      }
    });
  }
});
