import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { buyerPage, buyerPageHeaders } from './buyer-page.ts';
import { html } from './html.ts';
import { readableOn } from './readable-on.ts';

const SHOP = { name: 'Açaí & Cia', document: undefined, pictureUrl: undefined, colour: '#0b5cad' };
const shownOf = (shop: typeof SHOP | undefined, sandbox = false) =>
  buyerPage({ title: 'Pago', body: html`<h1>Pago</h1>`, shop, sandbox });
const policyOf = (...given: Parameters<typeof buyerPageHeaders>) =>
  buyerPageHeaders(...given)['Content-Security-Policy'] ?? '';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a buyer’s page has the band of its shop in its colour, and its policy names its styles and no other', () => {
  const shown = shownOf(SHOP);
  assert.match(
    shown,
    /<header class="shop"><div><i aria-hidden="true">AC<\/i><div><strong>Açaí &amp; Cia<\/strong>/,
  );
  const styles = [...shown.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style);
  assert.match(styles[1] ?? '', /--shop: #0b5cad; --on-shop: #ffffff/);
  assert.ok(policyOf(SHOP).includes(`style-src ${styles.map(hashOf).join(' ')}; img-src 'self';`));
  assert.doesNotMatch(policyOf(SHOP), /script-src|unsafe/);
  assert.match(
    policyOf(SHOP, { scriptSource: "'sha256-x'", forms: 'anywhere' }),
    /script-src 'sha256-x'.*http: https:/,
  );
});

test('a colour that is none does nothing', () => {
  const plain = { ...SHOP, colour: 'red; } body { display: none' };
  assert.equal(policyOf(plain), policyOf(undefined));
  assert.doesNotMatch(shownOf(plain), /red; \}/);
});

test('the sandbox is named on every page, production on none', () => {
  assert.match(shownOf(SHOP, true), /Ambiente de testes/);
  assert.doesNotMatch(shownOf(SHOP), /Ambiente de testes/);
});

test('what is written on a shop’s colour has a contrast of 4.5 to 1 at least, whatever the colour', () => {
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      const [dark = 0, light = 0] = [luminance(colour), luminance(readableOn(colour))].sort((a, b) => a - b);
      assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, colour);
    }),
  );
});
