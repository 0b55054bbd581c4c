import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { fc } from '../../../../test/support/property.ts';
import { faultText } from './fault-text.ts';
import { Bool, clearable, Int, IntegerText, PATTERN_MEANING, Text } from './fields.ts';
import { compileReader, FieldFault } from './reader.ts';

const schema = Type.Object({
  name: Type.Optional(Text({ maxLength: 5 })),
  amount: IntegerText({ minimum: 1, maximum: 999 }),
  count: Type.Optional(Int({ minimum: 1, maximum: 99 })),
  live: Type.Optional(Bool()),
  inner: Type.Optional(Type.Object({ code: Text({ maxLength: 3, pattern: '^[a-z]+$' }) })),
  list: Type.Optional(Type.Array(Int({ minimum: 0, maximum: 9 }), { maxItems: 4 })),
});
const read = compileReader(schema);

function faultOf(input: unknown): FieldFault {
  try {
    read(input);
  } catch (error) {
    if (error instanceof FieldFault) return error;
    throw error;
  }
  throw new Error('the reader found no fault');
}

describe('a reader', () => {
  test('gives typed values from typed input', () => {
    assert.deepEqual(read({ amount: 10, name: 'ana', count: 2, live: true }), {
      name: 'ana',
      amount: 10,
      count: 2,
      live: true,
    });
  });

  test('takes numbers as text, texts as number, booleans in any spelling', () => {
    assert.deepEqual(read({ amount: '010', name: 12, count: ' 3 ', live: 'TRUE' }), {
      name: '12',
      amount: 10,
      count: 3,
      live: true,
    });
    for (const [sent, meant] of [
      ['1', true],
      [0, false],
      ['False', false],
      [1, true],
    ] as const) {
      assert.equal(read({ amount: 1, live: sent }).live, meant);
    }
  });

  test('treats null and empty text as absent', () => {
    assert.deepEqual(read({ amount: 1, name: null, count: '', inner: null }), { amount: 1 });
    assert.equal(faultOf({ amount: '' }).rule, 'required');
    assert.equal(faultOf({ amount: null }).rule, 'required');
  });

  test('reads an empty text as null where it clears something, and null itself only where that was said', () => {
    const cleared = compileReader(
      Type.Object({
        text: Type.Optional(clearable(Text({ maxLength: 5 }))),
        count: Type.Optional(clearable(Int({ minimum: 1, maximum: 9 }))),
        inner: Type.Optional(clearable(Type.Object({ code: Text({ maxLength: 3 }) }), { byNull: true })),
      }),
    );
    assert.deepEqual(cleared({ text: '', count: ' ', inner: '' }), { text: null, count: null, inner: null });
    assert.deepEqual(cleared({ text: null, count: null, inner: null }), { inner: null });
    assert.deepEqual(cleared({ text: ' a ', count: '2' }), { text: ' a ', count: 2 });
    assert.deepEqual(cleared({}), {});
  });

  test('ignores fields that it does not know, also those of the prototype', () => {
    assert.deepEqual(read(JSON.parse('{"amount":1,"__proto__":{"name":"x"},"constructor":2,"more":[]}')), {
      amount: 1,
    });
  });

  test('names the first fault with its whole path, in the order of the schema', () => {
    const fault = faultOf({ amount: 1, count: 'x', inner: { code: '9' } });
    assert.equal(fault.path, 'count');
    assert.equal(faultOf({ amount: 1, inner: { code: '9' } }).path, 'inner.code');
    assert.equal(faultOf({ amount: 1, inner: {} }).path, 'inner.code');
    assert.equal(faultOf({ amount: 1, list: [1, 10] }).path, 'list[1]');
  });

  test('refuses what no tolerance covers', () => {
    for (const amount of [0, 1000, 1.5, '1.5', '1e2', true, [], {}, '-1', Number.NaN]) {
      assert.equal(faultOf({ amount }).path, 'amount');
    }
    for (const live of ['yes', 2, {}, []]) assert.equal(faultOf({ amount: 1, live }).path, 'live');
    for (const name of [true, {}, [], 'abcdef']) assert.equal(faultOf({ amount: 1, name }).path, 'name');
    for (const body of [[], 'text', 3, true]) assert.equal(faultOf(body).path, '');
  });

  test('takes a list as long as its schema says, and says where it is, what is allowed and what came', () => {
    assert.deepEqual(read({ amount: 1, list: [1, 2, 3, 4] }).list, [1, 2, 3, 4]);
    assert.deepEqual(read({ amount: 1, list: [] }).list, []);
    const fault = faultOf({ amount: 1, list: [1, 2, 3, 4, 99] });
    assert.deepEqual([fault.path, fault.rule, fault.items], ['list', 'items', 5]);
    assert.equal(faultText(fault), 'O campo list deve ser uma lista de no máximo 4 itens, e tem 5.');
    for (const [limits, sent, text] of [
      [{ minItems: 1, maxItems: 3 }, 0, 'de 1 a 3 itens, e tem 0'],
      [{ minItems: 1, maxItems: 3 }, 4, 'de 1 a 3 itens, e tem 4'],
      [{ minItems: 1 }, 0, 'de no mínimo 1 item, e tem 0'],
      [{ minItems: 2, maxItems: 2 }, 1, 'de 2 itens, e tem 1'],
    ] as const) {
      const readLines = compileReader(
        Type.Object({ inner: Type.Object({ lines: Type.Array(Type.Integer(), limits) }) }),
      );
      assert.throws(
        () => readLines({ inner: { lines: Array.from({ length: sent }, () => 1) } }),
        (error) =>
          error instanceof FieldFault &&
          faultText(error) === `O campo inner.lines deve ser uma lista ${text}.`,
      );
    }
  });

  test('counts a character outside the basic plane once', () => {
    assert.equal(read({ amount: 1, name: '😀😀😀😀😀' }).name, '😀😀😀😀😀');
    assert.equal(faultOf({ amount: 1, name: '😀😀😀😀😀😀' }).rule, 'length');
  });

  test('finds names in any letter case when asked to', () => {
    const readAnyCase = compileReader(schema, { anyCase: true });
    assert.deepEqual(readAnyCase({ AMOUNT: 5, Inner: { CODE: 'abc' } }), {
      amount: 5,
      inner: { code: 'abc' },
    });
  });

  test('says what to send instead, in Portuguese', () => {
    assert.equal(faultText(faultOf({})), 'O campo amount é obrigatório.');
    assert.equal(
      faultText(faultOf({ amount: 0 })),
      'O campo amount deve ser um número inteiro entre 1 e 999, em centavos, sem vírgula nem ponto: R$ 10,00 é 1000.',
    );
    assert.equal(faultText(faultOf({ amount: 1, live: 'x' })), 'O campo live deve ser true ou false.');
    assert.equal(
      faultText(faultOf({ amount: 1, inner: { code: 'A' } })),
      'O campo inner.code deve ser um texto de no máximo 3 caracteres, sem quebras de linha nem caracteres de controle.',
    );
    const tag = Text({ maxLength: 3, pattern: '^[a-z]+$', [PATTERN_MEANING]: 'em minúsculas' });
    const readTag = compileReader(Type.Object({ tag }));
    assert.throws(
      () => readTag({ tag: 'A' }),
      (error) =>
        error instanceof FieldFault &&
        faultText(error) === 'O campo tag deve ser um texto de no máximo 3 caracteres, em minúsculas.',
    );
    assert.equal(faultText(faultOf([])), 'O corpo da requisição deve ser um objeto.');
  });

  test('gives a value within the schema or a FieldFault, for whatever it gets', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.record({ amount: fc.anything(), name: fc.anything(), list: fc.anything() }),
        (any, shaped) => {
          for (const input of [any, shaped]) {
            try {
              const value = read(input);
              assert.ok(Number.isInteger(value.amount) && value.amount >= 1 && value.amount <= 999);
              assert.ok(value.name === undefined || [...value.name].length <= 5);
              assert.ok(value.list === undefined || value.list.length <= 4);
            } catch (error) {
              assert.ok(error instanceof FieldFault);
            }
          }
        },
      ),
    );
  });
});
