import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/support/property.ts';
import { isTestCard, scenarioOfCard } from './test-cards.ts';
import { checkDigit, FAMILY_BRANDS, familyCard } from './test-family-cards.ts';

/** One published number for each family and brand, to pin the grammar down. */
const PUBLISHED: readonly (readonly [string, string])[] = [
  ['000', '4000000000090003 5200000000090008 6505050000090003 6062820000090004 340000000090000'],
  ['051', '4000000000090516 5200000000090511 6505050000090516 6062820000090517 340000000090513'],
  ['626', '4000000000096265 5200000000096260 6505050000096265 6062820000096266 340000000096262'],
  ['716', '4000000000097164 5200000000097169 6505050000097164 6062820000097165 340000000097161'],
  ['908', '4000000000099087 5200000000099082 6505050000099087 6062820000099088 340000000099084'],
  ['909', '4000000000099095 5200000000099090 6505050000099095 6062820000099096 340000000099092'],
];

test('the grammar gives the published numbers, and they give their scenario back', () => {
  for (const [scenario, numbers] of PUBLISHED) {
    assert.equal(FAMILY_BRANDS.map((brand) => familyCard(brand, scenario)).join(' '), numbers);
    for (const number of numbers.split(' ')) assert.equal(scenarioOfCard(number).name, scenario);
  }
});

test('a coded number without a meaning of its own is refused like scenario 005', () => {
  assert.equal(scenarioOfCard(familyCard('VISA', '099')).name, '005');
  assert.equal(scenarioOfCard(familyCard('AMEX', '777')).name, '005');
});

test('every number of the coded family is a test card', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FAMILY_BRANDS), fc.integer({ min: 0, max: 999 }), (brand, code) => {
      assert.ok(isTestCard(familyCard(brand, String(code).padStart(3, '0'))));
    }),
  );
});

test('the cards of other sandboxes do what they do there', () => {
  for (const [number, scenario] of [
    ['4000000000000010', 'plain'],
    ['4000000000000028', '005'],
    ['4000000000000036', '604'],
    ['4000000000000044', '603'],
    ['5155901222280001', 'plain'],
    ['5155901222240005', '051'],
    ['4012001037141112', 'plain'],
    ['4035943194824415', '005'],
    ['4676674786512068', '606'],
    ['4532365531093678', '607'],
    ['5375387267180047', '605'],
    ['4490861761911670', 'challenge'],
    ['4539591924980550', '603'],
    ['4235647728025682', 'plain'],
    ['6505290000001234', 'challenge-success'],
    ['4000000000002701', 'frictionless-y'],
    ['4000000000001083', 'bypassed'],
  ] as const) {
    assert.ok(isTestCard(number), number);
    assert.equal(scenarioOfCard(number).name, scenario, number);
    assert.equal(checkDigit(number.slice(0, -1)), number.at(-1), number);
  }
});

test('other numbers are no test cards and have no scenario', () => {
  for (const number of ['4111111111111111', '5105105105105100', '4000000000190001', '34000000009000', '']) {
    assert.equal(isTestCard(number), false, number);
    assert.equal(scenarioOfCard(number).name, 'plain', number);
  }
});
