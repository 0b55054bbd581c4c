import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CsvCell, csvLine, identifierCell } from './csv.ts';

const cellOf = (cell: CsvCell) => csvLine([cell]).slice(0, -2);

test('no cell is a formula, in whatever way it begins', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    assert.equal(cellOf(`${sign}1+1`), `'${sign}1+1`);
    assert.equal(cellOf(identifierCell(`${sign}1+1`)), `'${sign}1+1`);
    assert.equal(cellOf(` ${sign}1`), `' ${sign}1`);
    assert.equal(cellOf(`\n${sign}1`), `"'\n${sign}1"`);
  }
  for (const first of ['\n', '\r', '\t']) assert.equal(cellOf(`${first}x`), `"'${first}x"`);
});

test('a cell with a separator of any country stands in quotes', () => {
  assert.equal(cellOf('Ana,=1+1,'), '"Ana,=1+1,"');
  assert.equal(cellOf('Ana; "a dona"'), '"Ana; ""a dona"""');
  assert.equal(cellOf('a\tb'), '"a\tb"');
  assert.equal(cellOf('289,90'), '"289,90"');
  assert.equal(cellOf('Ana Souza'), 'Ana Souza');
});

test('identifiers that spreadsheets would read as a number or date are kept whole', () => {
  for (const text of [
    '00000149900',
    '17956400000000001234',
    '0433',
    '12E456',
    'MAR1',
    '3/4',
    '1.50',
    '1-2',
  ]) {
    assert.equal(cellOf(identifierCell(text)), `"=""${text}"""`);
  }
  for (const text of ['pedido;1', 'a"1', '']) assert.doesNotMatch(cellOf(identifierCell(text)), /=/);
  assert.equal(cellOf(identifierCell(null)), '');
  assert.equal(cellOf(identifierCell('mesa')), 'mesa');
});
