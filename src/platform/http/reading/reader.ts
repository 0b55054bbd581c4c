import type { Static, TSchema } from 'typebox';
import {
  CLEARED_BY,
  type CODE_STEM,
  FILTER,
  INTEGER_TEXT,
  type PATTERN_MEANING,
  READ_LATER,
  type UNIT_MEANING,
  type UNSEARCHED,
} from './fields.ts';

export type FaultRule = 'required' | 'type' | 'length' | 'items' | 'range' | 'pattern' | 'value';

/** The first field of a request that breaks its schema. */
export class FieldFault extends Error {
  readonly path: string;
  readonly rule: FaultRule;
  readonly schema: JsonSchema;
  /** How many items a list has that may not have so many, or so few. */
  readonly items: number | undefined;

  constructor(path: string, rule: FaultRule, schema: JsonSchema, items?: number) {
    super(`${path}: ${rule}`);
    this.name = 'FieldFault';
    this.path = path;
    this.rule = rule;
    this.schema = schema;
    this.items = items;
  }
}

/** The part of JSON Schema that requests are described with. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly [INTEGER_TEXT]?: { readonly minimum: number; readonly maximum: number };
  readonly [PATTERN_MEANING]?: string;
  readonly [UNIT_MEANING]?: string;
  readonly [CODE_STEM]?: string;
  readonly [UNSEARCHED]?: string;
  readonly [READ_LATER]?: boolean;
  readonly [CLEARED_BY]?: 'text' | 'null';
  readonly [FILTER]?: boolean;
}

type Read = (value: unknown, path: string) => unknown;

const INTEGER = /^[+-]?\d{1,16}$/;

/**
 * Makes the function that reads a request by its schema, as tolerant as old clients need (docs/contract/decided.md 2): numbers and
 * booleans as text, texts as numbers, `null` and `""` for absent (but see `clearable`), unknown fields ignored. It gives
 * the typed value or throws FieldFault for the first fault, in the order of the schema. `anyCase` finds names in any letter case.
 */
export function compileReader<Schema extends TSchema>(
  schema: Schema,
  options: { anyCase?: boolean } = {},
): (input: unknown) => Static<Schema> {
  const read = readerOf(schema as JsonSchema, options.anyCase === true);
  return (input) => read(input ?? {}, '') as Static<Schema>;
}

function readerOf(schema: JsonSchema, anyCase: boolean): Read {
  if (schema[READ_LATER]) return (value) => value;
  if (schema[INTEGER_TEXT]) return integerReader(schema, schema[INTEGER_TEXT]);
  switch (schema.type) {
    case 'object':
      return objectReader(schema, anyCase);
    case 'array':
      return arrayReader(schema, anyCase);
    case 'string':
      return textReader(schema);
    case 'integer':
      return integerReader(schema, { minimum: schema.minimum, maximum: schema.maximum });
    case 'boolean':
      return booleanReader(schema);
    default:
      throw new Error(`no reader for a schema of type ${schema.type}`);
  }
}

function objectReader(schema: JsonSchema, anyCase: boolean): Read {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    given: anyCase ? name.toLowerCase() : name,
    property,
    required: required.has(name),
    read: property[FILTER] ? filterReader(property, anyCase) : readerOf(property, anyCase),
  }));
  return (value, path) => {
    const given = membersOf(value, anyCase);
    if (!given) throw new FieldFault(path, 'type', schema);
    const result: Record<string, unknown> = {};
    for (const field of fields) {
      const raw = given[field.given];
      const at = path === '' ? field.name : `${path}.${field.name}`;
      if (clears(raw, field.property)) result[field.name] = null;
      else if (!isAbsent(raw)) setRead(result, field.name, field.read(raw, at));
      else if (field.required) throw new FieldFault(at, 'required', field.property);
    }
    return result;
  };
}

function setRead(result: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) result[name] = value;
}

/** Never refuses (see `filters`). */
function filterReader(schema: JsonSchema, anyCase: boolean): Read {
  const read = readerOf(schema, anyCase);
  return (value, path) => {
    try {
      return read(value, path);
    } catch (error) {
      if (error instanceof FieldFault) return withoutLimits(value, schema);
      throw error;
    }
  };
}

const WHOLE_NUMBER = /^[+-]?\d+$/;

/** A filter that breaks its schema: undefined when it cannot be read at all. */
function withoutLimits(value: unknown, { type, minimum, maximum }: JsonSchema): unknown {
  if (type === 'string') return typeof value === 'string' ? value : undefined;
  if (type !== 'integer') return undefined;
  const number = typeof value === 'string' && WHOLE_NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isFinite(number) && !Number.isInteger(number))) return undefined;
  return Math.min(Math.max(number, minimum ?? Number.MIN_SAFE_INTEGER), maximum ?? Number.MAX_SAFE_INTEGER);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function clears(value: unknown, { [CLEARED_BY]: by }: JsonSchema): boolean {
  if (by === undefined) return false;
  return (typeof value === 'string' && value.trim() === '') || (value === null && by === 'null');
}

function membersOf(value: unknown, anyCase: boolean): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (anyCase ? withLowerCaseNames(value) : value) as Record<string, unknown>;
}

function withLowerCaseNames(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

function arrayReader(schema: JsonSchema, anyCase: boolean): Read {
  const readItem = readerOf(schema.items ?? {}, anyCase);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (value, path) => {
    if (!Array.isArray(value)) throw new FieldFault(path, 'type', schema);
    const { length } = value;
    if (length < minItems || length > maxItems) throw new FieldFault(path, 'items', schema, length);
    return value.map((item, index) => readItem(item, `${path}[${index}]`));
  };
}

function textReader(schema: JsonSchema): Read {
  const { maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = schema;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  return (value, path) => {
    const text = isExact(value) ? String(value) : value;
    if (typeof text !== 'string') throw new FieldFault(path, 'type', schema);
    if (text.length > maxLength && characters(text) > maxLength) throw new FieldFault(path, 'length', schema);
    if (text.length < minLength) throw new FieldFault(path, 'length', schema);
    if (pattern && !pattern.test(text)) throw new FieldFault(path, 'pattern', schema);
    if (schema.enum && !schema.enum.includes(text)) throw new FieldFault(path, 'value', schema);
    return text;
  };
}

/** Above 2^53 a JSON number has lost digits: a text made of it would not be what the client wrote. */
function isExact(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A character outside the basic plane counts once, not as its two halves. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function integerReader(
  schema: JsonSchema,
  limits: { minimum?: number | undefined; maximum?: number | undefined },
): Read {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = limits;
  return (value, path) => {
    const number = typeof value === 'string' && INTEGER.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) throw new FieldFault(path, 'type', schema);
    if (number < minimum || number > maximum) throw new FieldFault(path, 'range', schema);
    return number;
  };
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
  [true, true],
  [false, false],
]);

function booleanReader(schema: JsonSchema): Read {
  return (value, path) => {
    const read = BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
    if (read === undefined) throw new FieldFault(path, 'type', schema);
    return read;
  };
}
