import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../platform/secret.ts';
import { isMostlyDocument } from './document-in-password.ts';

const CPF = '11144477735';
const CNPJ = '12ABC34501DE35';
const isMostly = (password: string, document = CPF) => isMostlyDocument(new Secret(password), document);

test('a document is found in any punctuation, and with a little around it', () => {
  for (const text of [
    '11144477735!',
    '111.444.777-35',
    ' 111 444 777 / 35 ',
    '１１１.４４４.７７７-３５',
    'cpf11144477735',
    '11144477735abc',
  ]) {
    assert.equal(isMostly(text), true, text);
  }
  for (const text of ['12.ABC.345/01DE-35', '12abc34501de35', '12abc34501de35-loja']) {
    assert.equal(isMostly(text, CNPJ), true, text);
  }
});

test('another document, and a phrase in which it is the smaller part, are none of it', () => {
  for (const text of ['52998224725ab', 'cavalo & bateria = grãos', 'meu cpf é 11144477735 e daí']) {
    assert.equal(isMostly(text), false, text);
  }
});
