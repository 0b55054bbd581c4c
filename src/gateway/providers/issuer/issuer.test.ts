import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { issuerScenarios } from '../abecs/index.ts';
import { START } from '../simulator/test-room.ts';
import { adviceCode, decide, type Purchase } from './issuer.ts';
import { FAMILY_BRANDS, type FamilyBrand, familyCard } from './scenarios/test-family-cards.ts';

const DECLINING = [
  ...issuerScenarios,
  '622',
  '624',
  '901',
  '902',
  '903',
  '904',
  '905',
  '906',
  '907',
  '908',
  '909',
  '777',
];

function purchase(number: string, changes: Partial<Purchase> = {}): Purchase {
  return {
    number,
    cvv: '123',
    expirationMonth: '01',
    expirationYear: '2035',
    brand: undefined,
    amount: 1_000,
    now: START,
    ...changes,
  };
}

function codes(scenario: string): readonly string[] {
  return FAMILY_BRANDS.map((brand) => decide(purchase(familyCard(brand, scenario))).code);
}

test('each brand gives its own code for a scenario', () => {
  assert.deepEqual(codes('000'), ['00', '00', '00', '00', '00']);
  assert.deepEqual(codes('051'), ['51', '51', '51', '51', '116']);
  assert.deepEqual(codes('063'), ['N7', '63', '63', '63', '122']);
  assert.deepEqual(codes('003'), ['03', '03', '58', '03', '109']);
  assert.deepEqual(codes('046'), ['46', '62', '46', '62', '46']);
  assert.deepEqual(codes('096'), ['96', '96', '96', '96', '911']);
});

test('retry advice comes with the code where the brand has it, and as the nearest code elsewhere', () => {
  const answers = (scenario: string) =>
    FAMILY_BRANDS.map((brand) => {
      const decision = decide(purchase(familyCard(brand, scenario)));
      const advice = adviceCode(decision.scenario, decision.brand, decision.code);
      return advice === undefined ? decision.code : `${decision.code}+${advice}`;
    });
  assert.deepEqual(answers('901'), ['57', '79+03', '57', '57', '200']);
  assert.deepEqual(answers('902'), ['05', '82+02', '05', '05', '100']);
  assert.deepEqual(answers('903'), ['51', '51+24', '51', '51', '116']);
  assert.deepEqual(answers('904'), ['51', '51+25', '51', '51', '116']);
  assert.deepEqual(answers('905'), ['R1', '05+21', '57', '57', '200']);
  assert.deepEqual(answers('906'), ['39', '57', 'AC', '57', '200']);
  assert.deepEqual(answers('907'), ['52', '57', 'AB', '57', '200']);
  assert.deepEqual(answers('908'), ['R0', '05+21', '57', '57', '200']);
  assert.deepEqual(answers('909'), ['83', '51+06', '5C', '51', '116']);
});

test('a declining scenario is never approved, whatever the purchase', () => {
  const anyPurchase = fc.record({
    brand: fc.constantFrom<FamilyBrand>(...FAMILY_BRANDS),
    scenario: fc.constantFrom(...DECLINING),
    amount: fc.integer({ min: 1, max: 999_999_999_999 }),
    cvv: fc.constantFrom('123', '000', undefined),
    expirationYear: fc.integer({ min: 2000, max: 2099 }).map(String),
  });
  fc.assert(
    fc.property(anyPurchase, ({ brand, scenario, ...changes }) => {
      const decision = decide(purchase(familyCard(brand, scenario), changes));
      assert.equal(decision.approved, false);
      assert.notEqual(decision.code, '00');
    }),
  );
});

test('3-D Secure cards are approved where no authentication is asked for', () => {
  for (const number of ['4000000000001109', '5200000000001047', familyCard('VISA', '702')]) {
    assert.equal(decide(purchase(number)).approved, true);
  }
});

test('a card without a scenario is approved until it has expired, everywhere on earth', () => {
  const until = (month: string, year: string, now: number) =>
    decide(purchase('4111111111111111', { expirationMonth: month, expirationYear: year, now })).code;
  assert.equal(until('11', '2026', START), '00');
  assert.equal(until('10', '2026', START), '54');
  assert.equal(until('12', '2025', START), '54');
  assert.equal(until('11', '2026', Date.UTC(2026, 11, 1, 11, 59)), '00');
  assert.equal(until('11', '2026', Date.UTC(2026, 11, 1, 12)), '54');
});

test('cvv 000 is wrong on every brand, and an amount above R$ 99.999,99 too high', () => {
  assert.deepEqual(
    FAMILY_BRANDS.map((brand) => decide(purchase(familyCard(brand, '000'), { cvv: '000' })).code),
    ['N7', '63', '63', '63', '122'],
  );
  assert.equal(decide(purchase('4111111111111111', { amount: 9_999_999 })).code, '00');
  assert.equal(decide(purchase('4111111111111111', { amount: 10_000_000 })).code, '61');
  assert.equal(decide(purchase('4111111111111111', { cvv: undefined })).code, '00');
});

test('only the check of card 624 passes, its sales do not', () => {
  const number = familyCard('VISA', '624');
  assert.equal(decide(purchase(number, { amount: 0 })).code, '00');
  assert.equal(decide(purchase(number)).code, '51');
});
