import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as Calls from '../src/api/call.ts';
import type * as Refusals from '../src/api/till-refusals.ts';

// The module of calls listens to what a browser's window is told.
Object.assign(globalThis, { addEventListener: () => undefined });
const { CallError }: typeof Calls = await import('../src/api/call.ts');
const { inWordsOfTheTill }: typeof Refusals = await import('../src/api/till-refusals.ts');

describe('what the service refuses at a till', () => {
  const said = (fault: { code: string; field?: string }, byProduct = false) =>
    inWordsOfTheTill(new CallError(400, { message: 'da API', ...fault }), byProduct).message;

  test('is told as a cashier can mend it', () => {
    assert.match(said({ code: 'card_missing' }), /não tem cartão salvo. Peça um cartão a ele em Clientes/);
    assert.match(said({ code: 'key_reused' }), /Confira em Vendas/);
    assert.match(said({ code: 'field_invalid', field: 'items[0].price' }, true), /preço de um produto mudou/);
  });

  test('keeps its words where they are meant for people', () => {
    assert.equal(said({ code: 'field_invalid', field: 'total' }), 'da API');
    assert.equal(said({ code: 'client_archived' }), 'da API');
    const lost = new Error('sem conexão');
    assert.equal(inWordsOfTheTill(lost, true), lost);
  });
});
