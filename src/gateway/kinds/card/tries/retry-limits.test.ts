import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '../../../../platform/time/clock.ts';
import {
  isRefusedForever,
  keysOf,
  limitAfter,
  mayTryAgain,
  type TriedCard,
  usedTries,
} from './retry-limits.ts';

const time = localTime('America/Sao_Paulo');
const NOW = Date.UTC(2026, 10, 20, 15);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const CARD: TriedCard = {
  fingerprint: 'f',
  brand: 'VISA',
  expirationMonth: '12',
  expirationYear: '2030',
  amount: 1000,
};

function usedAfter(card: TriedCard, timesOf: (key: string) => readonly number[], now = NOW) {
  return usedTries(card, timesOf, { now, time });
}

/** The limit before another try, with these times under every key but that of final refusals. */
function limitWith(brand: string | undefined, times: readonly number[], now = NOW) {
  return limitAfter(
    usedAfter({ ...CARD, brand }, (key) => (key.endsWith('!') ? [] : times), now),
    0,
  );
}

const tries = (count: number, ageMs: number) => Array.from({ length: count }, () => NOW - ageMs);

test('each scheme counts by its own rule: the try that reaches the ceiling is the last free one', () => {
  for (const [brand, limit, ceiling] of [
    ['VISA', 'visa_15_in_30_days', 15],
    ['MASTERCARD', 'mastercard_7_in_24_hours', 7],
    ['ELO', 'elo_15_in_month', 15],
    ['AMEX', 'card_15_in_30_days', 15],
    [undefined, 'card_15_in_30_days', 15],
  ] as const) {
    assert.equal(limitWith(brand, tries(ceiling - 1, HOUR_MS)), undefined, String(brand));
    assert.equal(limitWith(brand, tries(ceiling, HOUR_MS)), limit);
  }
});

test('Mastercard counts 35 in 30 days beside 7 in 24 hours', () => {
  assert.equal(limitWith('MASTERCARD', tries(34, 2 * DAY_MS)), undefined);
  assert.equal(limitWith('MASTERCARD', tries(35, 2 * DAY_MS)), 'mastercard_35_in_30_days');
  assert.equal(limitWith('MASTERCARD', tries(7, DAY_MS)), undefined);
});

test('what is older than the window of its scheme counts no more', () => {
  assert.equal(limitWith('VISA', tries(15, 30 * DAY_MS - 1)), 'visa_15_in_30_days');
  assert.equal(limitWith('VISA', tries(15, 30 * DAY_MS)), undefined);
});

test('Elo counts by the calendar month of the shop', () => {
  const start = Date.parse('2026-11-01T03:00:00Z');
  const times = Array.from({ length: 15 }, () => start - 1);
  assert.equal(limitWith('ELO', times, start - 1), 'elo_15_in_month');
  assert.equal(limitWith('ELO', times, start), undefined);
  const year = Array.from({ length: 15 }, () => NOW - 365 * DAY_MS);
  assert.equal(limitWith('ELO', year), undefined);
});

test('Visa counts amount and expiry apart, Mastercard the amount in its long window, others the card', () => {
  const keys = (brand: string, changes: Partial<TriedCard> = {}) => keysOf({ ...CARD, brand, ...changes });
  assert.notDeepEqual(keys('VISA'), keys('VISA', { amount: 2 }));
  assert.notDeepEqual(keys('VISA'), keys('VISA', { expirationYear: '2031' }));
  assert.equal(keys('MASTERCARD')[0], keys('MASTERCARD', { amount: 2 })[0]);
  assert.notEqual(keys('MASTERCARD')[1], keys('MASTERCARD', { amount: 2 })[1]);
  assert.deepEqual(keys('ELO'), keys('ELO', { amount: 2, expirationYear: '2031' }));
  assert.deepEqual(keys('JCB'), keys('JCB', { amount: 2 }));
});

test('after a final refusal no other try is free for 30 days', () => {
  const refused = (ageMs: number) => usedAfter(CARD, (key) => (key.endsWith('!') ? [NOW - ageMs] : []));
  assert.equal(limitAfter(refused(HOUR_MS), 0), 'irreversible_code');
  assert.equal(limitAfter(refused(30 * DAY_MS), 0), undefined);
});

test('tries made since the count was read are counted on', () => {
  const used = usedAfter(CARD, (key) => (key.endsWith('!') ? [] : tries(13, HOUR_MS)));
  assert.deepEqual(
    [0, 1, 2].map((more) => mayTryAgain(used, more)),
    [true, true, false],
  );
});

test("Visa's category 1 is final, and a number that does not exist for the other brands", () => {
  const isFinal = (brand: string, declineClass: string, code: string) =>
    isRefusedForever(brand, { declineClass, code });
  for (const code of ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3']) {
    assert.ok(isFinal('VISA', 'fix_data', code), code);
  }
  assert.deepEqual(
    [isFinal('VISA', 'fix_data', '54'), isFinal('VISA', 'soft_customer', '51')],
    [false, false],
  );
  assert.deepEqual(
    [
      isFinal('ELO', 'fix_data', '14'),
      isFinal('AMEX', 'fix_data', '14'),
      isFinal('ELO', 'merchant_config', '12'),
    ],
    [true, false, false],
  );
  assert.ok(isRefusedForever('AMEX', { declineClass: 'hard', code: undefined }));
});
