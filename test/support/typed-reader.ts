import assert from 'node:assert/strict';

/** Reads a member as a strict client does: throws when it is absent or of another type. */
export type TypedReader<Value> = (value: unknown, path: string) => Value;
/** What a reader gives. */
export type Read<Reader> = Reader extends TypedReader<infer Value> ? Value : never;

const ofType =
  <Value>(type: 'string' | 'number' | 'boolean'): TypedReader<Value> =>
  (value, path) => {
    assert.equal(typeof value, type, `${path}: ${JSON.stringify(value)} is no ${type}`);
    return value as Value;
  };

export const text = ofType<string>('string');
export const number = ofType<number>('number');
export const flag = ofType<boolean>('boolean');

export function nothing(value: unknown, path: string): null {
  assert.equal(value, null, `${path}: ${JSON.stringify(value)} is not null`);
  return null;
}

/** A text of a form, such as a date. */
export function matching(form: RegExp): TypedReader<string> {
  return (value, path) => {
    const read = text(value, path);
    assert.match(read, form, path);
    return read;
  };
}

/** Null is read as such; absent is not null. */
export function orNull<Value>(read: TypedReader<Value>): TypedReader<Value | null> {
  return (value, path) => (value === null ? null : read(value, path));
}

export function list<Value>(read: TypedReader<Value>): TypedReader<readonly Value[]> {
  return (value, path) => {
    assert.ok(Array.isArray(value), `${path}: ${JSON.stringify(value)} is no list`);
    return value.map((item, index) => read(item, `${path}[${index}]`));
  };
}

type Readers = Readonly<Record<string, TypedReader<unknown>>>;

/** The members that a client reads; others are ignored, as deployed clients do. */
export function record<Fields extends Readers>(
  fields: Fields,
): TypedReader<{ readonly [Name in keyof Fields]: Read<Fields[Name]> }> {
  return (value, path) => {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is no object`);
    const members = value as Readonly<Record<string, unknown>>;
    const read = Object.entries(fields).map(([name, reader]) => {
      assert.ok(name in members, `${path}.${name} is absent`);
      return [name, reader(members[name], `${path}.${name}`)];
    });
    return Object.fromEntries(read) as { readonly [Name in keyof Fields]: Read<Fields[Name]> };
  };
}
