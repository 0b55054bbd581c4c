import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/refusal.ts';
import { inWireNames, inWords, type MemberNames, missingMember } from './member-names.ts';
import { operationRefuse } from './refusals.ts';

const WIRE: MemberNames = { items: 'produtosVendidos', price: 'valor', clientId: 'pessoaClienteId' };
const WORDS: MemberNames = { price: 'valor', clientId: 'cliente' };

async function refusalOf(given: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error = await given.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal);
  return [error.code, error.field, error.message];
}

const wrong = (field: string, message: string) =>
  Promise.reject(operationRefuse('value_invalid', { field, message }));

test('a refusal of a use case names the fields of the wire', async () => {
  assert.deepEqual(
    await refusalOf(inWireNames(WIRE, wrong('items[12].price', 'Envie {items[12].price} ou {total}.'))),
    ['value_invalid', 'produtosVendidos[12].valor', 'Envie produtosVendidos[12].valor ou total.'],
  );
  assert.deepEqual(await refusalOf(inWireNames(WIRE, Promise.reject(missingMember('clientId')))), [
    'parameter_missing',
    'pessoaClienteId',
    'Parâmetro [pessoaClienteId] não pode ser nulo.',
  ]);
});

test('for screens it keeps the member and names it in words', async () => {
  const said = async (message: string) =>
    (await refusalOf(inWords(WORDS, wrong('items[0].price', message)))).slice(1);
  assert.deepEqual(await said('Envie {items[0].price}.'), ['items[0].price', 'Envie valor.']);
  assert.deepEqual(await said('O terminal não permite desconto ({discount}).'), [
    'items[0].price',
    'O terminal não permite desconto.',
  ]);
  assert.deepEqual(await said('O campo {installments} deve ser no máximo 3.'), [
    'items[0].price',
    'Este campo deve ser no máximo 3.',
  ]);
});

test('a result passes, and so does a bug', async () => {
  const bug = new Error('bug');
  assert.equal(await inWireNames(WIRE, Promise.resolve(1)), 1);
  await assert.rejects(inWireNames(WIRE, Promise.reject(bug)), bug);
  await assert.rejects(inWords(WORDS, Promise.reject(bug)), bug);
});
