import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GatewayRecord, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import {
  APPROVED,
  APPROVED_CARDS,
  DENIED,
  DENIED_CARDS,
  FAMILY_BRANDS,
  familyCard,
  ISSUER_CODES,
  ORIGINAL_SANDBOX,
  PENDING,
  RETRY_ADVICE_CODES,
  TECHNICAL,
  THREE_D_SECURE_CARDS,
} from './card-outcomes.ts';

const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '1000' };
/** At this scale the longest delay of 30 s takes 30 ms; a sale above this limit was not scaled. */
const SCALED_WITHIN_MS = 25_000;

/** Sells with a card and asserts the fields of every record with this status. */
async function soldWith(service: TestService, number: string, status: number): Promise<GatewayRecord> {
  const startedAt = performance.now();
  const record = recordOf(await sell(service, { cardInfo: { number } }));
  assert.ok(performance.now() - startedAt < SCALED_WITHIN_MS);
  assert.equal(record.top.status, status, number);
  assert.equal('codAuthorization' in record.card, status === APPROVED, number);
  if (status === APPROVED) assert.equal(record.card.providerCode, '00');
  if (status !== 0) assert.ok(String(record.card.providerMessage ?? '').length > 0, number);
  return record;
}

onSqliteByDay('Simulated cards', TIME_SCALE, (service) => {
  for (const [number, status, name] of ORIGINAL_SANDBOX) {
    test(`the original sandbox's ${number}: ${name}`, async () => {
      await soldWith(service, number, status);
    });
  }

  test('any other number that passes Luhn is approved at once', async () => {
    for (const number of APPROVED_CARDS) await soldWith(service, number, APPROVED);
  });

  for (const [number, code] of DENIED_CARDS) {
    test(`the known sandbox card ${number} is denied with ${code}`, async () => {
      assert.equal((await soldWith(service, number, DENIED)).card.providerCode, code);
    });
  }

  test('the cards of other sandboxes with an unknown outcome', async () => {
    for (const number of ['4000000000000036', '4000000000000044']) await soldWith(service, number, PENDING);
  });

  test('3-D Secure cards, and the family 7xx, are approved without authentication if none is requested', async () => {
    const family = Array.from({ length: 16 }, (_, index) => familyCard('VISA', String(701 + index)));
    for (const number of [...THREE_D_SECURE_CARDS, ...family]) await soldWith(service, number, APPROVED);
  });

  test('000: approved on every brand', async () => {
    for (const brand of FAMILY_BRANDS) await soldWith(service, familyCard(brand, '000'), APPROVED);
  });

  for (const [scenario, codes] of Object.entries({ ...ISSUER_CODES, ...RETRY_ADVICE_CODES })) {
    test(`${scenario}: denied with each brand's code, ${codes}`, async () => {
      const answered: unknown[] = [];
      for (const brand of FAMILY_BRANDS) {
        const { card, cardInfo } = await soldWith(service, familyCard(brand, scenario), DENIED);
        assert.equal(cardInfo.brand, brand);
        answered.push(card.providerCode);
      }
      assert.equal(answered.join(' '), codes);
    });
  }

  for (const [scenario, status, name] of TECHNICAL) {
    test(`${scenario}: ${name}, status ${status}`, async () => {
      await Promise.all(FAMILY_BRANDS.map((brand) => soldWith(service, familyCard(brand, scenario), status)));
    });
  }

  test('624: denied for lack of funds', async () => {
    assert.equal((await soldWith(service, familyCard('VISA', '624'), DENIED)).card.providerCode, '51');
  });

  test('a past expiry is denied with 54; the current month is not past', async () => {
    const expiry = (expirationMonth: number, expirationYear: number) =>
      sell(service, { cardInfo: { expirationMonth, expirationYear } });
    const { top, card } = recordOf(await expiry(1, 2024));
    assert.deepEqual([top.status, card.providerCode], [DENIED, '54']);
    const now = new Date();
    assert.equal(recordOf(await expiry(now.getUTCMonth() + 1, now.getUTCFullYear())).top.status, APPROVED);
  });

  test('cvv 000 is denied as a wrong security code, on every brand', async () => {
    const codes = [
      ['4235647728025682', '000', 'N7'],
      ['5448280000000007', '000', '63'],
      ['371341553758128', '0000', '122'],
    ] as const;
    for (const [number, cvv, code] of codes) {
      const { top, card } = recordOf(await sell(service, { cardInfo: { number, cvv } }));
      assert.deepEqual([top.status, card.providerCode], [DENIED, code]);
    }
  });

  test('an amount above R$ 99.999,99 is denied with 61; up to it, approved', async () => {
    const { top, card } = recordOf(await sell(service, { top: { amount: 10_000_000 } }));
    assert.deepEqual([top.status, card.providerCode], [DENIED, '61']);
    assert.equal(recordOf(await sell(service, { top: { amount: 9_999_999 } })).top.status, APPROVED);
  });
});
