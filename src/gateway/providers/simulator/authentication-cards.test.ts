import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthorizeRequest } from '../card-acquirer.ts';
import { FAMILY_BRANDS, type FamilyBrand, familyCard } from '../issuer/scenarios/test-family-cards.ts';
import type { AuthorizeOutcome } from '../outcome.ts';
import { buyerPageOf } from '../outcome.ts';
import { authenticatedAttempt, FAILURE_URL, SUCCESS_URL, testBrowser } from './test-browser.ts';
import { idsOf, testSimulator } from './test-room.ts';

/** How a sale ends: its outcome, its code, and its indicator on Mastercard and on every other brand. */
interface End {
  readonly outcome: 'approved' | 'declined';
  readonly code: string | Readonly<Record<FamilyBrand, string>>;
  readonly eci: number;
  readonly mastercardEci: number;
}

const PROVEN: End = { outcome: 'approved', code: '00', eci: 5, mastercardEci: 2 };
const ATTEMPTED: End = { outcome: 'approved', code: '00', eci: 6, mastercardEci: 1 };
const UNPROVEN: End = { outcome: 'approved', code: '00', eci: 7, mastercardEci: 0 };
const SHARED: End = { outcome: 'approved', code: '00', eci: 7, mastercardEci: 4 };
const REFUSED: End = { outcome: 'declined', code: '202', eci: 7, mastercardEci: 0 };
const NOT_DONE: End = { ...REFUSED, code: '201' };
const NOT_SHARED_ENOUGH: End = { ...NOT_DONE, mastercardEci: 4 };
const NOT_ELIGIBLE: End = { ...REFUSED, code: '204' };
const NO_FUNDS: End = {
  ...PROVEN,
  outcome: 'declined',
  code: { VISA: '51', MASTERCARD: '51', ELO: '51', HIPERCARD: '51', AMEX: '116' },
};
const BAD_PROOF: End = {
  ...PROVEN,
  outcome: 'declined',
  code: { VISA: '82', MASTERCARD: '88', ELO: '12', HIPERCARD: '88', AMEX: '180' },
};

/** Cards of docs/contract/acquirers.md I.3: flow, end for credit 1 and debit, end for credit 2. */
const LISTED: readonly (readonly [string, string, 'silent' | 'asks', End, End])[] = [
  ['Y', '4000000000001000 5200000000001005 6505050000001000 340000000001007', 'silent', PROVEN, PROVEN],
  ['Y', '4000000000002701', 'silent', PROVEN, PROVEN],
  ['N', '4000000000001018 5200000000001013 6505050000001018', 'silent', REFUSED, UNPROVEN],
  ['A', '4000000000001026 5200000000001021 6505050000001026 340000000001023', 'silent', ATTEMPTED, ATTEMPTED],
  ['U', '4000000000001034 5200000000001039 6505050000001034', 'silent', REFUSED, UNPROVEN],
  ['R', '4000000000001042 5200000000001047 6505050000001042', 'silent', REFUSED, REFUSED],
  ['no service', '4000000000001059 5200000000001054 6505050000001059', 'silent', REFUSED, UNPROVEN],
  ['error', '4000000000001067 5200000000001062 6505050000001067', 'silent', REFUSED, UNPROVEN],
  ['time-out', '4000000000001075 5200000000001070 6505050000001075', 'silent', REFUSED, UNPROVEN],
  ['bypassed', '4000000000001083 5200000000001088 6505050000001083', 'silent', NOT_DONE, UNPROVEN],
  ['C, Y', '4000000000001091 5200000000001096 6505050000001091 340000000001098', 'asks', PROVEN, PROVEN],
  ['C, Y', '4000000000002503 4235647728025682', 'asks', PROVEN, PROVEN],
  ['C, N', '4000000000001109 5200000000001104 6505050000001109', 'asks', REFUSED, UNPROVEN],
  ['C, U', '4000000000001117 5200000000001112 6505050000001117', 'asks', REFUSED, UNPROVEN],
  ['C, error', '4000000000001125 5200000000001120 6505050000001125', 'asks', REFUSED, UNPROVEN],
];

/** The family 7xx (docs/contract/acquirers.md I.4). */
const FAMILY: readonly (readonly [string, 'silent' | 'asks', End, End])[] = [
  ['701', 'silent', PROVEN, PROVEN],
  ['702', 'silent', REFUSED, UNPROVEN],
  ['703', 'asks', REFUSED, UNPROVEN],
  ['704', 'asks', REFUSED, UNPROVEN],
  ['705', 'asks', REFUSED, UNPROVEN],
  ['706', 'asks', REFUSED, UNPROVEN],
  ['707', 'silent', REFUSED, UNPROVEN],
  ['708', 'silent', REFUSED, UNPROVEN],
  ['709', 'silent', REFUSED, UNPROVEN],
  ['710', 'asks', ATTEMPTED, ATTEMPTED],
  ['711', 'silent', REFUSED, UNPROVEN],
  ['712', 'silent', REFUSED, UNPROVEN],
  ['713', 'asks', NO_FUNDS, NO_FUNDS],
  ['714', 'silent', NOT_ELIGIBLE, UNPROVEN],
  ['715', 'silent', NOT_SHARED_ENOUGH, SHARED],
  ['716', 'asks', BAD_PROOF, BAD_PROOF],
];

