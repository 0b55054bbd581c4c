import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSlipForm } from './read-slip-form.ts';

const COMPLETE = {
  pagador: 'Maria da Silva',
  documento: '111.444.777-35',
  email: '',
  cep: '01310-100',
  rua: 'Avenida Paulista',
  lugar: '1000',
  bairro: 'Bela Vista',
};
const read = (fields: Readonly<Record<string, string>>) => readSlipForm(new URLSearchParams(fields));

describe('the form of a slip', () => {
  test('takes state, and city where the CEP says it, from the CEP', () => {
    const { errors, payment, typed } = read(COMPLETE);
    assert.deepEqual(errors, {});
    assert.deepEqual([payment.address.city, payment.address.state], ['São Paulo', 'SP']);
    assert.deepEqual([payment.address.zipcode, payment.customer.document], ['01310100', '11144477735']);
    assert.equal(payment.customer.email, undefined);
    assert.equal(typed.uf, 'SP');
  });

  test('keeps a city that was typed', () => {
    assert.equal(read({ ...COMPLETE, cidade: 'Osasco' }).payment.address.city, 'Osasco');
  });

  test('tells of every field that is missing, in the order of the form', () => {
    const { errors } = read({ email: 'nobody', complemento: 'Sala 2' });
    const names = ['pagador', 'documento', 'email', 'cep', 'rua', 'lugar', 'bairro', 'cidade', 'uf'];
    assert.deepEqual(Object.keys(errors), names);
  });

  test('tells when the state is not that of the CEP, and when a text is longer than banks take', () => {
    assert.deepEqual(read({ ...COMPLETE, uf: 'rj' }).errors, { uf: 'Este CEP é de SP.' });
    assert.deepEqual(read({ ...COMPLETE, lugar: '12345678901' }).errors, {
      lugar: 'Use no máximo 10 letras.',
    });
  });

  test('takes no document whose check digits are wrong', () => {
    assert.deepEqual(Object.keys(read({ ...COMPLETE, documento: '111.444.777-36' }).errors), ['documento']);
  });
});
