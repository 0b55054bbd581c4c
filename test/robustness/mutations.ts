import { fc } from '../support/property.ts';
import { oddName, oddValue } from './odd-values.ts';

type Json = Record<string, unknown>;

type Mutation =
  | { readonly kind: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'add'; readonly at: number; readonly name: string; readonly value: unknown }
  | { readonly kind: 'rename'; readonly at: number; readonly name: string }
  | { readonly kind: 'wrap'; readonly at: number };

const at = fc.nat(200);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at, name: oddName, value: oddValue }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), at, name: oddName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wrap' as const), at }) },
);

/** The valid value with one to three of its fields changed, removed, renamed, wrapped in a list or extended. */
export function mutated(valid: object): fc.Arbitrary<unknown> {
  return fc.array(mutation, { minLength: 1, maxLength: 3 }).map((mutations) => {
    const copy = { body: structuredClone(valid) } as Json;
    for (const one of mutations) mutate(copy, one);
    return copy.body;
  });
}

interface Place {
  readonly holder: Json;
  readonly name: string;
}

function mutate(root: Json, mutation: Mutation): void {
  const places = placesIn(root);
  const place = places[mutation.at % places.length];
  if (!place) return;
  const { holder, name } = place;
  const value = holder[name];
  switch (mutation.kind) {
    case 'replace':
      define(holder, name, structuredClone(mutation.value));
      return;
    case 'remove':
      delete holder[name];
      return;
    case 'add':
      if (isObject(value)) define(value, mutation.name, structuredClone(mutation.value));
      return;
    case 'rename':
      delete holder[name];
      define(holder, mutation.name, value);
      return;
    case 'wrap':
      define(holder, name, [value]);
      return;
  }
}

/** Every field of the tree with its parent object, the root first. */
function placesIn(holder: Json): readonly Place[] {
  const found: Place[] = [];
  const waiting = [holder];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const [name, value] of Object.entries(next)) {
      found.push({ holder: next, name });
      if (isObject(value)) waiting.push(value);
    }
  }
  return found;
}

/** Defines a field even with the name `__proto__`, with which an assignment would set the prototype. */
function define(holder: Json, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
