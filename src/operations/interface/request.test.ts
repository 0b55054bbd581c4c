import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPerson } from './request.ts';

test('the person is read from the query, else from the body: flat, wrapped or as an object', () => {
  assert.equal(namedPerson({ PessoaId: '7' }, { pessoaId: 8 }), 7);
  assert.equal(namedPerson({}, { pessoaid: 8 }, { pessoaId: 9 }), 8);
  assert.equal(namedPerson({}, {}, { pessoa: { ID: '9' } }), 9);
  assert.equal(namedPerson({}, {}), undefined);
});

test('0, as a number or a text, means no person', () => {
  for (const zero of [0, '0', ' 0 ']) {
    assert.equal(namedPerson({ pessoaId: zero }), undefined);
    assert.equal(namedPerson({ pessoaId: zero }, { pessoaId: 8 }), 8);
    assert.equal(namedPerson({}, { pessoa: { id: zero } }), undefined);
  }
});

test('a value that is not an id is a person that does not exist', () => {
  for (const bad of ['abc', -1, 1.5, {}, [], '12345678901234567']) {
    assert.ok(Number.isNaN(namedPerson({ pessoaId: bad }, { pessoaId: 8 })), String(bad));
  }
});

test('pessoaVendedorId also names the person; pessoaId in the same place takes precedence', () => {
  assert.equal(namedPerson({}, { pessoaVendedorId: '9' }), 9);
  assert.equal(namedPerson({ PESSOAVENDEDORID: 9 }, { pessoaId: 8 }), 9);
  assert.equal(namedPerson({ pessoaId: 7, pessoaVendedorId: 9 }), 7);
  assert.equal(namedPerson({ pessoaId: 0 }, { pessoaId: '', pessoaVendedorId: 9 }), 9);
});
