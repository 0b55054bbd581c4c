import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { fc } from '../../../../test/support/property.ts';
import { readDocument } from './document.ts';

test('a CPF is eleven digits, with or without punctuation', () => {
  const expected = { text: '11144477735', legalPerson: false };
  assert.deepEqual(readDocument('11144477735', true), expected);
  assert.deepEqual(readDocument(' 111.444.777-35 ', true), expected);
});

test('a CNPJ may hold letters and is kept in upper case', () => {
  assert.deepEqual(readDocument('12.abc.345/01de-35', true), { text: '12ABC34501DE35', legalPerson: true });
  assert.deepEqual(readDocument('54.550.752/0001-55', true), { text: '54550752000155', legalPerson: true });
});

test('wrong check digits are refused only when they are checked', () => {
  assert.equal(readDocument('11144477736', true), undefined);
  assert.equal(readDocument('12ABC34501DE36', true), undefined);
  assert.deepEqual(readDocument('11144477736', false), { text: '11144477736', legalPerson: false });
  assert.deepEqual(readDocument('12ABC34501DE36', false), { text: '12ABC34501DE36', legalPerson: true });
});

test('the shape is always checked', () => {
  for (const text of [
    '',
    '1114447773',
    '111444777355',
    '1114447773A',
    '12ABC34501DEXX',
    '12ABC34501DÉ35',
    '1'.repeat(15),
  ]) {
    assert.equal(readDocument(text, false), undefined, text);
  }
});

test('every document that the registry could give out is read in both writings', () => {
  const documents = fc
    .constant(0)
    .map(() => [cpf.generate(), cnpj.generate()])
    .map((pair) => pair as [string, string]);
  fc.assert(
    fc.property(documents, ([person, company]) => {
      assert.equal(readDocument(cpf.format(person), true)?.text, person);
      assert.equal(readDocument(cnpj.format(company).toLowerCase(), true)?.text, company);
    }),
    { numRuns: 50 },
  );
});
