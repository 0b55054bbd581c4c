import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { readableOn } from './readable-on.ts';

test('text is white on dark colours and black on light ones', () => {
  for (const dark of ['#000000', '#0b5cad', '#b3261e', '#176a35']) assert.equal(readableOn(dark), '#ffffff');
  for (const light of ['#ffffff', '#f0c36a', '#7db8f5', '#00ff00'])
    assert.equal(readableOn(light), '#000000');
});

test('the contrast is at least 4.5 to 1 on every colour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      assert.ok(contrast(luminanceOf(colour), luminanceOf(readableOn(colour))) >= 4.5, colour);
    }),
  );
});

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
