import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMended } from '../src/ui/forms/is-mended.ts';
import { missing } from '../src/ui/forms/missing.ts';

describe('the faults of a form', () => {
  const refused = { name: 'Café', settings: { pv: 'um', key: 'k' } };

  test('stay beside a field until it is changed, whatever else is', () => {
    assert.equal(isMended('name', refused, { ...refused, settings: { pv: '1', key: 'k' } }), false);
    assert.equal(isMended('name', refused, { ...refused, name: 'Chá' }), true);
    assert.equal(isMended('settings.pv', refused, { name: 'Chá', settings: { pv: 'um', key: 'k2' } }), false);
    assert.equal(isMended('settings.pv', refused, { ...refused, settings: { pv: '1', key: 'k' } }), true);
    assert.equal(isMended('settings.pv', refused, { ...refused, settings: { key: 'k' } }), true);
  });

  test('of what no field is called go with the next change', () => {
    assert.equal(isMended('startsAt', refused, { ...refused }), false);
    assert.equal(isMended('startsAt', refused, { ...refused, name: 'Chá' }), true);
    assert.equal(isMended('startsAt', undefined, refused), false);
  });

  test('are seen before the service is asked: what is empty, and what cannot be one', () => {
    assert.equal(missing.text(' ', 'Informe o nome.'), 'Informe o nome.');
    assert.equal(missing.text('x'), undefined);
    assert.equal(missing.email(''), undefined, 'an address is optional');
    assert.match(missing.email('isto não é e-mail') ?? '', /Confira o e-mail/);
    assert.equal(missing.email(' ana@loja.com.br '), undefined);
    for (const good of ['390.533.447-05', '39053344705', '12.ABC.345/01DE-35']) {
      assert.equal(missing.document(good), undefined, good);
    }
    assert.equal(missing.document(''), 'Informe o CPF ou CNPJ.');
    assert.match(missing.document('123') ?? '', /11 ou 14/);
    assert.equal(missing.amount(null), 'Informe o valor.');
    assert.equal(missing.amount(0), 'Informe o valor.');
    assert.equal(missing.amount(1), undefined);
    assert.equal(missing.count(''), 'Informe quantos.');
    assert.equal(missing.count(12), undefined);
  });
});
