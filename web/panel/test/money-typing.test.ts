import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { centsOf, type TypedMoney, typeMoney } from '../src/ui/forms/money-typing.ts';
import { money } from '../src/ui/text/format.ts';

const BACKSPACE = '<';

/** Types keys one after another, as a browser changes the text of the field. */
function typed(keys: string): number | null {
  let held: TypedMoney = { cents: null };
  for (const key of keys) {
    const shown = held.cents === null ? '' : money(held.cents);
    held = typeMoney(held, shown, key === BACKSPACE ? shown.slice(0, -1) : shown + key);
  }
  return held.cents;
}

describe('Amounts are typed in every field of the panel alike', () => {
  test('digits are centavos, from the right as on a pin pad, up to the largest amount', () => {
    assert.equal(typed('5'), 5);
    assert.equal(typed('500'), 500);
    assert.equal(typed('0012'), 12);
    assert.equal(typed('99999999999999'), 999_999_999);
  });

  test('who types a comma or a point means reais before it', () => {
    assert.equal(typed('5,'), 500);
    assert.equal(typed('5,0'), 500);
    assert.equal(typed('12,05'), 1_205);
    assert.equal(typed('12.5'), 1_250);
    assert.equal(typed('3,009'), 300);
    assert.equal(typed('3,,5'), 350);
  });

  test('each key that is taken back undoes one, and the last one empties the field', () => {
    assert.equal(typed('500<'), 50);
    assert.equal(typed('12,05<'), 1_200);
    assert.equal(typed('12,05<<<'), 12);
    assert.equal(typed('5<'), null);
    assert.equal(typed('5,<<'), null);
  });

  test('other characters change nothing', () => {
    assert.equal(typed('5a'), 5);
    assert.equal(typed('-5'), 5);
  });

  test('a pasted amount is read as it is written', () => {
    for (const [text, cents] of [
      ['R$ 1.234,56', 123_456],
      ['1.234,5', 123_450],
      ['3.00', 300],
      ['R$ 12,05', 1_205],
      ['1234', 1_234],
      ['abc', 0],
    ] as const) {
      assert.equal(centsOf(text), cents, text);
    }
  });
});
