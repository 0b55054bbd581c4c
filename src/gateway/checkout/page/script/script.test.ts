import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { EXPIRY_CASES, NO_EXPIRY_CASES, TYPED_CASES } from '../../../../../test/support/expiry-cases.ts';
import { brandRows } from '../../../card-data/index.ts';
import { SCRIPT } from '../page-script.ts';

interface Brand {
  readonly name: string;
  readonly code: number;
}
interface Expiry {
  readonly month: string;
  readonly year: string;
}
/** The pure rules of the page's script, as they are before they are joined. */
interface Rules {
  readExpiry(typed: string): Expiry | undefined;
  writtenExpiry(typed: string): string;
  isOver(expiry: Expiry, now: number): boolean;
  readBrands(rows: readonly (readonly unknown[])[]): readonly Brand[];
  brandOf(brands: readonly Brand[], digits: string): Brand | undefined;
  isNumber(digits: string): boolean;
  grouped(digits: string): string;
  writtenDocument(typed: string): string;
  waitText(ms: number): string;
  receiptText(title: string, facts: readonly (readonly [string, string])[]): string;
}

const load = async (name: string): Promise<object> => import(new URL(`./${name}.js`, import.meta.url).href);
const rules = Object.assign(
  {},
  ...(await Promise.all(['expiry', 'card-number', 'wait', 'receipt'].map(load))),
) as Rules;
const brands = rules.readBrands(
  brandRows.map(({ name, cvvLength, patterns }) => [name, cvvLength, patterns]),
);

test('an expiry is read as people type it, and nothing else is taken for one', () => {
  for (const [text, month, year] of [
    ...EXPIRY_CASES,
    ['1/29', '01', '29'],
    ['01/2029', '01', '2029'],
  ] as const) {
    const read = rules.readExpiry(rules.writtenExpiry(text));
    assert.deepEqual([text, read?.month, read?.year.slice(-2)], [text, month, year.slice(-2)]);
  }
  for (const text of NO_EXPIRY_CASES) assert.ok(!rules.readExpiry(text), text);
  for (const [keys, shown] of TYPED_CASES) {
    let typed = '';
    for (const key of keys) typed = rules.writtenExpiry(typed + key);
    assert.deepEqual([keys, typed], [keys, shown]);
  }
});

test('a card is over one day after its last month', () => {
  const expiry = { month: '11', year: '26' };
  assert.equal(rules.isOver(expiry, new Date(2026, 11, 1).getTime()), false);
  assert.equal(rules.isOver({ month: '10', year: '2026' }, new Date(2026, 10, 3).getTime()), true);
  assert.equal(rules.isOver({ month: '12', year: '26' }, new Date(2026, 11, 31).getTime()), false);
});

test('the brand of a number is the one that the service finds, and says how long its code is', () => {
  for (const [digits, name, code] of [
    ['4235647728025682', 'VISA', 3],
    ['371341553758128', 'AMEX', 4],
    ['6505050000090003', 'ELO', 3],
    ['6062820000090004', 'HIPERCARD', 3],
  ] as const) {
    const brand = rules.brandOf(brands, digits);
    assert.deepEqual([brand?.name, brand?.code], [name, code]);
  }
  assert.equal(rules.brandOf(brands, '9'), undefined);
  assert.equal(brands.length, brandRows.length);
});

test('numbers are grouped as they are printed, and checked by their last digit', () => {
  assert.equal(rules.grouped('4235647728025682'), '4235 6477 2802 5682');
  assert.equal(rules.grouped('371341553758128'), '3713 415537 58128');
  assert.equal(rules.isNumber('4235647728025682'), true);
  assert.equal(rules.isNumber('4235647728025681'), false);
  assert.equal(rules.isNumber('42356477280'), false);
});

test('a CPF or CNPJ is written with its points, and anything else is left as it is', () => {
  assert.equal(rules.writtenDocument('11144477735'), '111.444.777-35');
  assert.equal(rules.writtenDocument('12abc34501de35'), '12.ABC.345/01DE-35');
  assert.equal(rules.writtenDocument('111.444'), '111.444');
});

test('while the bank is asked the buyer reads what is going on, and after a while not to leave', () => {
  assert.equal(rules.waitText(0), 'Falando com o banco…');
  assert.match(rules.waitText(6000), /até um minuto/);
  assert.match(rules.waitText(59_000), /Não feche esta página/);
});

test('a receipt is shared as text, a line for each fact', () => {
  const text = rules.receiptText('Comprovante de R$ 10,00', [
    ['Compra', 'Bolo'],
    ['Loja', 'Doces'],
  ]);
  assert.equal(text, 'Comprovante de R$ 10,00\nCompra: Bolo\nLoja: Doces');
});

test('the modules are joined into one script that a browser can run, and that ends no element of the page', () => {
  assert.doesNotMatch(SCRIPT, /^\s*(?:import|export)\b/m);
  assert.doesNotMatch(SCRIPT, /<\/script/i);
  assert.ok(new Script(SCRIPT));
  assert.match(SCRIPT, /readBrands\(\[\["VISA",3,\[/);
  const names = [...SCRIPT.matchAll(/^(?:const|let|function) (\w+)/gm)].map(([, name]) => name);
  assert.ok(names.includes('startForm') && names.includes('startReceipt'));
});