const KINDS = [
  ['credit 1', 'decline', { kind: 'credit', capture: true }],
  ['credit 1, authorization alone', 'decline', { kind: 'credit', capture: false }],
  ['credit 2', 'continue', { kind: 'credit', capture: true }],
  ['debit', 'decline', { kind: 'debit', capture: false }],
] as const satisfies readonly (readonly [string, 'decline' | 'continue', Partial<AuthorizeRequest>])[];

async function checkCard(number: string, brand: FamilyBrand, flow: string, onDecline: End, onContinue: End) {
  for (const [name, onFailure, changes] of KINDS) {
    const room = testSimulator();
    const browser = await testBrowser(room);
    const attempt = withBrand(authenticatedAttempt(number, onFailure, changes), brand);
    const label = `${brand} ${number}, ${name}`;

    const sale = await room.connector.authorize(attempt);
    assert.ok(sale.outcome === 'buyer_awaited', label);
    const before = await room.connector.continueAfterAuthentication(idsOf(attempt));
    assert.equal(before.outcome, 'buyer_awaited', label);
    const seen =
      flow === 'silent'
        ? await browser.open(buyerPageOf(sale) ?? '')
        : await browser.pass(buyerPageOf(sale) ?? '');

    const expected = onFailure === 'decline' ? onDecline : onContinue;
    assert.equal(seen.status, 303, label);
    assert.equal(seen.location, expected.outcome === 'approved' ? SUCCESS_URL : FAILURE_URL, label);
    const end = await room.connector.continueAfterAuthentication(idsOf(attempt));
    assertEnd(end, expected, brand, label);
    if (end.outcome === 'approved')
      assert.equal(end.captured, changes.capture || changes.kind === 'debit', label);

    const found = await room.connector.query(idsOf(attempt));
    assert.ok(found.outcome === 'found' && 'answer' in end, label);
    assert.equal(found.charge.state, expected.outcome, label);
    assert.deepEqual(found.charge.answer, end.answer, label);
    assert.equal(found.charge.authorizedAmount, expected.outcome === 'approved' ? attempt.amount : 0, label);
  }
}

function assertEnd(end: AuthorizeOutcome, expected: End, brand: FamilyBrand, label: string): void {
  assert.equal(end.outcome, expected.outcome, label);
  assert.ok(end.outcome === 'approved' || end.outcome === 'declined', label);
  const { answer } = end;
  assert.equal(answer.eci, brand === 'MASTERCARD' ? expected.mastercardEci : expected.eci, label);
  assert.equal(
    answer.rawCode,
    typeof expected.code === 'string' ? expected.code : expected.code[brand],
    label,
  );
  if (end.outcome === 'approved') {
    assert.match(answer.authorizationCode ?? '', /^\d{6}$/, label);
    return;
  }
  assert.equal(end.decline.code, answer.rawCode, label);
  const byIssuer = typeof expected.code !== 'string';
  assert.equal(end.decline.declineClass === 'authentication', !byIssuer, label);
}

function withBrand(attempt: AuthorizeRequest, brand: string): AuthorizeRequest {
  return { ...attempt, card: { ...attempt.card, brand } };
}

function brandOf(number: string): FamilyBrand {
  const brands = { 3: 'AMEX', 4: 'VISA', 5: 'MASTERCARD', 6: 'ELO' } as const;
  return brands[number[0] as unknown as keyof typeof brands];
}

for (const [result, numbers, flow, onDecline, onContinue] of LISTED) {
  test(`${result}: ${numbers} end as decided, by every method`, async () => {
    for (const number of numbers.split(' ')) {
      await checkCard(number, brandOf(number), flow, onDecline, onContinue);
    }
  });
}

for (const [scenario, flow, onDecline, onContinue] of FAMILY) {
  test(`${scenario} ends as decided, on every brand and by every method`, async () => {
    for (const brand of FAMILY_BRANDS) {
      await checkCard(familyCard(brand, scenario), brand, flow, onDecline, onContinue);
    }
  });
}

test("Elo's other card of the list is challenged, with success", async () => {
  await checkCard('6505290000001234', 'ELO', 'asks', PROVEN, PROVEN);
});

test('the issuer answers after a silent authentication as it answers without', async () => {
  for (const [scenario, code, eci] of [
    ['000', '00', 2],
    ['051', '51', 2],
    ['054', '54', 2],
    ['903', '51', 2],
    ['777', '05', 2],
    ['624', '51', 2],
  ] as const) {
    const expected: End = { outcome: code === '00' ? 'approved' : 'declined', code, eci, mastercardEci: eci };
    const room = testSimulator();
    const attempt = authenticatedAttempt(familyCard('MASTERCARD', scenario), 'decline');
    const sale = await room.connector.authorize(attempt);
    assert.ok(sale.outcome === 'buyer_awaited');
    await (await testBrowser(room)).open(buyerPageOf(sale) ?? '');
    const end = await room.connector.continueAfterAuthentication(idsOf(attempt));
    assert.equal(end.outcome, expected.outcome);
    assert.ok('answer' in end && end.answer?.rawCode === code && end.answer.eci === eci, scenario);
    if (scenario === '903') assert.equal(end.answer.merchantAdviceCode, '24');
  }
});
