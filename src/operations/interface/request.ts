import type { TSchema } from 'typebox';
import { compileReader, FieldFault } from '../../platform/index.ts';
import type { Operation } from './operation.ts';
import { operationFieldRefusal } from './refusals.ts';

type Members = Readonly<Record<string, unknown>>;

/** Reads one part of a request; what is wrong with it is a Refusal 400. */
export function refusingReader(schema: TSchema | undefined): (input: unknown) => unknown {
  if (!schema) return () => undefined;
  const read = compileReader(schema, { anyCase: true });
  return (input) => {
    try {
      return read(input);
    } catch (error) {
      if (error instanceof FieldFault) throw operationFieldRefusal(error);
      throw error;
    }
  };
}

/** A member by its name in any letter case; undefined for null and the empty text. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const wanted = name.toLowerCase();
  const key = Object.keys(value).findLast((candidate) => candidate.toLowerCase() === wanted);
  const found = key === undefined ? undefined : (value as Members)[key];
  return found === null || found === '' ? undefined : found;
}

/** Bodies come flat or wrapped in an object named after the record (decisions 4). */
export function unwrapped(body: unknown, wrapper: Operation['wrapper']): unknown {
  const inner = wrapper === undefined ? undefined : member(body, wrapper);
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : body;
}

/**
 * The person that a request names: pessoaId of the query, else of the body, flat or as `pessoa: { id }`. Undefined when
 * it names none; NaN for what is no id, which no person has.
 */
export function namedPerson(query: unknown, body: unknown): number | undefined {
  const named = member(query, 'pessoaId') ?? member(body, 'pessoaId') ?? member(member(body, 'pessoa'), 'id');
  if (named === undefined) return undefined;
  const text = String(named).trim();
  return /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}
