import type { TSchema } from 'typebox';
import { httpRefuse } from '../answers/refusals.ts';
import { INTEGER_TEXT, UNSEARCHED } from './fields.ts';
import type { JsonSchema } from './reader.ts';

/** Characters of one request that are searched; a request with more text is refused. */
const MOST_SEARCHED = 256 * 1024;
/** From here on a number has as many digits as the shortest thing that is searched for. */
const LONG_NUMBER = 1_000_000_000_000;

/** The path of the first text of a read value that `holds` something; undefined when none does. Throws body_too_large. */
export type TextSearch = (value: unknown, holds: (text: string) => boolean) => string | undefined;

interface Search {
  holds(text: string): boolean;
  left: number;
}

type Visit = (value: unknown, path: string, search: Search) => string | undefined;

/**
 * Makes the search through every text of values that the schema describes, and through long numbers, which clients send as
 * texts too. Left out is what the schema declares with UNSEARCHED, and `elsewhere`: paths that another search covers.
 */
export function compileTextSearch(
  schema: TSchema | undefined,
  elsewhere: ReadonlySet<string> = new Set(),
): TextSearch {
  const visit = schema && visitOf(schema as JsonSchema, '', elsewhere);
  return visit ? (value, holds) => visit(value, '', { holds, left: MOST_SEARCHED }) : () => undefined;
}

function visitOf(schema: JsonSchema, path: string, elsewhere: ReadonlySet<string>): Visit | undefined {
  if (schema[UNSEARCHED] !== undefined || schema[INTEGER_TEXT] || elsewhere.has(path)) return undefined;
  switch (schema.type) {
    case 'object':
      return visitMembers(schema, path, elsewhere);
    case 'array':
      return visitItems(schema, path, elsewhere);
    case 'string':
      return schema.enum === undefined ? visitText : undefined;
    case 'integer':
      return (schema.maximum ?? LONG_NUMBER) < LONG_NUMBER ? undefined : visitText;
    case 'boolean':
      return undefined;
    default:
      throw new Error(`no search through a schema of type ${schema.type}`);
  }
}

function visitMembers(schema: JsonSchema, path: string, elsewhere: ReadonlySet<string>): Visit | undefined {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const visit = visitOf(member, joined(path, name), elsewhere);
    return visit ? [{ name, visit }] : [];
  });
  if (members.length === 0) return undefined;
  return (value, at, search) => {
    if (typeof value !== 'object' || value === null) return undefined;
    for (const { name, visit } of members) {
      const found = visit((value as Readonly<Record<string, unknown>>)[name], joined(at, name), search);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function visitItems(schema: JsonSchema, path: string, elsewhere: ReadonlySet<string>): Visit | undefined {
  const visit = visitOf(schema.items ?? {}, `${path}[]`, elsewhere);
  if (!visit) return undefined;
  return (value, at, search) => {
    if (!Array.isArray(value)) return undefined;
    for (const [index, item] of value.entries()) {
      const found = visit(item, `${at}[${index}]`, search);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function visitText(value: unknown, path: string, search: Search): string | undefined {
  const text = typeof value === 'number' && Math.abs(value) >= LONG_NUMBER ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  search.left -= text.length;
  if (search.left < 0) throw httpRefuse('body_too_large');
  return search.holds(text) ? path : undefined;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
