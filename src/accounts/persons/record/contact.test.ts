import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedWith } from '../../test-room.ts';
import { givenEmail, givenPhone, readEmail, readPhone } from './contact.ts';

test('telephone numbers are read as people type them, with the area code', () => {
  const right = ['81999990000', '(11) 91234-5678', '11 4000-0000', '011 4000-0000', '+55 11 91234-5678'];
  for (const typed of [
    ...right,
    '5511912345678',
    '55 9999-0000 1',
    '0800 123 4567',
    '4004-1234',
    '+351 912 345 678',
  ]) {
    assert.equal(readPhone(` ${typed} `), typed);
  }
  const wrong = ['isto não é telefone', '91234-5678', '123', '11 4000-0000 ramal 5', '00 0000-0000', '+1'];
  for (const typed of [...wrong, '', '1'.repeat(31), '+55 11 123'])
    assert.equal(readPhone(typed), undefined, typed);
});

test('an e-mail is kept in small letters; nonsense is refused, what is left empty is cleared', () => {
  assert.equal(readEmail(' Ana@Loja.Example '), 'ana@loja.example');
  assert.throws(() => givenEmail('isto não é e-mail'), refusedWith('email_invalid', 400));
  assert.throws(() => givenPhone('sem', 'phone1'), refusedWith('phone_invalid', 400));
  for (const empty of ['', '  ', null, undefined]) {
    assert.equal(givenEmail(empty), null);
    assert.equal(givenPhone(empty, 'phone1'), null);
  }
});
