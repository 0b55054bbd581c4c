import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldFault, faultText } from '../../platform/http/index.ts';
import { type PanelOptions, panelRoutes } from '../index.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Every part of a schema, however deep. */
function partsOf(schema: unknown): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return [schema as Schema, ...Object.values(schema).flatMap(partsOf)];
}

/** The routes are only listed, so nothing of what they would need is looked at. */
const NOTHING: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'mode' ? 'sandbox' : NOTHING),
});

test('whatever a field of the panel is refused for, the message has no hole', () => {
  const routes = panelRoutes(NOTHING as PanelOptions, NOTHING as Parameters<typeof panelRoutes>[1]);
  const schemas = routes.flatMap((route) => [route.body, 'query' in route ? route.query : undefined]);
  const parts = schemas.flatMap(partsOf).filter(({ type, enum: values }) => type !== undefined || values);
  assert.ok(parts.length > 300, `only ${parts.length} parts of schemas`);
  for (const schema of parts) {
    for (const rule of ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'type']) {
      const text = faultText({ path: 'campo', rule, schema } as unknown as FieldFault);
      assert.doesNotMatch(text, /undefined|null|NaN/, JSON.stringify(schema));
    }
  }
});

test('each bound has its words', () => {
  const textOf = (schema: object) =>
    faultText({ path: 'campo', rule: 'minimum', schema } as unknown as FieldFault);
  assert.equal(textOf({ type: 'integer' }), 'O campo campo deve ser um número inteiro.');
  assert.equal(
    textOf({ type: 'integer', minimum: 5 }),
    'O campo campo deve ser um número inteiro, no mínimo 5.',
  );
  assert.equal(textOf({ type: 'number', maximum: 9 }), 'O campo campo deve ser um número, no máximo 9.');
  assert.equal(
    textOf({ type: 'integer', minimum: 1, maximum: 2 }),
    'O campo campo deve ser um número inteiro entre 1 e 2.',
  );
  assert.equal(
    textOf({ type: 'string', minLength: 3 }),
    'O campo campo deve ser um texto de no mínimo 3 caracteres.',
  );
});
