import assert from 'node:assert/strict';
import { test } from 'node:test';
import { menuOf, screensNamed } from '../src/frame/menu-entries.ts';

const SELLER = ['sales.read', 'sales.sell', 'links.read', 'clients.read', 'catalogue.read'];
const menu = menuOf({ permissions: SELLER, mode: 'sandbox', isForOneShop: true });
const named = (text: string) => screensNamed(menu, text).map(({ label }) => label);

test('screens are found by a part of their name, without its accents, those that begin with it first', () => {
  assert.deepEqual(named('recorrencias'), ['Recorrências']);
  assert.deepEqual(named('pa'), ['Links de pagamento', 'Formas de pagamento']);
  assert.deepEqual(named('ca'), ['Caixa', 'Conciliação', 'Fechamentos de caixa', 'Segurança']);
  assert.deepEqual(named('v'), []);
});

test('nobody finds a screen that the role does not open, nor the platform one of a shop that is not open', () => {
  assert.deepEqual(named('chaves'), []);
  const platform = menuOf({ permissions: SELLER, mode: 'production', isForOneShop: false });
  assert.deepEqual(screensNamed(platform, 'cobrar'), []);
});
