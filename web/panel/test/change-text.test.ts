import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf } from '../src/screens/home/change-text.ts';

test('a figure is compared with the period before in words that people use', () => {
  assert.equal(changeOf(120, 100).text, '20% a mais que antes');
  assert.equal(changeOf(80, 100).text, '20% a menos que antes');
  assert.equal(changeOf(23_899, 100).text, '239 vezes o período anterior');
  assert.equal(changeOf(100, 100).text, 'igual ao período anterior');
  assert.equal(changeOf(100, 0).text, 'sem período anterior');
  assert.equal(changeOf(null, 0.5, true).text, 'sem período anterior');
});

test('a rate differs by points, not by per cent of a rate', () => {
  assert.deepEqual(changeOf(0.72, 0.86, true), { text: '14 pontos a menos que antes', direction: -1 });
  assert.equal(changeOf(0.87, 0.86, true).text, '1 ponto a mais que antes');
});
