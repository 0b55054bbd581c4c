import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RETURN_CODES } from './return-codes.ts';
import { verdictOf } from './verdict.ts';

/** docs/contract/acquirers.md A.8, A.5 and G.4, read once more by hand. */
const MEANINGS: Readonly<Record<string, string>> = {
  approved: '00 0',
  card_is_good: '174',
  redirect: '220',
  refunded: '359',
  refund_accepted: '360',
  duplicate: '122 42',
  not_found: '78 117 353',
  unknown: '64 74 121 150 200 201',
  invalid_request:
    '4 5 157 20 155 156 24 25 26 57 27 31 32 63 39 40 41 51 56 61 65 89 76 87 88 97 98 132 133 158 159 160 161 176 167 169 370 899 898 3301 250 251 252 253 254 255 256 257 258 259 260 261 269 363 3000 3006 3007 3012 3013 3019',
};
const DECLINES: Readonly<Record<string, string>> = {
  soft_customer: '101 108 111 113 115 116 118 58 72 83 84 80 82 175',
  soft_technical: '103 104 106 107 368 371',
  hard: '105 110 123 53',
  fix_data: '109 112 114 119 1 2 3 33 35 15 16 36 37 38 55 59 79 86 172',
  merchant_config: '102 124 46 50 54 151 49 69 70 71 170 171 173 203 351 354 355 357 358 362 365 369 373 374',
  authentication: '202 204',
};

/** The status that goes with a code: grants come with 2xx. */
const statusOf = (kind: string): number =>
  ['approved', 'card_is_good', 'redirect', 'refunded', 'refund_accepted'].includes(kind) ? 201 : 422;

test('every return code means what the tables say', () => {
  for (const [kind, codes] of Object.entries(MEANINGS)) {
    for (const code of codes.split(' ')) {
      assert.equal(verdictOf({ returnCode: code }, statusOf(kind)).kind, kind, code);
    }
  }
  for (const [declineClass, codes] of Object.entries(DECLINES)) {
    for (const code of codes.split(' ')) {
      const verdict = verdictOf({ returnCode: code }, 422);
      assert.equal(verdict.kind, 'declined', code);
      if (verdict.kind !== 'declined') continue;
      assert.equal(verdict.decline.declineClass, declineClass, code);
      assert.equal(verdict.decline.code, code);
      assert.notEqual(verdict.decline.message, '', code);
    }
  }
});

test('no code stands in the table twice', () => {
  const codes = RETURN_CODES.flatMap((row) => row.codes.split(' '));
  assert.equal(new Set(codes).size, codes.length);
});

test('codes come as numbers and with leading zeros too', () => {
  assert.equal(verdictOf({ returnCode: 0 }, 200).kind, 'approved');
  assert.equal(verdictOf({ returnCode: 111 }, 422).kind, 'declined');
  assert.equal(verdictOf({ returnCode: '042' }, 422).kind, 'duplicate');
});

test('a status that refuses and a code that grants leave it open', () => {
  for (const code of ['00', '174', '220', '359', '360']) {
    assert.equal(verdictOf({ returnCode: code }, 422).kind, 'unknown', code);
  }
});

test('a code that nobody listed refuses where the status does', () => {
  assert.deepEqual(verdictOf({ returnCode: '4005' }, 422), {
    kind: 'invalid_request',
    reason: 'return code 4005',
  });
  assert.equal(verdictOf({ returnCode: '999' }, 200).kind, 'unknown');
  assert.equal(verdictOf({}, 422).kind, 'unknown');
  assert.equal(verdictOf({ returnCode: { code: '00' } }, 200).kind, 'unknown');
  assert.equal(verdictOf({ returnCode: '00; DROP' }, 200).kind, 'unknown');
});

const declineOf = (fields: Readonly<Record<string, unknown>>, brand?: string) => {
  const verdict = verdictOf(fields, 422, brand);
  return verdict.kind === 'declined' ? verdict.decline : assert.fail(verdict.kind);
};

test("the brand's own code tells more than Rede's", () => {
  const refused = { returnCode: '105', brand: { name: 'Visa', returnCode: '43' } };
  assert.deepEqual(declineOf(refused), {
    code: '43',
    message: 'Compra não permitida. Use outro cartão.',
    declineClass: 'hard',
    reversible: false,
  });
  assert.equal(
    declineOf({ returnCode: '119', brand: { returnCode: '82' } }, 'VISA').declineClass,
    'fix_data',
  );
  assert.equal(
    declineOf({ returnCode: '116', brand: { name: 'Mastercard', returnCode: '82' } }).declineClass,
    'soft_customer',
  );
  const advised = { name: 'Mastercard', returnCode: '51', merchantAdviceCode: '03' };
  assert.equal(declineOf({ returnCode: '111', brand: advised }).declineClass, 'hard');
  assert.equal(declineOf({ returnCode: '111', brand: { name: 'Amex', returnCode: '116' } }).code, '116');
});

test('the name on the answer wins over the brand of the card', () => {
  const refused = { returnCode: '104', brand: { name: 'Elo', returnCode: '04' } };
  assert.equal(declineOf(refused, 'VISA').declineClass, 'soft_technical');
});

test("a brand that approved, or said nothing, leaves Rede's own code", () => {
  for (const brand of [undefined, {}, { name: 'Visa' }, { name: 'Visa', returnCode: '00' }]) {
    assert.equal(declineOf({ returnCode: '58', brand }).code, '58');
  }
});

test('want of proof is told as such', () => {
  assert.equal(declineOf({ returnCode: '202', brand: { returnCode: '05' } }).declineClass, 'authentication');
  assert.equal(declineOf({ returnCode: '58', threeDSecure: { returnCode: '204' } }).code, '204');
  const asked = { returnCode: '58', threeDSecure: { returnCode: '202' }, brand: { returnCode: '51' } };
  assert.equal(declineOf(asked).code, '51');
});
