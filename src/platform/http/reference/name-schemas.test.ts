import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSchemas } from './name-schemas.ts';

const member = { title: 'Person', type: 'object', properties: { title: { type: 'string' } } };
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = { type: 'object', properties: { person: member } };
const callsOf = (get: object, post: object) => ({
  paths: {
    '/persons/{id}': { get: { responses: { 200: body(get) } }, post: { responses: { 200: body(post) } } },
  },
});

test('a titled object and the body of a call become named schemas, twins one of them', () => {
  const { paths, components } = nameSchemas(callsOf(answer, answer)) as unknown as Named;
  const reference = { $ref: '#/components/schemas/PersonsByIdResponse' };
  assert.deepEqual(paths['/persons/{id}']?.get?.responses, { 200: body(reference) });
  assert.deepEqual(components.schemas, {
    Person: { type: 'object', properties: { title: { type: 'string' } } },
    PersonsByIdResponse: {
      type: 'object',
      properties: { person: { $ref: '#/components/schemas/Person' } },
    },
  });
});

test('another body under the same path is named by its method too', () => {
  const { components } = nameSchemas(callsOf(answer, { type: 'object', properties: {} })) as unknown as Named;
  assert.deepEqual(Object.keys(components.schemas), [
    'Person',
    'PersonsByIdResponse',
    'PostPersonsByIdResponse',
  ]);
});

test('two different schemas of one title are refused', () => {
  assert.throws(
    () => nameSchemas(callsOf(member, { ...member, properties: {} })),
    /two schemas are named Person/,
  );
});

interface Named {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
  readonly components: { readonly schemas: object };
}
