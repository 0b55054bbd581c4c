import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declineFor } from '../abecs/index.ts';
import { declineOfSale } from '../cielo/answer/verdict.ts';
import { type AuthorizeOutcome, DECLINE_CLASSES } from '../outcome.ts';
import { secondTryAfter } from './second-try.ts';
import { SECOND_TRY } from './second-try-table.ts';

function declined(brand: string, code: string, advice?: string): AuthorizeOutcome {
  return { outcome: 'declined', decline: declineFor(brand, code, advice), answer: {} };
}

test('what may be paid, or still become so, is never tried elsewhere', () => {
  const outcomes: readonly AuthorizeOutcome[] = [
    { outcome: 'approved', captured: true, answer: {} },
    { outcome: 'unknown', reason: 'no answer' },
    { outcome: 'pending', answer: {} },
    { outcome: 'duplicate', answer: {} },
    { outcome: 'buyer_awaited', nextAction: { kind: 'redirect', url: '' }, expiresAt: 0, answer: {} },
  ];
  for (const outcome of outcomes) assert.equal(secondTryAfter(outcome), 'no', outcome.outcome);
});

test('what was not sent, or refused for the set-up of the account, is tried elsewhere', () => {
  assert.equal(secondTryAfter({ outcome: 'not_sent', reason: 'connection refused' }), 'yes');
  assert.equal(secondTryAfter({ outcome: 'invalid_request', reason: 'PV unknown', answer: {} }), 'yes');
  for (const [brand, code] of [
    ['VISA', '03'],
    ['ELO', '58'],
    ['MASTERCARD', '12'],
    ['ELO', '23'],
    ['VISA', '12'],
    ['MASTERCARD', '30'],
    ['AMEX', '109'],
  ] as const) {
    assert.equal(secondTryAfter(declined(brand, code)), 'yes', `${brand} ${code}`);
  }
});

test('a technical failure on the way to the issuer is tried elsewhere', () => {
  for (const [brand, code] of [
    ['VISA', '91'],
    ['MASTERCARD', '96'],
    ['ELO', '04'],
    ['VISA', 'N0'],
  ] as const) {
    assert.equal(secondTryAfter(declined(brand, code)), 'yes', `${brand} ${code}`);
  }
});

test('an acquirer that has had enough of a card, or an issuer that names days to wait, is not passed round', () => {
  for (const code of ['GK', 'GT', 'BP171', 'NR', 'RP']) {
    assert.equal(
      secondTryAfter({ outcome: 'declined', decline: declineOfSale('VISA', code, undefined), answer: {} }),
      'no',
      code,
    );
  }
});

test('generic refusals are tried elsewhere only with more proof', () => {
  for (const code of ['05', '59', '83']) {
    assert.equal(secondTryAfter(declined('VISA', code)), 'with_more_proof', code);
  }
  assert.equal(secondTryAfter(declined('ELO', '63')), 'with_more_proof');
});

test('what is the same everywhere, needs the buyer, or costs a fee is not', () => {
  for (const code of ['51', '61', '65', '78', '62']) {
    assert.equal(secondTryAfter(declined('VISA', code)), 'no', code);
  }
  for (const code of [
    '07',
    '14',
    '15',
    '41',
    '43',
    '46',
    '57',
    'R0',
    'R1',
    'R3',
    '54',
    '55',
    'N7',
    '6P',
    '13',
    '04',
  ]) {
    assert.equal(secondTryAfter(declined('VISA', code)), 'no', code);
  }
  for (const code of ['AB', 'AC', '64', '06'])
    assert.equal(secondTryAfter(declined('ELO', code)), 'no', code);
});

test('an advice code decides above the code, and one that nobody knows forbids it', () => {
  assert.equal(secondTryAfter(declined('MASTERCARD', '91')), 'yes');
  for (const advice of ['03', '21', '40', '41', '06', '90', '99', '77']) {
    assert.equal(secondTryAfter(declined('MASTERCARD', '91', advice)), 'no', advice);
  }
});

test('the table speaks of every class of a refusal, and says why', () => {
  for (const declineClass of DECLINE_CLASSES) {
    assert.ok(
      SECOND_TRY.some((line) => line.declineClass === declineClass && line.codes === undefined),
      declineClass,
    );
  }
  for (const { why } of SECOND_TRY) assert.ok(why.length > 5);
});
