import assert from 'node:assert/strict';
import { test } from 'node:test';
import { device } from '../src/device.ts';

test('a browser without a colour depth of its own has 24, and its language is cut after a whole subtag', (context) => {
  const globals = { screen: { colorDepth: 0, height: 800, width: 360 } };
  Object.assign(globalThis, globals);
  context.after(() => Reflect.deleteProperty(globalThis, 'screen'));
  context.mock.getter(navigator, 'language', () => 'en-GB-oxendict');
  context.mock.getter(navigator, 'userAgent', () => 'Mozilla/5.0');
  const { device: facts } = device();
  assert.deepEqual([facts.colorDepth, facts.language], [24, 'en']);
  Object.assign(globalThis, { screen: { ...globals.screen, colorDepth: 30 } });
  assert.equal(device().device.colorDepth, 30);
});
