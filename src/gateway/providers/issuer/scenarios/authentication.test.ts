import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START } from '../../simulator/test-room.ts';
import { decide, decideAuthenticated, type Purchase } from '../issuer.ts';
import {
  type AuthenticationResult,
  authenticationAnswer,
  authenticationDecline,
  authorizationAfter,
  eciOf,
  resultOfChallenge,
} from './authentication.ts';
import { authenticationOf } from './test-cards.ts';
import { FAMILY_BRANDS, familyCard } from './test-family-cards.ts';

/** Each result: after it with `decline`, with `continue`, ECI on Visa and on Mastercard, Rede's code. */
const RESULTS: readonly (readonly [AuthenticationResult, string, string, number, number, string])[] = [
  ['Y', 'authorize', 'authorize', 5, 2, '200'],
  ['A', 'authorize', 'authorize', 6, 1, '200'],
  ['N', 'decline', 'authorize_without_proof', 7, 0, '202'],
  ['U', 'decline', 'authorize_without_proof', 7, 0, '202'],
  ['R', 'decline', 'decline', 7, 0, '202'],
  ['timeout', 'decline', 'authorize_without_proof', 7, 0, '202'],
  ['not_eligible', 'decline', 'authorize_without_proof', 7, 0, '204'],
  ['data_only', 'decline', 'authorize_without_proof', 7, 4, '201'],
  ['bypassed', 'decline', 'authorize_without_proof', 7, 0, '201'],
];

for (const [result, onDecline, onContinue, visa, mastercard, code] of RESULTS) {
  test(`a result of ${result} leads where it should, with its indicator and code`, () => {
    assert.equal(authorizationAfter(result, 'decline'), onDecline);
    assert.equal(authorizationAfter(result, 'continue'), onContinue);
    assert.equal(eciOf('MASTERCARD', result), mastercard);
    for (const brand of ['VISA', 'ELO', 'AMEX', 'HIPERCARD', undefined]) {
      assert.equal(eciOf(brand, result), visa);
    }
    assert.equal(authenticationAnswer(result).code, code);
    const decline = authenticationDecline(result);
    assert.deepEqual([decline.code, decline.declineClass], [code, 'authentication']);
    assert.match(decline.message, /^[A-Z].*\.$/);
  });
}

test('only the right code gives the result of the card', () => {
  const card = { flow: 'challenge', result: 'A' } as const;
  assert.equal(resultOfChallenge(card, 'right_code'), 'A');
  assert.equal(resultOfChallenge(card, 'wrong_code'), 'N');
  assert.equal(resultOfChallenge(card, 'cancel'), 'N');
  assert.equal(resultOfChallenge(card, 'too_late'), 'timeout');
});

test('a card without a scenario is challenged, one whose scenario is about something else is not', () => {
  assert.deepEqual(authenticationOf('4111111111111111'), { flow: 'challenge', result: 'Y' });
  assert.deepEqual(authenticationOf('4235647728025682'), { flow: 'challenge', result: 'Y' });
  assert.deepEqual(authenticationOf('4490861761911670'), { flow: 'challenge', result: 'Y' });
  for (const scenario of ['000', '051', '099', '604', '777', '901']) {
    assert.deepEqual(authenticationOf(familyCard('ELO', scenario)), { flow: 'frictionless', result: 'Y' });
  }
});

test('an issuer may refuse a sale although, or because, it is authenticated', () => {
  const codes = (scenario: string, how: typeof decide) =>
    FAMILY_BRANDS.map((brand) => how(purchase(familyCard(brand, scenario))).code);
  assert.deepEqual(codes('713', decideAuthenticated), ['51', '51', '51', '51', '116']);
  assert.deepEqual(codes('716', decideAuthenticated), ['82', '88', '12', '88', '180']);
  for (const scenario of ['713', '716']) assert.deepEqual(new Set(codes(scenario, decide)), new Set(['00']));
  assert.deepEqual(codes('054', decideAuthenticated), codes('054', decide));
});

function purchase(number: string): Purchase {
  const card = { number, cvv: '123', expirationMonth: '01', expirationYear: '2035', brand: undefined };
  return { ...card, amount: 1_000, now: START };
}
