import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClientChanges, changedClient, newClient } from './client.ts';

const CPF = { text: '11144477735', legalPerson: false };
const CNPJ = { text: '11222333000181', legalPerson: true };
const NOTHING: ClientChanges = {
  document: CPF,
  legalPerson: undefined,
  name: undefined,
  email: undefined,
  phone: undefined,
  reference: undefined,
  address: undefined,
};

test('a client is a company if the request says so, otherwise by its document', () => {
  const made = (changes: Partial<ClientChanges>) => newClient(1, 2, { ...NOTHING, ...changes }).legalPerson;
  assert.equal(made({}), false);
  assert.equal(made({ document: CNPJ }), true);
  assert.equal(made({ legalPerson: true }), true);
  assert.equal(made({ document: CNPJ, legalPerson: false }), false);
});

test('an explicit value stays as long as the document stays', () => {
  const client = newClient(1, 2, { ...NOTHING, legalPerson: true });
  assert.equal(changedClient(client, NOTHING).legalPerson, true);
  assert.equal(changedClient(client, { ...NOTHING, document: CNPJ }).legalPerson, true);
  const company = newClient(1, 2, { ...NOTHING, document: CNPJ, legalPerson: false });
  assert.equal(changedClient(company, NOTHING).legalPerson, false);
});

test('an edit keeps what was not sent; an address is replaced as a whole', () => {
  const client = newClient(1, 2, {
    ...NOTHING,
    name: ' Maria ',
    email: 'maria@casa.example',
    address: { street: 'Rua A', city: 'Recife', state: ' ' },
  });
  assert.equal(client.name, 'Maria');
  assert.deepEqual(client.address, { street: 'Rua A', city: 'Recife' });
  assert.deepEqual(changedClient(client, NOTHING), client);
  const moved = changedClient(client, { ...NOTHING, email: ' ', address: { city: 'Olinda' } });
  assert.equal(moved.email, undefined);
  assert.deepEqual(moved.address, { city: 'Olinda' });
  assert.equal(changedClient(client, { ...NOTHING, address: { city: ' ' } }).address, undefined);
});
