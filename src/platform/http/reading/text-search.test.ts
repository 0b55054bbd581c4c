import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { Bool, clearable, Int, IntegerText, readLater, Text, UNSEARCHED } from './fields.ts';
import { compileTextSearch } from './text-search.ts';

const schema = Type.Object({
  name: Text({ maxLength: 100 }),
  nested: Type.Object({
    note: Type.Optional(clearable(Text({ maxLength: 100 }))),
    secret: Text({ maxLength: 100, [UNSEARCHED]: 'password' }),
  }),
  rows: Type.Array(Type.Object({ label: Text({ maxLength: 10 }) })),
  later: readLater(Type.Object({ agent: Text({ maxLength: 10 }) })),
  kind: Type.String({ enum: ['x'] }),
  count: Int({ minimum: 0, maximum: 99 }),
  id: Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  amount: IntegerText({ minimum: 1, maximum: 999 }),
  on: Bool(),
});
const search = compileTextSearch(schema);
const isX = (text: string) => text === 'x';

test('every text of a value is searched, and the first that holds something is named by its path', () => {
  for (const [value, path] of [
    [{ name: 'x' }, 'name'],
    [{ nested: { note: 'x' } }, 'nested.note'],
    [{ rows: [{ label: 'y' }, { label: 'x' }] }, 'rows[1].label'],
    [{ later: { agent: 'x' } }, 'later.agent'],
    [{ name: 'y', nested: { note: null }, rows: [], later: 'x' }, undefined],
    [{ nested: { secret: 'x' }, kind: 'x', unknown: 'x' }, undefined],
    [undefined, undefined],
  ] as const) {
    assert.equal(search(value, isX), path, JSON.stringify(value));
  }
});

test('a long number is searched as the text that it can be sent as', () => {
  const digits = '4111111111111111';
  assert.equal(
    search({ id: Number(digits) }, (text) => text === digits),
    'id',
  );
  assert.equal(
    search({ id: 12 }, () => true),
    undefined,
  );
});

test('what another search covers is left out', () => {
  const rest = compileTextSearch(schema, new Set(['nested.note', 'rows[].label']));
  assert.equal(rest({ nested: { note: 'x' }, rows: [{ label: 'x' }] }, isX), undefined);
});

test('a request with more text than is ever searched is refused', () => {
  const rows = Array.from({ length: 300 }, () => ({ label: 'y'.repeat(1_000) }));
  assert.throws(() => search({ rows }, isX), { code: 'body_too_large' });
});

test('a schema whose texts could not be searched is no schema of a request', () => {
  assert.throws(() => compileTextSearch(Type.Union([Type.String(), Type.Null()])), /no search through/);
});
